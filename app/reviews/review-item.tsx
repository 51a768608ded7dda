import { m } from '~/language/messages'
import { dateInPakistan, formatDate } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { VisuallyHidden } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { Place } from '~/ui/place'
import { Stars } from '~/ui/stars'
import { ReviewPhotos } from './review-photos.area'
import type { Review } from './reviews.server'

interface ReviewItemProps {
  review: Review
  /** The form's action. */
  action: string
  /** The list's query, to return to. */
  from: string
}

/** Renders a review with its author, photos and Helpful button. */
export function ReviewItem({ review, action, from }: ReviewItemProps) {
  const { id, rating, review_text: text, images, created_at: at, profile, is_verified: isVerified, helpful } = review
  return (
    <li className="review">
      <div className="between">
        <Stars rating={rating} />
        <time className="muted small" dateTime={dateInPakistan(new Date(at))}>
          {formatDate(at)}
        </time>
      </div>
      <p {...freeText(text)}>{text}</p>
      {images.length > 0 ? <ReviewPhotos photos={images} author={profile.full_name} /> : null}
      <p className="review-author">
        <span className="avatar" aria-hidden="true">
          {profile.avatar_url ? (
            <Picture source={profile.avatar_url} alt="" widths={[160]} sizes="36px" shape={[1, 1]} className="" />
          ) : (
            profile.full_name.charAt(0).toUpperCase()
          )}
        </span>{' '}
        <bdi>{profile.full_name}</bdi>{' '}
        {isVerified ? <span className="badge badge-ok verified">{m.reviews_verified_purchase()}</span> : null}
      </p>
      <form className="helpful" method="post" action={action}>
        <input type="hidden" name="review" value={id} />
        <input type="hidden" name="from" value={from} />
        <Place name={`helpful-${id}`}>
          <button className="icon-button" name="intent" value="helpful">
            {m.reviews_helpful()}
            <VisuallyHidden>{m.reviews_helpful_of({ name: profile.full_name })}</VisuallyHidden>
          </button>
        </Place>{' '}
        {helpful > 0 ? <span className="muted small">{m.reviews_found_helpful({ count: helpful })}</span> : null}
      </form>
    </li>
  )
}
