import { m } from '~/language/messages'
import { VisuallyHidden } from '~/ui/icon'
import { ALL_REVIEWS, reviewsUrl, type ReviewQuery } from './review-query'

interface RatingHistogramProps {
  slug: string
  carried: Record<string, string>
  query: ReviewQuery
  /** Number of reviews by rating. */
  counts: Record<string, number>
}

export function RatingHistogram({ slug, carried, query, counts }: RatingHistogramProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  const to = (rating: number | null) => reviewsUrl(slug, { ...ALL_REVIEWS, sort: query.sort, rating }, carried)
  return (
    <div>
      <ol className="histogram" aria-label={m.reviews_by_rating()}>
        {[5, 4, 3, 2, 1].map((rating) => {
          const count = counts[rating] ?? 0
          const bar = (
            <>
              <span>
                {`${rating} `}
                <span aria-hidden="true">★</span>{' '}
                <VisuallyHidden>{rating === 1 ? m.reviews_star() : m.reviews_stars()}</VisuallyHidden>
              </span>{' '}
              <span className="bar">
                <i style={{ width: `${Math.round((count / all) * 100)}%` }} />
              </span>{' '}
              <span>
                {count}
                <VisuallyHidden>{` ${count === 1 ? m.reviews_review_word() : m.reviews_reviews_word()}`}</VisuallyHidden>
              </span>
            </>
          )
          return (
            <li key={rating}>
              {count > 0 ? (
                <a
                  className={query.rating === rating ? 'chosen-rating' : undefined}
                  href={to(rating)}
                  aria-current={query.rating === rating ? 'true' : undefined}
                >
                  {bar}
                </a>
              ) : (
                <span>{bar}</span>
              )}
            </li>
          )
        })}
      </ol>
      {query.rating === null ? null : (
        <p>
          {query.rating === 1
            ? m.reviews_only_one_star({ rating: query.rating })
            : m.reviews_only_stars({ rating: query.rating })}{' '}
          <a href={to(null)}>{m.reviews_show_all({ count: all })}</a>
        </p>
      )}
    </div>
  )
}
