import { z } from 'zod'
import { CHART_NAMES } from '~/catalog/product-chart'
import type { Result } from '~/platform/result'
import { change, type Desk, make, read } from '../../database.server'
import type { CategoryForm } from './category.schema'

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
    size_chart: z.enum(CHART_NAMES).nullable(),
    /** Products directly in it, drafts included. */
    products: z.number(),
  }),
)
export type DeskCategory = z.infer<typeof categoriesSchema>[number]

/** Returns all categories by name. */
export function listCategories({ db }: Desk): Promise<DeskCategory[]> {
  return read(db, 'desk_categories', {}, categoriesSchema)
}

/** Saves a category. `picture` is the path of another picture, null for none, undefined for the present one. Refuses in words for the operator. */
export function saveCategory(
  { db }: Desk,
  id: string,
  { version, ...category }: CategoryForm,
  picture: string | null | undefined,
): Promise<Result<null, string>> {
  return change(db, 'desk_save_category', {
    p_id: id,
    p_version: version,
    p_category: { ...category, ...(picture === undefined ? {} : { image_url: picture }) },
  })
}

/** Makes a category that isn't shown yet. Returns its ID; refuses in words for the operator. */
export function createCategory(
  { db }: Desk,
  category: { name: string; parent_id?: string },
): Promise<Result<string, string>> {
  return make(db, 'desk_save_category', { p_category: category })
}

/** Removes a category that nothing is in. Refuses in words for the operator. */
export function removeCategory({ db }: Desk, id: string, version: number): Promise<Result<null, string>> {
  return change(db, 'desk_remove_category', { p_id: id, p_version: version })
}

/** Returns whether a category is `other` or below it, which therefore can't be its parent. */
export function isWithin(categories: readonly DeskCategory[], category: DeskCategory, other: DeskCategory): boolean {
  if (category.id === other.id) return true
  const parent = categories.find(({ id }) => id === category.parent_id)
  return parent !== undefined && isWithin(categories, parent, other)
}
