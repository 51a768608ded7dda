import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import { Fragment } from 'react'
import { loginUrl } from '~/account/login-url'
import { Notice } from '~/ui/progress/notice'
import { Place } from '~/ui/place'
import { DeleteReview } from './delete-review'
import { fitInWords } from './fit'
import { RatingHistogram } from './rating-histogram'
import { ReviewForm } from './review-form'
import { ReviewItem } from './review-item'
import { REVIEW_SORTS, reviewsUrl, withMore, writeUrl, type ReviewQuery } from './review-query'
import type { OwnReviewFields, ReviewPage } from './reviews.server'

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
  /** The page's flash message, if any. */
  flashMessage: string | null
}

/** Renders the tab of the reviews. */
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
