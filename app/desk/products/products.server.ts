import { z } from 'zod'
import { PICTURE_ROLES } from '~/catalog/picture-role'
import { productWithSimilarSchema } from '~/catalog/product.schema'
import { RATIOS } from '~/ui/ratio'
import { type Desk, make, read } from '../desk.server'
import { amounts, ids, maybeTexts, numbers, pageOf, texts } from '../rows'
import type { manySchema } from './product.schema'
import { PRODUCT_STATES, type ProductQuery, eachFlag } from './product-query'

const choiceSchema = z.object({ ...ids('id'), ...texts('name') })
export type Choice = z.infer<typeof choiceSchema>

const rowSchema = z.object({
  ...ids('id'),
  ...texts('name'),
  ...maybeTexts('sku', 'category', 'picture'),
  ...numbers('discount'),
  ...amounts('price', 'final_price'),
  state: z.enum(PRODUCT_STATES),
  /** Pieces of all sizes; null if none is counted. */
  stock: z.number().nullable(),
  /** The sizes with three pieces or fewer. */
  low: z.array(z.object({ ...texts('label'), ...numbers('stock') })),
})
/** A product in a list of the desk; prices in paisa. */
export type ProductListRow = z.infer<typeof rowSchema>

const productListSchema = pageOf(rowSchema).extend({ categories: z.array(choiceSchema) })

const sizeSchema = z.object({
  ...ids('id'),
  ...texts('label'),
  ...maybeTexts('cup', 'material', 'brand'),
  /** Pieces; null if they aren't counted. */
  stock: z.number().nullable(),
  /** Whether its name is its brand size. */
  is_brand: z.boolean(),
})
export type DeskSize = z.infer<typeof sizeSchema>

const pictureSchema = z.object({
  ...ids('id'),
  ...texts('url'),
  ...maybeTexts('alt', 'caption'),
  /** The colour that it shows; null for all. */
  color_id: z.guid().nullable(),
  /** A wide picture for the home page, which isn't in the gallery. */
  is_banner: z.boolean(),
  role: z.enum(PICTURE_ROLES).nullable(),
  /** The point that stays in sight where a frame crops it, such as '50% 20%'; null for the middle. */
  focus: z.string().nullable(),
  /** Whether its original is kept, so that it can be cropped. */
  has_original: z.boolean(),
})
/** A picture of a product; they are in the order of the gallery, banners last. */
export type DeskPicture = z.infer<typeof pictureSchema>

const productSchema = z.object({
  ...ids('id'),
  /** The discount is in per cent. */
  ...numbers('version', 'discount'),
  ...texts('name', 'description', 'slug'),
  ...maybeTexts('sku', 'discount_from', 'discount_until', 'fit_notes', 'category_id'),
  /** Of its pictures; null for the shop's. */
  picture_ratio: z.enum(RATIOS).nullable(),
  ...amounts('price'),
  state: z.enum(PRODUCT_STATES),
  ...eachFlag(z.boolean()),
  /** In the shop's order. */
  color_ids: z.array(z.guid()),
  /** The values that it has, of all attributes. */
  attribute_values: z.array(z.string()),
  attributes: z.array(z.object({ name: z.string(), values: z.array(choiceSchema.extend({ id: z.string() })) })),
  features: z.array(z.object(texts('title', 'description'))),
  sizes: z.array(sizeSchema),
  pictures: z.array(pictureSchema),
  categories: z.array(choiceSchema),
  /** With their hex codes. */
  colors: z.array(choiceSchema.extend({ value: z.string() })),
})
/** A product as its page at the desk shows it; its price in paisa. */
export type DeskProduct = z.infer<typeof productSchema>

const previewSchema = productWithSimilarSchema.extend({ state: z.enum(PRODUCT_STATES) })

const filtersOf = ({ search, isDiscounted, page: _page, ...query }: ProductQuery) => ({
  ...query,
  search: search || null,
  is_discounted: isDiscounted,
})

/** Makes an import that changes these products, or all of a list, and returns its ID. Refuses in words for the operator. */
export const changeMany = (
  { db }: Desk,
  query: ProductQuery,
  { product: ids, is_all: isAll, ...given }: z.output<typeof manySchema>,
) => {
  const change = { state: given.state, category: given.category, discount: given.discount, attribute: given.attribute }
  return make(db, 'desk_change_products', { ...filtersOf(query), change, ids: isAll ? null : ids })
}

/** Returns a page of products, latest first, how many there are in all, and all categories. */
export const listProducts = ({ db }: Desk, query: ProductQuery) =>
  read(db, 'desk_products', { ...filtersOf(query), page: query.page }, productListSchema)

/** Returns a product with its sizes and what can be chosen for it, or null. */
export const readProduct = ({ db }: Desk, id: string) => read(db, 'desk_product', { id }, productSchema.nullable())

const checksSchema = z.object({
  /** What shoppers would miss, in the order of the checklist. */
  lacks: z.array(z.enum(['picture', 'category', 'text', 'size', 'stock'])),
  has_no_size: z.boolean(),
})
export type ProductChecks = z.infer<typeof checksSchema>

/** Returns what a product lacks to be published, or null. */
export const readChecks = ({ db }: Desk, id: string) => read(db, 'desk_product_checks', { id }, checksSchema.nullable())

/** Returns a product that isn't archived as its page in the shop shows it or will show it, with similar ones; or null. */
export async function readPreview({ db }: Desk, id: string) {
  const product = await read(db, 'desk_preview', { id }, previewSchema.nullable())
  return product && { ...product, isDraft: product.state === 'draft' }
}
