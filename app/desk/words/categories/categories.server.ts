import { z } from 'zod'
import { type Desk, read } from '../../database.server'

const categoriesSchema = z.array(
  z.object({
    id: z.guid(),
    version: z.number(),
    name: z.string(),
    description: z.string().nullable(),
    image_url: z.string().nullable(),
    parent_id: z.guid().nullable(),
    is_active: z.boolean(),
    is_home: z.boolean(),
    is_browse_section: z.boolean(),
    size_chart: z.string().nullable(),
    /** Products directly in it, drafts included. */
    products: z.number(),
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
