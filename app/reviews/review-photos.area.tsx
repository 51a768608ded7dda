import { area } from '~/platform/hydration/area'
import { Picture, pictureUrl } from '~/ui/picture'
import { Zoom } from '~/ui/zoom'

interface ReviewPhotosProps {
  photos: string[]
  author: string
}

/** Renders a review's photos as links to their large versions, which React opens above the page. */
export const ReviewPhotos = area('reviews/review-photos', Photos)

function Photos({ photos, author }: ReviewPhotosProps) {
  return (
    <div className="review-images">
      {photos.map((photo, index) => {
        const alt = `Photo ${index + 1} by ${author}`
        return (
          <Zoom key={photo} url={pictureUrl(photo, 1120, 'webp')} alt={alt}>
            <Picture source={photo} alt={alt} widths={[160, 320]} sizes="72px" className="" />
          </Zoom>
        )
      })}
    </div>
  )
}
