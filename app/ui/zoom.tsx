import { useRef, useState, type ReactNode } from 'react'
import { Icon } from './icon'

/** A link from a picture to its large version. After hydration the large version opens in a dialog. Only for areas. */
export function Zoom({ url, alt, children }: { url: string | null | undefined; alt: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  if (!url) return children
  return (
    <>
      <a
        href={url}
        aria-label={`Enlarge: ${alt}`}
        onClick={(event) => {
          if (!dialog.current?.showModal) return
          event.preventDefault()
          setOpen(true)
          dialog.current.showModal()
        }}
      >
        {children}
      </a>
      <dialog className="zoom" ref={dialog} aria-label={alt} onClose={() => setOpen(false)}>
        <form method="dialog">
          <button className="icon-button">
            <Icon name="close" label="Close" />
          </button>
        </form>
        {isOpen ? <img src={url} alt={alt} width="800" height="1000" /> : null}
      </dialog>
    </>
  )
}
