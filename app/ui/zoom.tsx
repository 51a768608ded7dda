import { useRef, useState, type ReactNode } from 'react'
import { Icon } from './icon'

/** A picture as a link to its large self; with React that opens above the page. Only for areas. */
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
