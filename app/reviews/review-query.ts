/** The sort choices (document 1, section 2) with the names the database knows. */
export const REVIEW_SORTS = [
  { sort: 'latest', label: 'Latest' },
  { sort: 'highest', label: 'Highest Rated' },
  { sort: 'lowest', label: 'Lowest Rated' },
] as const

export type ReviewSort = (typeof REVIEW_SORTS)[number]['sort']

/** Shown first, and added by each 'Load More Reviews' (document 1, section 9). */
const SHOWN_FIRST = 4
const SHOWN_MORE = 2
const MOST = 200

export interface ReviewQuery {
  sort: ReviewSort
  count: number
}

/** Sort and number of reviews in the product page's address; anything else is as if nothing were there. */
export function parseReviewQuery(parameters: URLSearchParams): ReviewQuery {
  const sort = REVIEW_SORTS.find((option) => option.sort === parameters.get('sort'))?.sort ?? 'latest'
  const count = Number(parameters.get('reviews'))
  return { sort, count: Number.isInteger(count) ? Math.min(Math.max(count, SHOWN_FIRST), MOST) : SHOWN_FIRST }
}

/** The address of a product's reviews; `carried` are parameters of the product's page that stay. */
export function reviewsUrl(slug: string, { sort, count }: ReviewQuery, carried: Record<string, string> = {}): string {
  const parameters = new URLSearchParams({ ...carried, tab: 'ratingReviews' })
  if (sort !== 'latest') parameters.set('sort', sort)
  if (count > SHOWN_FIRST) parameters.set('reviews', String(count))
  return `/product/${slug}?${parameters}#tabs`
}

/** The address of the form for one's own review. */
export function writeUrl(slug: string, carried: Record<string, string> = {}): string {
  return `/product/${slug}?${new URLSearchParams({ ...carried, tab: 'ratingReviews', write: '1' })}#write`
}

/** The same with two more. */
export function withMore(query: ReviewQuery): ReviewQuery {
  return { ...query, count: query.count + SHOWN_MORE }
}
