import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldError } from '~/ui/field'
import { VisuallyHidden } from '~/ui/icon'
import { PhotoInput } from '~/ui/photo-input.area'
import { TextArea } from '~/ui/text-area'
import { RadioGroup } from '~/ui/radio-group'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { FIT_NAMES, FITS } from './fit'
import { MAX_IMAGES } from './review-images'
import { reviewsUrl, writeUrl } from './review-query'
import { reviewSchema } from './review.schema'
import type { OwnReviewFields } from './reviews.server'

const RATINGS = [
  { rating: 5, word: 'Excellent' },
  { rating: 4, word: 'Good' },
  { rating: 3, word: 'Fair' },
  { rating: 2, word: 'Poor' },
  { rating: 1, word: 'Bad' },
]

interface ReviewFormProps {
  slug: string
  /** URL parameters that links keep. */
  carried: Record<string, string>
  /** The shopper's earlier review, if any. */
  own: OwnReviewFields | null
  reply?: SubmissionResult
}

/** Renders the review form: rating, text and up to three photos. */
export function ReviewForm({ slug, carried, own, reply }: ReviewFormProps) {
  const form = useShopForm('write', reviewSchema, reply)
  const images = form.field('images')
  return (
    <form
      className="review-form panel stack"
      encType="multipart/form-data"
      action={writeUrl(slug, carried)}
      {...form.props}
      aria-label="Your review"
    >
      {own ? <h2 className="panel-title">Edit your review</h2> : null}
      <ErrorSummary form={form} />
      <RadioGroup
        field={form.field('rating')}
        legend="Your rating"
        options={RATINGS.map(({ rating, word }) => ({
          value: String(rating),
          label: (
            <>
              <VisuallyHidden>{`${rating} out of 5,`}</VisuallyHidden>{' '}
              <span aria-hidden="true">{'★'.repeat(rating)}</span> <small>{word}</small>
            </>
          ),
        }))}
        defaultValue={own ? String(own.rating) : undefined}
        choices="size rating-choices"
      />
      <RadioGroup
        field={form.field('fit')}
        legend="How it runs (optional)"
        options={FIT_NAMES.map((fit) => ({ value: fit, label: FITS[fit] }))}
        defaultValue={own?.fit ?? undefined}
        choices="size"
      />
      <TextArea field={form.field('text')} label="Your review" defaultValue={own?.review_text} />
      <fieldset id={images.id} aria-describedby={images.hintId}>
        <legend>Photos</legend>
        <p className="hint" id={images.hintId}>
          {`Up to ${MAX_IMAGES}, JPEG, PNG or WebP, 5 MB each. They are shown with your review.`}
          {own ? ' New ones take the place of those that you sent before.' : null}
        </p>
        <div className="photo-inputs">
          {Array.from({ length: MAX_IMAGES }, (_, index) => (
            <PhotoInput key={index} id={`photo-${index + 1}`} label={`Photo ${index + 1}`} name="images" />
          ))}
        </div>
        <FieldError field={images} />
      </fieldset>
      <div className="form-actions">
        <SubmitButton className="button" busy="Submitting…">
          Submit review
        </SubmitButton>
        <a className="link" href={reviewsUrl(slug, undefined, carried)}>
          Cancel
        </a>
      </div>
    </form>
  )
}
