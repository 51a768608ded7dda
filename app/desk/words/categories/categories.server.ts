import { z } from 'zod'
import { type Desk, read } from '../../desk.server'
import { flags, ids, maybeTexts, numbers, texts } from '../../rows'

const categoriesSchema = z.array(
  z.object({
    ...ids('id'),
    ...texts('name'),
    ...maybeTexts('description', 'image_url', 'parent_id', 'size_chart'),
    ...flags('is_active', 'is_home', 'is_browse_section'),
    /** `products` are those directly in it, drafts included. */
    ...numbers('version', 'products'),
  }),
)
export type DeskCategory = z.infer<typeof categoriesSchema>[number]

/** Returns all categories by name. */
export const listCategories = ({ db }: Desk) => read(db, 'desk_categories', {}, categoriesSchema)

/** Returns whether a category is `other` or below it, which therefore can't be its parent. */
export function isWithin(categories: readonly DeskCategory[], category: DeskCategory, other: DeskCategory): boolean {
  if (category.id === other.id) return true
  const parent = categories.find(({ id }) => id === category.parent_id)
  return parent !== undefined && isWithin(categories, parent, other)
}
