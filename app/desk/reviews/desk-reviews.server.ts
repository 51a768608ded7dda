import { z } from 'zod'
import type { Result } from '~/platform/result'
import { change, type Desk, read } from '../database.server'

export const REVIEWS_PER_PAGE = 50

const listSchema = z.object({
  total: z.number(),
  rows: z.array(
    z.object({
      id: z.guid(),
      version: z.number(),
      rating: z.number(),
      review_text: z.string(),
      images: z.array(z.string()),
      created_at: z.string(),
      hidden_at: z.string().nullable(),
      hidden_reason: z.string().nullable(),
      /** The product's name. */
      product: z.string(),
      slug: z.string(),
      /** The author's ID. */
      author: z.guid(),
      author_name: z.string(),
    }),
  ),
})
/** A review in a list of the desk. */
export type DeskReview = z.infer<typeof listSchema>['rows'][number]

/** Which reviews to list; `search` is a part of the text, the product's name or the author's, empty for all. */
export interface ReviewFilter {
  isHidden: boolean
  search: string
}

/** Returns a page of reviews, the latest or those hidden last first. */
export function listDeskReviews(
  { db }: Desk,
  { isHidden, search }: ReviewFilter,
  page: number,
): Promise<{ rows: DeskReview[]; total: number }> {
  const parameters = { p_is_hidden: isHidden, p_search: search || undefined, p_page: page }
  return read(db, 'desk_reviews', parameters, listSchema)
}

/** Hides a review with a reason, or without one shows it again. Refuses in words for the operator. */
export function hideReview(
  { db }: Desk,
  { id, version, reason }: { id: string; version: number; reason?: string },
): Promise<Result<null, string>> {
  return change(db, 'desk_hide_review', { p_id: id, p_version: version, p_reason: reason })
}
