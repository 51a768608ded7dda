import { Picture, pictureUrl } from '~/ui/picture'
import { Zoom } from '~/ui/zoom'
import type { GalleryPicture } from './product-choice'

const THUMBNAILS = 3

interface GalleryProps {
  /** The product's. */
  name: string
  pictures: GalleryPicture[]
  /** Which of them is shown large. */
  picture: number
  /** The address of the page with another picture large. */
  to: (place: number) => string
  onChoose: (place: number) => void
}

/** The main picture and three thumbnails, which are links; missing ones are grey (document 1, section 2). */
export function Gallery({ name, pictures, picture, to, onChoose }: GalleryProps) {
  const main = pictures[picture] ?? pictures[0]
  return (
    <div className="gallery">
      <div className="gallery-main">
        <Zoom url={main && pictureUrl(main.url, 1120, 'webp')} alt={main?.alt ?? name}>
          <Picture
            key={main?.url}
            source={main?.url}
            alt={main?.alt ?? name}
            widths={[480, 640, 800]}
            sizes="(min-width:1024px) 560px, (min-width:768px) 46vw, 100vw"
            className="main-picture"
            isFirst
          />
        </Zoom>
      </div>
      <ul className="thumbnails">
        {Array.from({ length: THUMBNAILS }, (_, place) => {
          const thumbnail = pictures[place]
          return (
            <li key={place}>
              {thumbnail ? (
                <a
                  href={to(place)}
                  aria-current={place === picture ? 'true' : undefined}
                  onClick={(event) => {
                    event.preventDefault()
                    onChoose(place)
                  }}
                >
                  <Picture
                    source={thumbnail.url}
                    alt={`Picture ${place + 1}`}
                    widths={[160]}
                    sizes="84px"
                    className=""
                  />
                </a>
              ) : (
                <span className="placeholder" />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
