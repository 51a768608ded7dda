import { m } from '~/language/messages'
import { area } from '~/platform/hydration/area'
import { Picture } from '~/ui/picture'
import { Zoom } from '~/ui/zoom'

interface ReviewPhotosProps {
  photos: string[]
  author: string
}

/** Renders a review's photos as links to their large versions, which React opens above the page. */
export const ReviewPhotos = area('reviews/review-photos', Photos)

function Photos({ photos, author }: ReviewPhotosProps) {
  const views = photos.map((url, index) => ({ url, alt: m.reviews_photo_by({ number: index + 1, name: author }) }))
  return (
    <div className="review-images">
      {views.map(({ url, alt }, index) => (
        <Zoom key={url} views={views} at={index}>
          <Picture source={url} alt={alt} widths={[160, 320]} sizes="72px" className="" />
        </Zoom>
      ))}
    </div>
  )
}
