import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import { Fragment } from 'react'
import { loginUrl } from '~/account/login-url'
import { Notice } from '~/ui/progress/notice'
import { Place } from '~/ui/place'
import { fitInWords } from './fit'
import { RatingHistogram } from './rating-histogram'
import { ReviewForm } from './review-form'
import { REVIEW_SORTS, reviewsUrl, withMore, writeUrl, type ReviewQuery } from './review-query'
import type { OwnReviewFields, ReviewPage, Review } from './reviews.server'
import { SubmitButton } from '~/ui/submit-button'
import { dateInPakistan, formatDate } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { VisuallyHidden } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { Stars } from '~/ui/stars'
import { ReviewPhotos } from './review-photos.area'

interface ReviewsTabProps {
  product: { slug: string; ratings: { average_rating: number | null } }
  /** URL parameters that links keep. */
  carried: Record<string, string>
  /** Null if the reviews couldn't be loaded. */
  page: ReviewPage | null
  /** The open review form, or null. */
  writing: { own: OwnReviewFields | null } | null
  /** Whether to ask for confirmation before deleting the shopper's own review. */
  deleting: boolean
  reply?: SubmissionResult
  flashMessage: string | null
}

export function ReviewsTab({ product, carried, page, writing, deleting, reply, flashMessage }: ReviewsTabProps) {
  if (!page) return <p className="notice">{m.reviews_failed_to_load_reviews()}</p>
  const { query, total, counts, fits, reviews } = page
  const fit = fitInWords(fits)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const action = reviewsUrl(product.slug, undefined, carried)
  const from = new URL(reviewsUrl(product.slug, query, carried), 'http://shop').search
  return (
    <div className="stack">
      {/* The flash message is at the top of the page, out of sight here. With JavaScript it is a toast. */}
      {flashMessage ? (
        <noscript>
          <Notice type="success">{flashMessage}</Notice>
        </noscript>
      ) : null}
      <RatingHistogram slug={product.slug} carried={carried} query={query} counts={counts} />
      {fit ? <p>{fit}</p> : null}
      {deleting ? <DeleteReview slug={product.slug} carried={carried} /> : null}
      {writing || reply ? (
        <ReviewForm slug={product.slug} carried={carried} own={writing?.own ?? null} reply={reply} />
      ) : null}
      <WriteReview slug={product.slug} carried={carried} isOpen={writing !== null || reply !== undefined || deleting} />
      <SortLinks slug={product.slug} carried={carried} query={query} />
      {all === 0 ? <p>{m.reviews_none()}</p> : null}
      <ul className="stack reviews">
        {reviews.map((review) => (
          <ReviewItem key={review.id} review={review} action={action} from={from} />
        ))}
      </ul>
      {reviews.length < total ? (
        <p>
          <a className="button button-outline" href={reviewsUrl(product.slug, withMore(query), carried)}>
            {m.reviews_load_more_reviews()}
          </a>
        </p>
      ) : null}
    </div>
  )
}

interface SortLinksProps {
  slug: string
  carried: Record<string, string>
  query: ReviewQuery
}

function SortLinks({ slug, carried, query }: SortLinksProps) {
  return (
    <nav className="review-sort" aria-label={m.reviews_sort_reviews()}>
      {REVIEW_SORTS.map(({ sort, label }) => (
        <Fragment key={sort}>
          <a
            className="link"
            href={reviewsUrl(slug, { ...query, sort }, carried)}
            aria-current={sort === query.sort ? 'true' : undefined}
          >
            {label()}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  )
}

interface WriteReviewProps {
  slug: string
  carried: Record<string, string>
  isOpen: boolean
}

function WriteReview({ slug, carried, isOpen }: WriteReviewProps) {
  if (isOpen) return null
  const link = (
    <a className="button" href={writeUrl(slug, carried)}>
      {m.reviews_write_a_review()}
    </a>
  )
  return (
    <Place name="write-review" forShoppers={link}>
      <p>
        <button className="button" disabled>
          {m.reviews_write_a_review()}
        </button>{' '}
        <a className="link" href={loginUrl(writeUrl(slug, carried))}>
          {m.reviews_log_in_to_write_one()}
        </a>
      </p>
    </Place>
  )
}

function DeleteReview({ slug, carried }: { slug: string; carried: Record<string, string> }) {
  return (
    <form className="panel stack" id="write" method="post" action={reviewsUrl(slug, undefined, carried)}>
      <h2 className="panel-title">{m.reviews_delete_your_review()}</h2>
      <p>{m.reviews_delete_means()}</p>
      <div className="form-actions">
        <SubmitButton className="button" name="intent" value="delete" busy={m.reviews_deleting()}>
          {m.reviews_delete_review()}
        </SubmitButton>{' '}
        <a className="link" href={reviewsUrl(slug, undefined, carried)}>
          {m.reviews_keep_it()}
        </a>
      </div>
    </form>
  )
}

interface ReviewItemProps {
  review: Review
  /** The form's action. */
  action: string
  /** The list's query, to return to. */
  from: string
}

function ReviewItem({ review, action, from }: ReviewItemProps) {
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
