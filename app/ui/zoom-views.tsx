import { m } from '~/language/messages'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Enlarged, type View } from './enlarged'
import { Icon } from './icon'
import { useStrip } from './strip'

export interface ViewsProps {
  /** All pictures that are shown enlarged, to be swiped through. */
  views: readonly View[]
  /** Index of the one that is shown first. */
  at: number
  onClose: () => void
}

const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** The enlarged pictures, in the window. Loaded once a picture is pressed (zoom.tsx). */
export function Views({ views, at, onClose }: ViewsProps) {
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
