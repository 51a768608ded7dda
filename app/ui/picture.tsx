import { useContext } from 'react'
import { LiteContext } from '~/platform/hydration/lite'

/** Widths that pictures are made in. Others are refused, so that nobody fills the disk with sizes. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1120] as const

/** Widths of the lite version's pictures, which are compressed harder too. */
export const LITE_WIDTHS = [160, 320] as const

/** The picture of a shared page: a square of this many pixels, with all of the product in it. */
export const SHARED_SIZE = 1000

const SOURCE = /^\/?(pictures\/[\w-]+|review-images\/[\w-]+|profilePictures\/[\w-]+)\.\w+$/
/** A public address of Supabase Storage, on whatever host: what operators paste into a product's media. */
const STORED = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/([\w-]+(?:\/[\w-]+)+\.\w+)$/

/** The address of a picture in one width and format, or null for a source the shop doesn't serve. */
export function pictureUrl(
  source: string,
  width: (typeof PICTURE_WIDTHS)[number] | `lite-${(typeof LITE_WIDTHS)[number]}` | 'shared',
  format: 'avif' | 'webp' | 'jpg',
): string | null {
  const stored = STORED.exec(source)?.[1]
  const name = stored ? `storage/${stored}` : SOURCE.exec(source)?.[1]
  return name ? `/images/${width}/${name}.${format}` : null
}

interface PictureProps {
  source: string | null | undefined
  alt: string
  /** Which widths the browser may choose from. */
  widths?: readonly (typeof PICTURE_WIDTHS)[number][]
  sizes: string
  /** Shape of the picture as width and height. */
  shape?: readonly [number, number]
  /** The width in the lite version; by default the smaller one for pictures that can be 160 wide. */
  liteWidth?: (typeof LITE_WIDTHS)[number]
  className?: string
  /** The page's main picture: fetched first, and never lazily. */
  isFirst?: boolean
}

/** AVIF, then WebP, then JPEG, in the widths that fit; a tinted ground where there is no picture. */
export function Picture({
  source,
  alt,
  widths = [320, 480],
  sizes,
  shape = [4, 5],
  className = 'picture',
  liteWidth = widths[0] === 160 ? 160 : 320,
  isFirst = false,
}: PictureProps) {
  const isLite = useContext(LiteContext)
  const lite = `lite-${liteWidth}` as const
  const srcset = (format: 'avif' | 'webp') =>
    isLite
      ? `${pictureUrl(source ?? '', lite, format)}`
      : widths.map((width) => `${pictureUrl(source ?? '', width, format)} ${width}w`).join(', ')
  const fallback = pictureUrl(source ?? '', isLite ? lite : (widths[0] ?? 320), 'jpg')
  if (!fallback)
    return <div className={className} role="img" aria-label={alt || undefined} aria-hidden={alt ? undefined : true} />
  return (
    <picture>
      <source type="image/avif" srcSet={srcset('avif')} sizes={isLite ? undefined : sizes} />
      <source type="image/webp" srcSet={srcset('webp')} sizes={isLite ? undefined : sizes} />
      <img
        className={className}
        src={fallback}
        alt={alt}
        width={shape[0] * 100}
        height={shape[1] * 100}
        loading={isFirst ? undefined : 'lazy'}
        decoding="async"
        {...(isFirst ? { fetchpriority: 'high' } : {})}
      />
    </picture>
  )
}
