import { m } from '~/language/messages'
import { readWhole, readWholeWithin } from '~/platform/whole-number'

/** The sort options by the database's names (RV-01 to RV-06; 'helpful' is decision 6, 'photos' decision 219). */
export const REVIEW_SORTS = [
  { sort: 'latest', label: m.reviews_latest },
  { sort: 'highest', label: m.reviews_highest },
  { sort: 'lowest', label: m.reviews_lowest },
  { sort: 'helpful', label: m.reviews_most_helpful },
  { sort: 'photos', label: m.reviews_photos_first },
] as const

export type ReviewSort = (typeof REVIEW_SORTS)[number]['sort']

/** Reviews shown first, and added by each 'Load More Reviews' (RV-07, RV-08). */
const SHOWN_FIRST = 4
const SHOWN_MORE = 2
const MAX_REVIEWS = 200

export interface ReviewQuery {
  sort: ReviewSort
  count: number
  /** Only reviews with this rating; null for all. */
  rating: number | null
  /** Only reviews of authors who have this size; null for all. */
  size: string | null
}

/** The most characters of a size's name. */
export const LONGEST_SIZE = 40

export const ALL_REVIEWS: ReviewQuery = { sort: 'latest', count: SHOWN_FIRST, rating: null, size: null }

/** Parses sort, rating, size and number of reviews from the product page's URL; invalid values become the defaults. */
export function parseReviewQuery(parameters: URLSearchParams): ReviewQuery {
  const sort = REVIEW_SORTS.find((option) => option.sort === parameters.get('sort'))?.sort ?? 'latest'
  const stars = readWhole(parameters.get('rating'))
  const rating = stars >= 1 && stars <= 5 ? stars : null
  const size = parameters.get('has')?.trim() ?? ''
  return {
    sort,
    rating,
    // The page's own `size` is what is chosen to buy.
    size: size !== '' && size.length <= LONGEST_SIZE ? size : null,
    count: readWholeWithin(parameters.get('reviews'), SHOWN_FIRST, MAX_REVIEWS),
  }
}

/** Returns the URL of a product's reviews; `carried` are other parameters to keep. */
export function reviewsUrl(
  slug: string,
  { sort, count, rating, size }: ReviewQuery = ALL_REVIEWS,
  carried: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams({ ...carried, tab: 'ratingReviews' })
  if (sort !== 'latest') parameters.set('sort', sort)
  if (rating !== null) parameters.set('rating', String(rating))
  if (size !== null) parameters.set('has', size)
  if (count > SHOWN_FIRST) parameters.set('reviews', String(count))
  return `/product/${slug}?${parameters}#tabs`
}

/** Returns where the review form is posted to. It has no fragment, with which a refused form's first invalid field gets no focus. */
export function postUrl(slug: string, carried: Record<string, string>): string {
  return `/product/${slug}?${new URLSearchParams({ ...carried, tab: 'ratingReviews', write: '1' })}`
}

export function writeUrl(slug: string, carried: Record<string, string> = {}): string {
  return `${postUrl(slug, carried)}#write`
}

export function deleteUrl(slug: string, carried: Record<string, string> = {}): string {
  return `/product/${slug}?${new URLSearchParams({ ...carried, tab: 'ratingReviews', delete: '1' })}#write`
}

/** Returns the query with two more reviews. */
export function withMore(query: ReviewQuery): ReviewQuery {
  return { ...query, count: query.count + SHOWN_MORE }
}
