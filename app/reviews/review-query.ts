/** The sort choices (document 1, section 2; the last is the shop's own) with the names the database knows. */
export const REVIEW_SORTS = [
  { sort: 'latest', label: 'Latest' },
  { sort: 'highest', label: 'Highest Rated' },
  { sort: 'lowest', label: 'Lowest Rated' },
  { sort: 'helpful', label: 'Most Helpful' },
] as const

export type ReviewSort = (typeof REVIEW_SORTS)[number]['sort']

/** Shown first, and added by each 'Load More Reviews' (document 1, section 9). */
const SHOWN_FIRST = 4
const SHOWN_MORE = 2
const MOST = 200

export interface ReviewQuery {
  sort: ReviewSort
  count: number
  /** Only reviews with this many stars; null for all. */
  rating: number | null
}

/** What a product's reviews begin with. */
export const ALL_REVIEWS: ReviewQuery = { sort: 'latest', count: SHOWN_FIRST, rating: null }

/** Sort, rating and number of reviews in the product page's address; anything else is as if nothing were there. */
export function parseReviewQuery(parameters: URLSearchParams): ReviewQuery {
  const sort = REVIEW_SORTS.find((option) => option.sort === parameters.get('sort'))?.sort ?? 'latest'
  const count = Number(parameters.get('reviews'))
  const rating = /^[1-5]$/.test(parameters.get('rating') ?? '') ? Number(parameters.get('rating')) : null
  return { sort, rating, count: Number.isInteger(count) ? Math.min(Math.max(count, SHOWN_FIRST), MOST) : SHOWN_FIRST }
}

/** The address of a product's reviews; `carried` are parameters of the product's page that stay. */
export function reviewsUrl(
  slug: string,
  { sort, count, rating }: ReviewQuery = ALL_REVIEWS,
  carried: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams({ ...carried, tab: 'ratingReviews' })
  if (sort !== 'latest') parameters.set('sort', sort)
  if (rating !== null) parameters.set('rating', String(rating))
  if (count > SHOWN_FIRST) parameters.set('reviews', String(count))
  return `/product/${slug}?${parameters}#tabs`
}

/** The address of the form for one's own review. */
export function writeUrl(slug: string, carried: Record<string, string> = {}): string {
  return `/product/${slug}?${new URLSearchParams({ ...carried, tab: 'ratingReviews', write: '1' })}#write`
}

/** The address of the question whether one's own review is to be deleted. */
export function deleteUrl(slug: string, carried: Record<string, string> = {}): string {
  return `/product/${slug}?${new URLSearchParams({ ...carried, tab: 'ratingReviews', delete: '1' })}#write`
}

/** The same with two more. */
export function withMore(query: ReviewQuery): ReviewQuery {
  return { ...query, count: query.count + SHOWN_MORE }
}
