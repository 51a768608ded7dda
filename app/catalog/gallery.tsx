import { useEffect, useRef } from 'react'
import { Picture, pictureUrl } from '~/ui/picture'
import { Zoom } from '~/ui/zoom'
import type { GalleryPicture } from './product-choice'

const THUMBNAILS = 3
/** A swipe has ended when the strip has rested this long, in milliseconds: older browsers don't tell. */
const AT_REST_MS = 120

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

/**
 * The main picture and three thumbnails, which are links; missing ones are grey (PD-03 to PD-07). Phones have a strip of all
 * pictures to swipe through in place of the thumbnails.
 */
export function Gallery({ name, pictures, picture, to, onChoose }: GalleryProps) {
  const strip = useRef<HTMLDivElement>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>()
  const shown = pictures[picture] ? picture : 0
  const slides: (GalleryPicture | undefined)[] = pictures.length > 0 ? pictures : [undefined]

  useEffect(() => {
    const slide = strip.current?.children[shown]
    if (strip.current && slide instanceof HTMLElement)
      strip.current.scrollLeft = slide.offsetLeft - (strip.current.clientWidth - slide.clientWidth) / 2
  }, [shown, pictures])

  /** Makes the picture current that was swiped to. */
  function follow(): void {
    clearTimeout(resting.current)
    resting.current = setTimeout(() => {
      if (!strip.current) return
      const { clientWidth, scrollLeft, scrollWidth } = strip.current
      if (scrollWidth <= clientWidth) return
      const place = Math.round((Math.abs(scrollLeft) / (scrollWidth - clientWidth)) * (slides.length - 1))
      if (place !== shown) onChoose(place)
    }, AT_REST_MS)
  }

  return (
    <div className="gallery">
      <div className="gallery-main" ref={strip} onScroll={follow}>
        {slides.map((slide, place) => (
          <div key={slide?.url ?? place} className={place === shown ? 'current' : undefined}>
            <Zoom url={slide && pictureUrl(slide.url, 1120, 'webp')} alt={slide?.alt ?? name}>
              <Picture
                source={slide?.url}
                alt={slide?.alt ?? name}
                widths={[480, 640, 800]}
                sizes="(min-width:1024px) 560px, (min-width:768px) 46vw, 72vw"
                className="main-picture"
                isFirst={place === shown}
              />
            </Zoom>
          </div>
        ))}
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
