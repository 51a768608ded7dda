import { m } from '~/language/messages'
import { useContext, useEffect, useRef } from 'react'
import { LiteContext } from '~/platform/hydration/lite'
import { Icon } from '~/ui/icon'
import { freeText } from '~/ui/free-text'
import { Picture, pictureUrl } from '~/ui/picture'
import { framed, type Ratio } from '~/ui/ratio'
import { useStrip } from '~/ui/strip'
import { Zoom } from '~/ui/zoom'
import type { GalleryPicture } from '~/catalog/product-choice'

const THUMBNAILS = 3

const WIDTHS = [480, 640, 800, 1120] as const
const SIZES = '(min-width:1024px) 560px,(min-width:480px) 50vw,min(72vw,266px)'

interface GalleryProps {
  name: string
  pictures: GalleryPicture[]
  /** The ratio of the pictures, if the product has its own. */
  ratio?: Ratio
  /** The address of the video, which is the last view. */
  video?: string
  /** Index of the main picture, or of the video. */
  picture: number
  /** Returns the page's URL with another main picture. */
  to: (index: number) => string
  onChoose: (index: number) => void
  /** The main picture of a colour that may be chosen next, which is loaded already. */
  next?: string
  /** The file of the picture before the colour changed, which fades until the new one covers it. */
  before?: string
}

/**
 * Renders the main picture, with links to the one before and after, and three thumbnail links, which are those around it; missing ones are
 * grey (PD-03 to PD-07). On phones all pictures are in a strip to swipe through instead (decision 97).
 */
export function Gallery({ name, pictures, ratio, video: stored, picture, to, onChoose, next, before }: GalleryProps) {
  const isLite = useContext(LiteContext)
  const video = isLite ? undefined : stored
  const count = pictures.length + (video ? 1 : 0)
  const shown = picture < count ? picture : 0
  const strip = useStrip(shown, onChoose)
  return (
    <div className="gallery" style={framed(ratio)}>
      <div className={pictures.some(({ caption }) => caption) ? 'gallery-frame captioned' : 'gallery-frame'}>
        <div className="gallery-main" {...strip}>
          {pictures.length === 0 ? (
            <Picture source={null} alt={name} sizes="" className="picture main-picture current" />
          ) : null}
          {pictures.map(({ url, alt, focus, caption }, index) => (
            <div key={url} className={index === shown ? 'current' : undefined}>
              {before && index === shown ? <i style={{ backgroundImage: `url(${before})` }} /> : null}
              <Zoom views={pictures} at={index}>
                <Picture
                  source={url}
                  alt={alt}
                  widths={index === shown ? WIDTHS : WIDTHS.slice(0, 3)}
                  sizes={SIZES}
                  ratio={ratio}
                  focus={focus}
                  className="picture main-picture"
                  isFirst={index === shown}
                />
              </Zoom>
              {count > 1 ? <small>{`${index + 1} / ${count}`}</small> : null}
              {caption ? (
                <p className="caption" {...freeText(caption)}>
                  {caption}
                </p>
              ) : null}
            </div>
          ))}
          {video ? (
            <div className={shown === count - 1 ? 'current' : undefined}>
              <ProductVideo {...{ name, video }} poster={pictures[0]?.url} isShown={shown === count - 1} />
              <small>{`${count} / ${count}`}</small>
            </div>
          ) : null}
        </div>
        <Step label={m.product_previous_picture()} icon="left" index={shown - 1} {...{ count, to, onChoose }} />
        <Step label={m.product_next_picture()} icon="right" index={shown + 1} {...{ count, to, onChoose }} />
      </div>
      {next ? (
        <div hidden>
          <Picture source={next} alt="" widths={WIDTHS} sizes={SIZES} isFirst />
        </div>
      ) : null}
      <Thumbnails {...{ pictures, ratio, video, to, onChoose }} picture={shown} />
    </div>
  )
}

interface StepProps extends Pick<GalleryProps, 'to' | 'onChoose'> {
  label: string
  icon: 'left' | 'right'
  index: number
  /** How many views there are. */
  count: number
}

/** A link to another view, if there is one. */
function Step({ label, icon, index, count, to, onChoose }: StepProps) {
  if (index < 0 || index >= count) return null
  return (
    <a className={icon === 'left' ? 'icon-button step prior' : 'icon-button step'} {...linkTo(index, to, onChoose)}>
      <Icon name={icon} label={label} />
    </a>
  )
}

/** Returns what a link to another main picture needs; after hydration it is chosen in place. */
function linkTo(index: number, to: GalleryProps['to'], onChoose: GalleryProps['onChoose']) {
  return {
    href: to(index),
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      onChoose(index)
    },
  }
}

function Thumbnails({ pictures, ratio, video, picture, to, onChoose }: Omit<GalleryProps, 'name'>) {
  const first = Math.max(0, Math.min(picture - 1, pictures.length - THUMBNAILS))
  const current = (index: number) => (index === picture ? 'true' : undefined)
  return (
    <ul className="thumbnails">
      {Array.from({ length: THUMBNAILS }, (_, place) => {
        const index = first + place
        const thumbnail = pictures[index]
        return (
          <li key={index}>
            {thumbnail ? (
              <a aria-current={current(index)} {...linkTo(index, to, onChoose)}>
                <Picture
                  source={thumbnail.url}
                  alt={m.product_picture({ number: index + 1 })}
                  widths={[160]}
                  sizes="84px"
                  ratio={ratio}
                  focus={thumbnail.focus}
                  className=""
                />
              </a>
            ) : (
              <span className="placeholder" />
            )}
          </li>
        )
      })}
      {video ? (
        <li>
          <a className="video" aria-current={current(pictures.length)} {...linkTo(pictures.length, to, onChoose)}>
            <Icon name="play" label={m.product_video()} />
          </a>
        </li>
      ) : null}
    </ul>
  )
}

interface ProductVideoProps {
  name: string
  video: string
  /** The picture that stands there until the video is played. */
  poster: string | undefined
  isShown: boolean
}

/** The video of a gallery. Nothing of it is loaded before it is played, and it stops once another view is shown. Only for areas. */
function ProductVideo({ name, video, poster = '', isShown }: ProductVideoProps) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (!isShown) element.current?.pause()
  }, [isShown])
  return (
    <video
      ref={element}
      className="picture main-picture"
      // Whole, and its controls end above the counter and the arrows.
      style={{ objectFit: 'contain', paddingBottom: 52 }}
      src={video}
      poster={pictureUrl(poster, 640, 'webp') ?? undefined}
      preload="none"
      muted
      playsInline
      loop
      controls
      aria-label={m.product_video_of({ name })}
    >
      <a href={video}>{m.product_video()}</a>
    </video>
  )
}
