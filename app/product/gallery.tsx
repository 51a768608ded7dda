import { Icon } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { useStrip } from '~/ui/strip'
import { Zoom } from '~/ui/zoom'
import type { GalleryPicture } from '~/catalog/product-choice'

const THUMBNAILS = 3

interface GalleryProps {
  /** The product's name. */
  name: string
  pictures: GalleryPicture[]
  /** Index of the main picture. */
  picture: number
  /** Returns the page's URL with another main picture. */
  to: (index: number) => string
  onChoose: (index: number) => void
}

/**
 * Renders the main picture, with links to the one before and after, and three thumbnail links; missing ones are grey (PD-03 to PD-07). On
 * phones all pictures are in a strip to swipe through instead (decision 97).
 */
export function Gallery({ name, pictures, picture, to, onChoose }: GalleryProps) {
  const shown = pictures[picture] ? picture : 0
  const strip = useStrip(shown, onChoose)
  return (
    <div className="gallery">
      <div className="gallery-frame">
        <div className="gallery-main" {...strip}>
          {pictures.length === 0 ? <Picture source={null} alt={name} sizes="" className="main-picture" /> : null}
          {pictures.map(({ url, alt }, index) => (
            <div key={url} className={index === shown ? 'current' : undefined}>
              <Zoom views={pictures} at={index}>
                <Picture
                  source={url}
                  alt={alt}
                  widths={[480, 640, 800]}
                  sizes="(min-width:1024px) 560px, (min-width:768px) 46vw, 72vw"
                  className="main-picture"
                  isFirst={index === shown}
                />
              </Zoom>
              {pictures.length > 1 ? (
                <small>
                  {index + 1} / {pictures.length}
                </small>
              ) : null}
            </div>
          ))}
        </div>
        <Step label="Previous picture" icon="left" index={shown - 1} {...{ pictures, to, onChoose }} />
        <Step label="Next picture" icon="right" index={shown + 1} {...{ pictures, to, onChoose }} />
      </div>
      <Thumbnails pictures={pictures} picture={shown} to={to} onChoose={onChoose} />
    </div>
  )
}

interface StepProps extends Pick<GalleryProps, 'pictures' | 'to' | 'onChoose'> {
  label: string
  icon: 'left' | 'right'
  index: number
}

/** A link to another main picture, if there is one. */
function Step({ label, icon, index, pictures, to, onChoose }: StepProps) {
  if (!pictures[index]) return null
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

function Thumbnails({ pictures, picture, to, onChoose }: Omit<GalleryProps, 'name'>) {
  return (
    <ul className="thumbnails">
      {Array.from({ length: THUMBNAILS }, (_, index) => {
        const thumbnail = pictures[index]
        return (
          <li key={index}>
            {thumbnail ? (
              <a aria-current={index === picture ? 'true' : undefined} {...linkTo(index, to, onChoose)}>
                <Picture source={thumbnail.url} alt={`Picture ${index + 1}`} widths={[160]} sizes="84px" className="" />
              </a>
            ) : (
              <span className="placeholder" />
            )}
          </li>
        )
      })}
    </ul>
  )
}
