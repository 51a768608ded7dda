import { useEffect, useRef } from 'react'
import { Picture, pictureUrl } from '~/ui/picture'
import { Zoom } from '~/ui/zoom'
import type { GalleryPicture } from '~/catalog/product-choice'

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
  to: (index: number) => string
  onChoose: (index: number) => void
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
      const index = Math.round((Math.abs(scrollLeft) / (scrollWidth - clientWidth)) * (slides.length - 1))
      if (index !== shown) onChoose(index)
    }, AT_REST_MS)
  }

  return (
    <div className="gallery">
      <div className="gallery-main" ref={strip} onScroll={selectSwipedPicture}>
        {slides.map((slide, index) => (
          <div
            key={slide?.url ?? index}
            className={index === shown ? (slides.length === 1 ? 'current lone' : 'current') : undefined}
          >
            <Zoom url={slide && pictureUrl(slide.url, 1120, 'webp')} alt={slide?.alt ?? name}>
              <Picture
                source={slide?.url}
                alt={slide?.alt ?? name}
                widths={[480, 640, 800]}
                sizes="(min-width:1024px) 560px, (min-width:768px) 46vw, 72vw"
                className="main-picture"
                isFirst={index === shown}
              />
            </Zoom>
          </div>
        ))}
      </div>
      <Thumbnails pictures={pictures} picture={picture} to={to} onChoose={onChoose} />
    </div>
  )
}

function Thumbnails({ pictures, picture, to, onChoose }: Omit<GalleryProps, 'name'>) {
  return (
    <ul className="thumbnails">
      {Array.from({ length: THUMBNAILS }, (_, index) => {
        const thumbnail = pictures[index]
        return (
          <li key={index}>
            {thumbnail ? (
              <a
                href={to(index)}
                aria-current={index === picture ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  onChoose(index)
                }}
              >
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
