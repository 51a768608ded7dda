import { useRef, useState, type ReactNode } from 'react'
import { Icon } from '~/ui/icon'
import { Picture, pictureUrl } from '~/ui/picture'

const THUMBNAILS = 3

interface GalleryProps {
  product: { name: string; slug: string }
  pictures: { url: string; alt: string }[]
  picture: number
  color: string | null
}

/** The main picture and three thumbnails, which are links; missing ones are grey (document 1, section 2). */
export function Gallery({ product, pictures, picture, color }: GalleryProps) {
  const main = pictures[picture] ?? pictures[0]
  const to = (place: number) => {
    const parameters = new URLSearchParams({ ...(color ? { color } : {}), picture: String(place + 1) })
    return `/product/${product.slug}?${parameters}`
  }
  return (
    <div className="gallery">
      <div className="gallery-main">
        <Zoom url={main && pictureUrl(main.url, 1120, 'webp')} alt={main?.alt ?? product.name}>
          <Picture
            source={main?.url}
            alt={main?.alt ?? product.name}
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
                  aria-label={`Picture ${place + 1}`}
                  aria-current={place === picture ? 'true' : undefined}
                >
                  <Picture source={thumbnail.url} alt="" widths={[160]} sizes="84px" className="" />
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

/** The picture as a link to its large self; with React that opens above the page. */
function Zoom({ url, alt, children }: { url: string | null | undefined; alt: string; children: ReactNode }) {
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
          <button className="icon-button" aria-label="Close">
            <Icon name="close" />
          </button>
        </form>
        {isOpen ? <img src={url} alt={alt} width="800" height="1000" /> : null}
      </dialog>
    </>
  )
}
