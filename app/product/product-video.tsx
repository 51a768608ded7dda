import { m } from '~/language/messages'
import { useEffect, useRef } from 'react'
import { pictureUrl } from '~/ui/picture'

interface ProductVideoProps {
  /** The product's name. */
  name: string
  video: string
  /** The picture that stands there until the video is played. */
  poster: string | undefined
  isShown: boolean
}

/** The video of a gallery. Nothing of it is loaded before it is played, and it stops once another view is shown. Only for areas. */
export function ProductVideo({ name, video, poster = '', isShown }: ProductVideoProps) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (!isShown) element.current?.pause()
  }, [isShown])
  return (
    <video
      ref={element}
      className="main-picture"
      // Whole, and its controls end above the counter and the arrows.
      style={{ objectFit: 'contain', paddingBottom: 52 }}
      src={video}
      poster={pictureUrl(poster, 640, 'webp') ?? undefined}
      preload="none"
      muted
      playsInline
      loop
      controls
      aria-label={m.product_video_of({ name })}
    >
      <a href={video}>{m.product_video()}</a>
    </video>
  )
}
