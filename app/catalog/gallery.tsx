import { useEffect, useRef } from 'react'
import { Picture, pictureUrl } from '~/ui/picture'
import { Zoom } from '~/ui/zoom'
import type { GalleryPicture } from './product-choice'

const THUMBNAILS = 3
/** A swipe has ended after this pause, in milliseconds; older browsers have no scrollend event. */
const AT_REST_MS = 120

interface GalleryProps {
  /** The product's name. */
  name: string
  pictures: GalleryPicture[]
  /** Index of the main picture. */
  picture: number
  /** Returns the page's URL with another main picture. */
  to: (place: number) => string
  onChoose: (place: number) => void
}

/**
 * Renders the main picture and three thumbnail links; missing ones are grey (PD-03 to PD-07). On phones all pictures are in a strip to
 * swipe through instead (decision 97).
 */
export function Gallery({ name, pictures, picture, to, onChoose }: GalleryProps) {
  const strip = useRef<HTMLDivElement>(null)
  const restTimer = useRef<ReturnType<typeof setTimeout>>()
  const shown = pictures[picture] ? picture : 0
  const slides: (GalleryPicture | undefined)[] = pictures.length > 0 ? pictures : [undefined]

  useEffect(() => {
    const slide = strip.current?.children[shown]
    if (strip.current && slide instanceof HTMLElement)
      strip.current.scrollLeft = slide.offsetLeft - (strip.current.clientWidth - slide.clientWidth) / 2
  }, [shown])

  /** Selects the picture that was swiped to. */
  function selectSwipedPicture(): void {
    clearTimeout(restTimer.current)
    restTimer.current = setTimeout(() => {
      if (!strip.current) return
      const { clientWidth, scrollLeft, scrollWidth } = strip.current
      if (scrollWidth <= clientWidth) return
      const place = Math.round((Math.abs(scrollLeft) / (scrollWidth - clientWidth)) * (slides.length - 1))
      if (place !== shown) onChoose(place)
    }, AT_REST_MS)
  }

  return (
    <div className="gallery">
      <div className="gallery-main" ref={strip} onScroll={selectSwipedPicture}>
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
