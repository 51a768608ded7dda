import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Icon } from './icon'

/** A point of a picture, as fractions of its width and height. */
interface Point {
  x: number
  y: number
}

const MIDDLE: Point = { x: 0.5, y: 0.5 }

/**
 * A link from a picture to its large version. After hydration it fills the window: the whole picture first, enlarged where it is
 * tapped. Pinching is left to the browser. Only for areas.
 */
export function Zoom({ url, alt, children }: { url: string | null | undefined; alt: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
  }, [isOpen])
  if (!url) return children
  return (
    <>
      <a
        href={url}
        aria-label={`Enlarge: ${alt}`}
        onClick={(event) => {
          if (!('HTMLDialogElement' in window)) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </a>
      {isOpen ? (
        <dialog className="zoom" ref={dialog} aria-label={alt} onClose={() => setOpen(false)}>
          <form method="dialog">
            <button className="icon-button">
              <Icon name="close" label="Close" />
            </button>
          </form>
          <Enlarged url={url} alt={alt} close={() => dialog.current?.close()} />
        </dialog>
      ) : null}
    </>
  )
}

function Enlarged({ url, alt, close }: { url: string; alt: string; close: () => void }) {
  const stage = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState<Point | null>(null)
  useLayoutEffect(() => {
    const { current } = stage
    if (!current || !near) return
    current.scrollLeft = near.x * current.scrollWidth - current.clientWidth / 2
    current.scrollTop = near.y * current.scrollHeight - current.clientHeight / 2
  }, [near])

  function tap(event: MouseEvent<HTMLButtonElement>): void {
    // The second click of a double tap; the first one has been handled.
    if (event.detail > 1) return
    if (near) return setNear(null)
    // By keyboard.
    if (event.detail === 0) return setNear(MIDDLE)
    if (!(event.target instanceof HTMLImageElement)) return close()
    const { left, top, width, height } = event.target.getBoundingClientRect()
    setNear({ x: (event.clientX - left) / width, y: (event.clientY - top) / height })
  }

  return (
    <div className={near ? 'zoom-stage near' : 'zoom-stage'} ref={stage}>
      <button type="button" aria-label={`Closer: ${alt}`} aria-pressed={near !== null} onClick={tap}>
        <img src={url} alt={alt} />
      </button>
    </div>
  )
}
