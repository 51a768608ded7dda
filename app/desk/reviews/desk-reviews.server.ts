import { z } from 'zod'
import { type Desk, pageOf, read } from '../database.server'

const listSchema = pageOf(
  z.object({
    id: z.guid(),
    version: z.number(),
    rating: z.number(),
    review_text: z.string(),
    images: z.array(z.string()),
    created_at: z.string(),
    hidden_at: z.string().nullable(),
    hidden_reason: z.string().nullable(),
    product: z.string(),
    slug: z.string(),
    /** The author's ID. */
    author: z.guid(),
    author_name: z.string(),
  }),
)
export type DeskReview = z.infer<typeof listSchema>['rows'][number]

/**
 * Returns a page of reviews, the latest or those hidden last first. `search` is a part of the text, the product's name or the author's, empty
 * for all.
 */
export function listDeskReviews({ db }: Desk, isHidden: boolean, search: string, page: number) {
  return read(db, 'desk_reviews', { is_hidden: isHidden, search: search || undefined, page }, listSchema)
}
