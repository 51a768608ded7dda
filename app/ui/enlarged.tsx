import { m } from '~/language/messages'
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { pictureUrl } from './picture'

/** A picture that can be enlarged. */
export interface View {
  url: string
  alt: string
}

/** A point of a picture, as fractions of its width and height. */
interface Point {
  x: number
  y: number
}

const MIDDLE: Point = { x: 0.5, y: 0.5 }
const WIDTHS = [800, 1120, 1600, 2400] as const
/** How much larger a tapped picture becomes at least, if it hasn't more pixels than it shows. */
const LEAST = 2

/**
 * A picture that fills the window: whole at first, and near where it is tapped, with a pixel of the file for each of the screen. Pinching is
 * the browser's own; then too the file has all pixels.
 */
export function Enlarged({ view: { url, alt }, close }: { view: View; close: () => void }) {
  const stage = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState<Point | null>(null)
  /** The width of the near picture, in CSS pixels. */
  const [width, setWidth] = useState(0)
  const isPinched = usePinched()

  useLayoutEffect(() => {
    const { current } = stage
    if (!current || !near || width === 0) return
    current.scrollLeft = near.x * current.scrollWidth - current.clientWidth / 2
    current.scrollTop = near.y * current.scrollHeight - current.clientHeight / 2
  }, [near, width])

  function tap(event: MouseEvent<HTMLButtonElement>): void {
    // The second click of a double tap; the first one has been handled.
    if (event.detail > 1) return
    if (near) return setNear(null)
    const image = event.currentTarget.querySelector('img')
    if (!image) return
    const { left, top, width: whole, height } = shownBox(image)
    // A click by keyboard has no place.
    const place = event.detail === 0 ? MIDDLE : { x: (event.clientX - left) / whole, y: (event.clientY - top) / height }
    if (Math.min(place.x, place.y) < 0 || Math.max(place.x, place.y) > 1) return close()
    setWidth(whole * LEAST)
    setNear(place)
  }

  return (
    <div className={near ? 'zoom-stage near' : 'zoom-stage'} ref={stage}>
      <button type="button" aria-label={m.ui_closer({ picture: alt })} aria-pressed={near !== null} onClick={tap}>
        <img
          srcSet={WIDTHS.map((size) => `${pictureUrl(url, size, 'webp')} ${size}w`).join()}
          sizes={near || isPinched ? '2400px' : '100vw'}
          alt={alt}
          loading="lazy"
          style={near ? { width } : undefined}
          onLoad={({ currentTarget }) => {
            // With these sizes it is the width of the file, which may be smaller than asked for.
            if (near) setWidth((least) => Math.max(least, currentTarget.naturalWidth / devicePixelRatio))
          }}
        />
      </button>
    </div>
  )
}

/** Returns where the window shows a whole picture, which is fitted into its element. */
function shownBox(image: HTMLImageElement) {
  const box = image.getBoundingClientRect()
  const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight)
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale]
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height }
}

/** Whether the window has been pinched larger since this was shown. */
function usePinched(): boolean {
  const [isPinched, setPinched] = useState(false)
  useEffect(() => {
    const { visualViewport } = window
    const look = () => setPinched((before) => before || (visualViewport?.scale ?? 1) > 1.05)
    visualViewport?.addEventListener('resize', look)
    return () => visualViewport?.removeEventListener('resize', look)
  }, [])
  return isPinched
}
