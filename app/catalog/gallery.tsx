import { Picture } from '~/ui/picture'

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
        <Picture
          source={main?.url}
          alt={main?.alt ?? product.name}
          widths={[480, 640, 800]}
          sizes="(min-width:1024px) 560px, (min-width:768px) 46vw, 100vw"
          className="main-picture"
          isFirst
        />
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
