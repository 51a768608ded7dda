import type { SubmissionResult } from '@conform-to/react'
import { formatDate } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { freeText } from '~/ui/free-text'
import { pictureUrl } from '~/ui/picture'
import { useShopForm } from '~/ui/shop-form.server'
import type { DeskReview } from './desk-reviews.server'
import { hideSchema, showSchema } from './hide.schema'

interface ReviewRowProps {
  review: DeskReview
  /** The refused form of this review, if any. */
  reply: SubmissionResult | undefined
}

/** A review with the form that hides it or shows it again. */
export function ReviewRow({ review, reply }: ReviewRowProps) {
  const { id, rating, review_text: text, images, created_at: at, hidden_at: hidden, hidden_reason: reason } = review
  return (
    <li className="panel stack">
      <p>
        <a className="link" href={`/product/${review.slug}?tab=ratingReviews`}>
          {review.product}
        </a>
        , {rating} of 5
        <br />
        <span className="muted small">
          {formatDate(at)},{' '}
          <a className="link" href={`/desk/people/${review.author}`}>
            <bdi>{review.author_name || 'No name'}</bdi>
          </a>
        </span>
      </p>
      <p {...freeText(text)} className="desk-excerpt">
        {text}
      </p>
      <Photos images={images} />
      {hidden ? (
        <p>
          Hidden on {formatDate(hidden)}: <bdi>{reason}</bdi>
        </p>
      ) : null}
      {hidden ? <ShowForm review={review} reply={reply} /> : <HideForm review={review} reply={reply} />}
      <p className="small">
        <a
          className="link"
          href={`/desk/audit?kind=review&subject=${id}`}
          aria-label={`Changes of the review by ${review.author_name}`}
        >
          Changes
        </a>
      </p>
    </li>
  )
}

/** A hidden photo can be seen at the desk only. */
function photoUrl(image: string): string | undefined {
  const [, photo] = /^review-images\/(.+)$/.exec(image) ?? []
  return photo ? `/desk/reviews/photos/${photo}` : (pictureUrl(image, 1120, 'webp') ?? undefined)
}

function Photos({ images }: { images: readonly string[] }) {
  if (images.length === 0) return null
  return (
    <p>
      {images.map((image, place) => (
        <a key={image} className="link" href={photoUrl(image)} target="_blank" rel="noreferrer">
          Photo {place + 1}{' '}
        </a>
      ))}
    </p>
  )
}

function HideForm({ review: { id, version, author_name: author }, reply }: ReviewRowProps) {
  const form = useShopForm(`hide-${id}`, hideSchema, reply)
  return (
    <form className="stack desk-narrow" {...form.props}>
      <ErrorSummary form={form} />
      <Mark id={id} version={version} />
      <Field field={form.field('reason')} label="Reason" hint="The shopper who wrote it reads it." autoComplete="off" />
      <button className="button button-outline" name="intent" value="hide" aria-label={`Hide the review by ${author}`}>
        Hide
      </button>
    </form>
  )
}

function ShowForm({ review: { id, version, author_name: author }, reply }: ReviewRowProps) {
  const form = useShopForm(`show-${id}`, showSchema, reply)
  return (
    <form className="stack" {...form.props}>
      <ErrorSummary form={form} />
      <Mark id={id} version={version} />
      <button
        className="button button-outline"
        name="intent"
        value="show"
        aria-label={`Show the review by ${author} again`}
      >
        Show again
      </button>
    </form>
  )
}

function Mark({ id, version }: Pick<DeskReview, 'id' | 'version'>) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
