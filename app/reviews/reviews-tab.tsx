import type { SubmissionResult } from '@conform-to/react'
import { Fragment } from 'react'
import { loginUrl } from '~/ui/login-url'
import { formatDate } from '~/platform/time'
import { Picture } from '~/ui/picture'
import { Place } from '~/ui/place'
import { Stars } from '~/ui/stars'
import { ReviewForm } from './review-form'
import { REVIEW_SORTS, reviewsUrl, withMore, writeUrl } from './review-query'
import type { ReviewPage } from './reviews.server'

interface ReviewsTabProps {
  product: { slug: string; ratings: { average_rating: number | null } }
  /** Parameters of the product's page that its links keep. */
  carried: Record<string, string>
  /** Null when the reviews couldn't be loaded. */
  page: ReviewPage | null
  isSignedIn: boolean
  /** The form, once it is asked for; null before that. */
  writing: { own: { rating: number; review_text: string } | null } | null
  reply?: SubmissionResult
  /** The message that this page was opened with, if any. */
  said: string | null
}

/** Sort, list, more, and the way to one's own. */
export function ReviewsTab({ product, carried, page, isSignedIn, writing, reply, said }: ReviewsTabProps) {
  if (!page) return <p className="notice">Failed to load reviews</p>
  const { query, total, reviews } = page
  return (
    <div className="stack">
      {/* The page's own message stands at its top, above where it is opened; with scripts that is a toast. */}
      {said ? (
        <noscript>
          <p className="notice notice-ok" role="status">
            {said}
          </p>
        </noscript>
      ) : null}
      {writing || reply ? (
        <ReviewForm slug={product.slug} carried={carried} own={writing?.own ?? null} reply={reply} />
      ) : null}
      <WriteReview
        slug={product.slug}
        carried={carried}
        isSignedIn={isSignedIn}
        isOpen={writing !== null || reply !== undefined}
      />
      <nav className="review-sort" aria-label="Sort reviews">
        {REVIEW_SORTS.map(({ sort, label }) => (
          <Fragment key={sort}>
            <a
              className="link"
              href={reviewsUrl(product.slug, { ...query, sort }, carried)}
              aria-current={sort === query.sort ? 'true' : undefined}
            >
              {label}
            </a>{' '}
          </Fragment>
        ))}
      </nav>
      {total === 0 ? <p>No reviews yet. Be the first to review this product!</p> : null}
      <ul className="reviews">
        {reviews.map(({ id, rating, review_text: text, images, created_at: at, profile }) => (
          <li className="review" key={id}>
            <div className="review-head">
              <Stars rating={rating} />
              <time className="muted small" dateTime={at}>
                {formatDate(at)}
              </time>
            </div>
            <p dir="auto">{text}</p>
            {images.length > 0 ? (
              <div className="review-images">
                {images.map((image) => (
                  <Picture
                    key={image}
                    source={image}
                    alt={`Photo by ${profile.full_name}`}
                    widths={[160, 320]}
                    sizes="72px"
                    className=""
                  />
                ))}
              </div>
            ) : null}
            <p className="review-author">
              <span className="avatar" aria-hidden="true">
                {profile.avatar_url ? (
                  <Picture source={profile.avatar_url} alt="" widths={[160]} sizes="36px" shape={[1, 1]} className="" />
                ) : (
                  profile.full_name.charAt(0).toUpperCase()
                )}
              </span>{' '}
              {profile.full_name}
            </p>
          </li>
        ))}
      </ul>
      {reviews.length < total ? (
        <p>
          <a className="button button-outline" href={reviewsUrl(product.slug, withMore(query), carried)}>
            Load More Reviews
          </a>
        </p>
      ) : null}
    </div>
  )
}

interface WriteReviewProps {
  slug: string
  carried: Record<string, string>
  isSignedIn: boolean
  isOpen: boolean
}

function WriteReview({ slug, carried, isSignedIn, isOpen }: WriteReviewProps) {
  if (isOpen) return null
  const link = (
    <a className="button" href={writeUrl(slug, carried)}>
      Write a review
    </a>
  )
  if (isSignedIn) return <Place name="write-review">{link}</Place>
  return (
    <Place name="write-review" forShoppers={link}>
      <p>
        <button className="button" disabled>
          Write a review
        </button>{' '}
        <a className="link" href={loginUrl(writeUrl(slug, carried))}>
          Log in to write one
        </a>
      </p>
    </Place>
  )
}
