import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary, fieldError, typed } from '~/ui/form-errors'
import { Unseen } from '~/ui/icon'
import { PhotoInput } from '~/ui/photo-input.area'
import { TextArea } from '~/ui/text-area'
import { SubmitButton } from '~/ui/submit-button'
import { MAX_IMAGES } from './review-images'
import { reviewsUrl, writeUrl } from './review-query'

const RATINGS = [
  { rating: 5, word: 'Excellent' },
  { rating: 4, word: 'Good' },
  { rating: 3, word: 'Fair' },
  { rating: 2, word: 'Poor' },
  { rating: 1, word: 'Bad' },
]

interface ReviewFormProps {
  slug: string
  /** Parameters of the product's page that stay. */
  carried: Record<string, string>
  /** What the shopper wrote before, if anything. */
  own: { rating: number; review_text: string } | null
  reply?: SubmissionResult
}

/** Rating, words and up to three photos: one multipart form that needs no script. */
export function ReviewForm({ slug, carried, own, reply }: ReviewFormProps) {
  const chosen = typed(reply, 'rating') ?? String(own?.rating ?? '')
  const ratingError = fieldError(reply, 'rating')
  const imagesError = fieldError(reply, 'images')
  return (
    <form
      id="write"
      className="review-form panel stack"
      method="post"
      encType="multipart/form-data"
      action={writeUrl(slug, carried)}
      noValidate
      aria-label="Your review"
    >
      <ErrorSummary reply={reply} />
      <fieldset id="rating" aria-describedby={ratingError ? 'rating-error' : undefined}>
        <legend>Your rating</legend>
        <div className="choices size rating-choices">
          {RATINGS.map(({ rating, word }) => (
            <label key={rating}>
              <input type="radio" name="rating" value={rating} defaultChecked={chosen === String(rating)} />
              <span>
                <Unseen>{`${rating} out of 5,`}</Unseen> <span aria-hidden="true">{'★'.repeat(rating)}</span>{' '}
                <small>{word}</small>
              </span>
            </label>
          ))}
        </div>
        {ratingError ? (
          <span className="error" id="rating-error">
            {ratingError}
          </span>
        ) : null}
      </fieldset>
      <TextArea name="text" label="Your review" maxLength={2000} defaultValue={own?.review_text} reply={reply} />
      <fieldset id="images" aria-describedby="images-hint">
        <legend>Photos</legend>
        <p className="hint" id="images-hint">
          Up to {MAX_IMAGES}, JPEG, PNG or WebP, 5 MB each. They are shown with your review.
        </p>
        <div className="photo-inputs">
          {Array.from({ length: MAX_IMAGES }, (_, place) => (
            <PhotoInput key={place} id={`photo-${place + 1}`} label={`Photo ${place + 1}`} name="images" />
          ))}
        </div>
        {imagesError ? <span className="error">{imagesError}</span> : null}
      </fieldset>
      <div className="form-actions">
        <SubmitButton className="button" busy="Submitting…">
          Submit review
        </SubmitButton>
        <a className="link" href={reviewsUrl(slug, { sort: 'latest', count: 0 }, carried)}>
          Cancel
        </a>
      </div>
    </form>
  )
}
