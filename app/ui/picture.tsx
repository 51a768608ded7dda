import { useContext } from 'react'
import { LiteContext } from '~/platform/hydration/lite'
import { PICTURES } from './picture-path'
import { shopRatio } from './ratio'

/** The allowed widths. Others are refused, so that requests can't fill the disk. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 800, 1120, 1600, 2400] as const

/** The largest width, for enlarged pictures. Only as WebP: making an AVIF of this size takes 200 MB (decision 134). */
export const LARGEST_WIDTH = 2400

/** The widths of the lite version, whose pictures are also compressed harder. */
export const LITE_WIDTHS = [160, 320] as const

/** The width and height in pixels of a product's picture on sharing sites. */
export const SHARED_SIZE = 1000

const SOURCE = /^\/?(pictures\/[\w-]+|review-images\/[\w-]+|profilePictures\/[\w-]+)\.\w+$/
/** A public URL of Supabase Storage on any host, as operators paste it into a product's media. */
const STORED = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/([\w-]+(?:\/[\w-]+)+\.\w+)$/

/** Returns the URL of a picture in one width and format, or null for a source that the shop doesn't serve. */
export function pictureUrl(
  source: string,
  width: (typeof PICTURE_WIDTHS)[number] | `lite-${(typeof LITE_WIDTHS)[number]}` | 'shared',
  format: 'avif' | 'webp' | 'jpg',
): string | null {
  const stored = STORED.exec(source)?.[1]
  const name = stored ? `storage/${stored}` : SOURCE.exec(source)?.[1]
  return name ? `/${PICTURES}/${width}/${name}.${format}` : null
}

interface PictureProps {
  source: string | null | undefined
  alt: string
  /** The widths that the browser may choose from, the smallest first. */
  widths?: readonly (typeof PICTURE_WIDTHS)[number][]
  sizes: string
  /** The aspect ratio of its frame, such as '4/5'; by default that of the shop's pictures. */
  ratio?: string
  /** The point that stays in sight where the frame has another ratio, as styles have it: '50% 20%'. */
  focus?: string
  /** The width in the lite version; by default the smaller one for pictures that can be 160 wide. */
  liteWidth?: (typeof LITE_WIDTHS)[number]
  className?: string
  /** Whether it is the page's main picture, which is loaded eagerly with high priority. */
  isFirst?: boolean
}

/** A picture as AVIF, WebP or JPEG in several widths. Without a source it is a tinted box. */
export function Picture({
  source,
  alt,
  widths = [320, 480],
  sizes,
  ratio = shopRatio(),
  focus,
  className = 'picture',
  liteWidth = widths[0] === 160 ? 160 : 320,
  isFirst = false,
}: PictureProps) {
  const isLite = useContext(LiteContext)
  const [width = 320, ...larger] = isLite ? ([`lite-${liteWidth}`] as const) : widths
  const url = (size: Parameters<typeof pictureUrl>[1], format: 'avif' | 'webp' | 'jpg') =>
    pictureUrl(source ?? '', size, format) ?? ''
  const [across, down] = ratio.split('/')
  const hasChoice = larger.length > 0
  // For browsers without AVIF and WebP.
  const fallback = url(width, 'jpg')
  if (!fallback)
    return <div className={className} role="img" aria-label={alt || undefined} aria-hidden={alt ? undefined : true} />
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={
          hasChoice ? [width, ...larger].map((size) => `${url(size, 'avif')} ${size}w`).join() : url(width, 'avif')
        }
        sizes={hasChoice ? sizes : undefined}
      />
      {/* One size for the few browsers with WebP but not AVIF, since every picture of a page counts. */}
      <source type="image/webp" srcSet={url(larger[0] ?? width, 'webp')} />
      <img
        className={className || undefined}
        src={fallback}
        alt={alt}
        width={`${across}00`}
        height={`${down}00`}
        style={{ objectPosition: focus }}
        loading={isFirst ? undefined : 'lazy'}
        {...(isFirst ? { fetchpriority: 'high' } : {})}
      />
    </picture>
  )
}
