import { z } from 'zod'
import { CHART_NAMES } from '~/sizes/kinds'

/** The catalogue's answers, as the database's functions give them (document 1, sections 3 and 7). Prices in rupees. */
export const Card = z.object({
  id: z.guid(),
  name: z.string(),
  slug: z.string(),
  price: z.number(),
  discount: z.number(),
  image_url: z.string().nullable(),
  media: z.array(z.object({ url: z.string(), is_featured: z.boolean().optional() })),
  colors: z.array(z.object({ id: z.guid(), name: z.string(), value: z.string() })),
  ratings: z.object({ average_rating: z.number().nullable(), review_count: z.number() }),
  category: z.object({ id: z.guid(), name: z.string() }).nullable(),
  /** The colour of the filter that it comes in, with its picture. */
  in_color: z.object({ name: z.string(), url: z.string().nullable() }).nullish(),
  /** The sizes of the filter, if all of them are sold out. */
  sold_out: z.array(z.string()).nullish(),
})
export type Card = z.infer<typeof Card>

/** One page of products. */
export const ProductPage = z.object({
  products: z.array(Card),
  total: z.number(),
  page: z.number(),
  page_size: z.number(),
  total_pages: z.number(),
  /** The search as it was read, where a word of it was misspelt. */
  searched_for: z.string().nullish(),
})
export type ProductPage = z.infer<typeof ProductPage>

/** A size of a product. `stock` null means not counted (decision 19). */
export const Variant = z.object({
  id: z.guid(),
  label: z.string(),
  size: z.string().nullable(),
  brand_size: z.string().nullable(),
  cup_size: z.string().nullable(),
  material: z.string().nullable(),
  stock: z.number().nullable(),
})
export type Variant = z.infer<typeof Variant>

/** A product with everything its page shows. */
export const Product = Card.extend({
  description: z.string(),
  /** How it fits, in the shop's own words. */
  fit_notes: z.string().nullable(),
  size_chart: z.enum(CHART_NAMES).nullable(),
  media: z.array(
    z.object({ id: z.guid(), url: z.string(), alt: z.string().nullable(), color_id: z.guid().nullable() }),
  ),
  variants: z.array(Variant),
  features: z.array(z.object({ title: z.string(), description: z.string() })),
})
export type Product = z.infer<typeof Product>

export const ProductAnswer = z.object({ product: Product, similar_products: z.array(Card) })
export type ProductAnswer = z.infer<typeof ProductAnswer>

export const FilterOptions = z.object({
  colors: z.array(z.object({ id: z.guid(), name: z.string(), value: z.string() })),
  sizes: z.array(z.string()),
  brand_sizes: z.array(z.string()),
  cup_sizes: z.array(z.string()),
  materials: z.array(z.string()),
})
export type FilterOptions = z.infer<typeof FilterOptions>

/** How many products each value of a filter would list; colours by their ids. */
export const FilterCounts = z.record(
  z.enum(['colors', 'sizes', 'brand_sizes', 'cup_sizes', 'materials']),
  z.record(z.string(), z.number()),
)
export type FilterCounts = z.infer<typeof FilterCounts>
