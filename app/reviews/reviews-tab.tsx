import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import { Fragment } from 'react'
import { loginUrl } from '~/account/login-url'
import { Notice } from '~/ui/progress/notice'
import { Place } from '~/ui/place'
import { FIT_NAMES, fitInWords, FITS } from './fit'
import { RatingHistogram } from './rating-histogram'
import { ReviewForm } from './review-form'
import { ALL_REVIEWS, REVIEW_SORTS, reviewsUrl, withMore, writeUrl, type ReviewQuery } from './review-query'
import type { OwnReviewFields, ReviewPage, Review } from './reviews.server'
import { SubmitButton } from '~/ui/submit-button'
import { dateInPakistan, formatDate } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { listed } from '~/language/names'
import { VisuallyHidden } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { Stars } from '~/ui/stars'
import { ReviewPhotos } from './review-photos.area'

interface ReviewsTabProps {
  product: { slug: string; ratings: { average_rating: number | null }; variants: readonly { label: string }[] }
  /** URL parameters that links keep. */
  carried: Record<string, string>
  /** Null if the reviews couldn't be loaded. */
  page: ReviewPage | null
  /** The open review form, or null. */
  writing: { own: OwnReviewFields | null; bought: string | null } | null
  /** Whether to ask for confirmation before deleting the shopper's own review. */
  deleting: boolean
  reply?: SubmissionResult
  flashMessage: string | null
}

export function ReviewsTab({ product, carried, page, writing, deleting, reply, flashMessage }: ReviewsTabProps) {
  if (!page) return <p className="notice">{m.reviews_failed_to_load_reviews()}</p>
  const { query, total, counts, fits, sizes, reviews } = page
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
      <FitScale fits={fits} />
      {deleting ? <DeleteReview slug={product.slug} carried={carried} /> : null}
      {writing || reply ? (
        <ReviewForm
          slug={product.slug}
          carried={carried}
          own={writing?.own ?? null}
          sizes={product.variants.map(({ label }) => label)}
          bought={writing?.bought ?? null}
          reply={reply}
        />
      ) : null}
      <WriteReview slug={product.slug} carried={carried} isOpen={writing !== null || reply !== undefined || deleting} />
      <SortLinks slug={product.slug} carried={carried} query={query} />
      <SizeLinks slug={product.slug} carried={carried} query={query} sizes={sizes} />
      {all === 0 ? <p>{m.reviews_none()}</p> : null}
      {all > 0 && total === 0 ? <p>{m.reviews_none_of_these()}</p> : null}
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

/** How the product runs: a sentence, and how many say what. Renders nothing if none says anything. */
function FitScale({ fits }: Pick<ReviewPage, 'fits'>) {
  const sentence = fitInWords(fits)
  if (!sentence) return null
  const all = FIT_NAMES.reduce((sum, fit) => sum + fits[fit], 0)
  return (
    <div>
      <p>{sentence}</p>
      <ol className="histogram fit-scale" aria-label={m.reviews_how_it_runs_scale()}>
        {FIT_NAMES.map((fit) => (
          <li key={fit}>
            <span>
              <span>{FITS[fit]()}</span>{' '}
              <span className="bar">
                <i style={{ width: `${Math.round((fits[fit] / all) * 100)}%` }} />
              </span>{' '}
              <span>{fits[fit]}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

interface SizeLinksProps extends SortLinksProps {
  sizes: ReviewPage['sizes']
}

/** Chooses the reviews of those who have a size. */
function SizeLinks({ slug, carried, query, sizes }: SizeLinksProps) {
  if (sizes.length === 0 && query.size === null) return null
  const to = (size: string | null) => reviewsUrl(slug, { ...query, count: ALL_REVIEWS.count, size }, carried)
  return (
    <nav className="review-sort" aria-label={m.reviews_by_size()}>
      <a className="link" href={to(null)} aria-current={query.size === null ? 'true' : undefined}>
        {m.reviews_all_sizes()}
      </a>{' '}
      {sizes.map(({ size, count }) => (
        <Fragment key={size}>
          <a className="link" href={to(size)} aria-current={size === query.size ? 'true' : undefined}>
            {m.reviews_size_count({ size, count })}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
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
  const { fit, size, usual_size: usual } = review
  const about = listed([
    size && m.reviews_has_size({ size }),
    usual && m.reviews_usually({ size: usual }),
    fit && FITS[fit](),
  ])
  return (
    <li className="review">
      <div className="between">
        <Stars rating={rating} />
        <time className="muted small" dateTime={dateInPakistan(new Date(at))}>
          {formatDate(at)}
        </time>
      </div>
      <p {...freeText(text)}>{text}</p>
      {about ? <p className="muted small">{about}</p> : null}
      {images.length > 0 ? <ReviewPhotos photos={images} author={profile.full_name} /> : null}
      <p className="review-author">
        <span className="avatar" aria-hidden="true">
          {profile.avatar_url ? (
            <Picture source={profile.avatar_url} alt="" widths={[160]} sizes="36px" ratio="1/1" className="" />
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
