import { z } from 'zod'
import { type Desk, read } from '../desk.server'
import { ids, maybeTexts, numbers, pageOf, texts } from '../rows'

const listSchema = pageOf(
  z.object({
    ...ids('id', 'author'),
    ...numbers('version', 'rating'),
    ...texts('review_text', 'created_at', 'product', 'slug', 'author_name'),
    ...maybeTexts('hidden_at', 'hidden_reason'),
    images: z.array(z.string()),
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
