import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { VisuallyHidden } from '~/ui/icon'
import { PhotosField } from '~/ui/photos-field'
import { TextArea } from '~/ui/text-area'
import { SelectField } from '~/ui/field'
import { RadioGroup } from '~/ui/radio-group'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { FIT_NAMES, FITS } from './fit'
import { MAX_IMAGES, reviewSchema } from './review.schema'
import { postUrl, reviewsUrl } from './review-query'
import type { OwnReviewFields } from './reviews.server'

const RATINGS = [
  { rating: 5, word: m.reviews_excellent },
  { rating: 4, word: m.reviews_good },
  { rating: 3, word: m.reviews_fair },
  { rating: 2, word: m.reviews_poor },
  { rating: 1, word: m.reviews_bad },
]

interface ReviewFormProps {
  slug: string
  /** URL parameters that links keep. */
  carried: Record<string, string>
  own: OwnReviewFields | null
  /** The product's sizes. */
  sizes: readonly string[]
  /** The one that the shopper received last. */
  bought: string | null
  reply?: SubmissionResult
}

export function ReviewForm({ slug, carried, own, sizes, bought, reply }: ReviewFormProps) {
  const form = useShopForm('write', reviewSchema, reply)
  return (
    <form
      className="review-form panel stack"
      encType="multipart/form-data"
      action={postUrl(slug, carried)}
      {...form.props}
      aria-label={m.reviews_your_review()}
    >
      {own ? <h2 className="panel-title">{m.reviews_edit_your_review()}</h2> : null}
      <ErrorSummary form={form} />
      <RadioGroup
        field={form.field('rating')}
        legend={m.reviews_your_rating()}
        options={RATINGS.map(({ rating, word }) => ({
          value: String(rating),
          label: (
            <>
              <VisuallyHidden>{m.reviews_out_of({ rating })}</VisuallyHidden>{' '}
              <span aria-hidden="true">{'★'.repeat(rating)}</span> <small>{word()}</small>
            </>
          ),
        }))}
        defaultValue={own ? String(own.rating) : undefined}
        choices="size rating-choices"
      />
      <RadioGroup
        field={form.field('fit')}
        legend={m.reviews_how_it_runs()}
        options={FIT_NAMES.map((fit) => ({ value: fit, label: FITS[fit]() }))}
        defaultValue={own?.fit ?? undefined}
        choices="size fit-choices"
      />
      {sizes.length > 0 ? (
        <div className="fields">
          <SelectField
            field={form.field('size')}
            label={m.reviews_size()}
            options={['', ...sizes]}
            named={sizeOption}
            defaultValue={own ? (own.size ?? '') : (bought ?? '')}
          />
          <SelectField
            field={form.field('usualSize')}
            label={m.reviews_usual_size()}
            options={['', ...sizes]}
            named={sizeOption}
            defaultValue={own?.usual_size ?? ''}
          />
        </div>
      ) : null}
      <TextArea field={form.field('text')} label={m.reviews_your_review()} defaultValue={own?.review_text} />
      <PhotosField
        field={form.field('images')}
        legend={m.reviews_photos()}
        hint={own ? m.reviews_photos_hint_again({ max: MAX_IMAGES }) : m.reviews_photos_hint({ max: MAX_IMAGES })}
        max={MAX_IMAGES}
        labelOf={m.reviews_photo}
        className="photo-inputs"
      />
      <div className="form-actions">
        <SubmitButton className="button" busy={m.reviews_submitting()}>
          {m.reviews_submit_review()}
        </SubmitButton>
        <a className="link" href={reviewsUrl(slug, undefined, carried)}>
          {m.reviews_cancel()}
        </a>
      </div>
    </form>
  )
}

const sizeOption = (label: string) => label || m.reviews_size_not_said()
