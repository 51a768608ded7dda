import { m } from '~/language/messages'
import { useContext, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { LiteContext } from '~/platform/hydration/lite'
import { Enlarged, type View } from './enlarged'
import { Icon } from './icon'
import { pictureUrl } from './picture'
import { useStrip } from './strip'

interface ZoomProps {
  /** All pictures that are shown enlarged, to be swiped through. */
  views: readonly View[]
  /** Index of the one that the link shows. */
  at: number
  children: ReactNode
}

/** A link from a picture to its large version. After hydration it shows it in the window, with the other views. Only for areas. */
export function Zoom({ views, at, children }: ZoomProps) {
  const [isOpen, setOpen] = useState(false)
  const isLite = useContext(LiteContext)
  const view = views[at]
  const url = view && pictureUrl(view.url, isLite ? 1120 : 2400, 'webp')
  if (!url) return children
  return (
    <>
      <a
        href={url}
        aria-label={m.ui_enlarge({ picture: view.alt })}
        onClick={(event) => {
          if (!('HTMLDialogElement' in window)) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </a>
      {isOpen ? <Views views={views} at={at} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

function Views({ views, at, onClose }: Omit<ZoomProps, 'children'> & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState(at)
  const strip = useStrip(shown, setShown)
  // Before the strip is scrolled, which it only can be once it is visible.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    strip.ref.current?.children[shown]?.querySelector('button')?.focus({ preventScroll: true })
  }, [strip.ref, shown])

  const step = (by: number) => views[shown + by] && setShown(shown + by)
  return (
    <dialog
      className="zoom"
      ref={dialog}
      aria-label={views[shown]?.alt}
      onClose={onClose}
      onKeyDown={({ key, target }) => {
        // In a picture that is near, the keys scroll.
        const isNear = target instanceof Element && target.getAttribute('aria-pressed') === 'true'
        const by = (KEYS[key] ?? 0) * (document.dir === 'rtl' ? -1 : 1)
        if (!isNear && by) step(by)
      }}
    >
      <div className="zoom-strip" {...strip}>
        {views.map((view) => (
          <Enlarged key={view.url} view={view} close={() => dialog.current?.close()} />
        ))}
      </div>
      {views.length > 1 ? (
        <p className="zoom-steps">
          <Step name="left" label={m.ui_previous_picture()} isOff={shown === 0} onClick={() => step(-1)} />
          <span aria-live="polite">
            {shown + 1} / {views.length}
          </span>
          <Step name="right" label={m.ui_next_picture()} isOff={shown === views.length - 1} onClick={() => step(1)} />
        </p>
      ) : null}
      <form method="dialog">
        <button className="icon-button">
          <Icon name="close" label={m.ui_close()} />
        </button>
      </form>
    </dialog>
  )
}

interface StepProps {
  name: 'left' | 'right'
  label: string
  isOff: boolean
  onClick: () => void
}

function Step({ name, label, isOff, onClick }: StepProps) {
  return (
    <button type="button" className="icon-button" disabled={isOff} onClick={onClick}>
      <Icon name={name} label={label} />
    </button>
  )
}
