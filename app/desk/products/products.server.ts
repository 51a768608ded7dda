import { z } from 'zod'
import { productWithSimilarSchema } from '~/catalog/product.schema'
import { storedAmount } from '~/platform/supabase/stored-money'
import { type Desk, pageOf, read } from '../database.server'
import { PRODUCT_STATES, type ProductQuery, eachFlag } from './product-query'

const choiceSchema = z.object({ id: z.guid(), name: z.string() })
export type Choice = z.infer<typeof choiceSchema>

const rowSchema = z.object({
  id: z.guid(),
  name: z.string(),
  sku: z.string().nullable(),
  state: z.enum(PRODUCT_STATES),
  price: storedAmount,
  discount: z.number(),
  final_price: storedAmount,
  category: z.string().nullable(),
  /** Pieces of all sizes; null if none is counted. */
  stock: z.number().nullable(),
  /** The sizes with three pieces or fewer. */
  low: z.array(z.object({ label: z.string(), stock: z.number() })),
})
/** A product in a list of the desk; prices in paisa. */
export type ProductListRow = z.infer<typeof rowSchema>

const productListSchema = pageOf(rowSchema).extend({ categories: z.array(choiceSchema) })

const sizeSchema = z.object({
  id: z.guid(),
  label: z.string(),
  cup: z.string().nullable(),
  material: z.string().nullable(),
  /** Pieces; null if they aren't counted. */
  stock: z.number().nullable(),
  brand: z.string().nullable(),
  /** Whether its name is its brand size. */
  is_brand: z.boolean(),
})
export type DeskSize = z.infer<typeof sizeSchema>

const pictureSchema = z.object({
  id: z.guid(),
  url: z.string(),
  alt: z.string().nullable(),
  /** The colour that it shows; null for all. */
  color_id: z.guid().nullable(),
  /** A wide picture for the home page, which isn't in the gallery. */
  is_banner: z.boolean(),
  /** Whether its original is kept, so that it can be cropped. */
  has_original: z.boolean(),
})
/** A picture of a product; they are in the order of the gallery, banners last. */
export type DeskPicture = z.infer<typeof pictureSchema>

const productSchema = z.object({
  id: z.guid(),
  version: z.number(),
  name: z.string(),
  description: z.string(),
  slug: z.string(),
  sku: z.string().nullable(),
  price: storedAmount,
  /** Per cent. */
  discount: z.number(),
  discount_from: z.string().nullable(),
  discount_until: z.string().nullable(),
  category_id: z.guid().nullable(),
  fit_notes: z.string().nullable(),
  state: z.enum(PRODUCT_STATES),
  ...eachFlag(z.boolean()),
  /** In the shop's order. */
  color_ids: z.array(z.guid()),
  /** The values that it has, of all attributes. */
  attribute_values: z.array(z.string()),
  attributes: z.array(z.object({ name: z.string(), values: z.array(choiceSchema.extend({ id: z.string() })) })),
  features: z.array(z.object({ title: z.string(), description: z.string() })),
  sizes: z.array(sizeSchema),
  pictures: z.array(pictureSchema),
  categories: z.array(choiceSchema),
  /** With their hex codes. */
  colors: z.array(choiceSchema.extend({ value: z.string() })),
})
/** A product as its page at the desk shows it; its price in paisa. */
export type DeskProduct = z.infer<typeof productSchema>

const previewSchema = productWithSimilarSchema.extend({ state: z.enum(PRODUCT_STATES) })

/** Returns a page of products, latest first, how many there are in all, and all categories. */
export const listProducts = ({ db }: Desk, { search, isDiscounted, ...query }: ProductQuery) =>
  read(db, 'desk_products', { ...query, search: search || null, is_discounted: isDiscounted }, productListSchema)

/** Returns a product with its sizes and what can be chosen for it, or null. */
export const readProduct = ({ db }: Desk, id: string) => read(db, 'desk_product', { id }, productSchema.nullable())

/** Returns a product that isn't archived as its page in the shop shows it or will show it, with similar ones; or null. */
export async function readPreview({ db }: Desk, id: string) {
  const product = await read(db, 'desk_preview', { id }, previewSchema.nullable())
  return product && { ...product, isDraft: product.state === 'draft' }
}
