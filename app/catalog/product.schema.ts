import { z } from 'zod'
import { translated } from '~/language/translated'
import { storedAmount } from '~/platform/supabase/stored-money'
import { RATIOS } from '~/ui/ratio'
import { PICTURE_ROLES } from './picture-role'

/** The point of a picture that stays in sight where a frame crops it, as styles have it: '50% 20%'. */
const focus = z.string().nullish()

/** A product as cards need it, as the database's functions return it. `price` is before the discount, `final_price` after it, in paisa. */
export const cardSchema = z.object({
  id: z.guid(),
  name: z.string(),
  slug: z.string(),
  price: storedAmount,
  final_price: storedAmount,
  discount: z.number(),
  image_url: z.string().nullable(),
  /** The main picture, and one that cards show besides; responses from before know no focus. */
  media: z.array(z.object({ url: z.string(), is_featured: z.boolean().optional(), focus })),
  colors: z.array(z.object({ id: z.guid(), name: z.string(), value: z.string() })),
  ratings: z.object({ average_rating: z.number().nullable(), review_count: z.number() }),
  category: z.object({ id: z.guid(), name: z.string() }).nullable(),
  /** The colour of the filter that the product has, with its picture. */
  in_color: z.object({ name: z.string(), url: z.string().nullable(), focus }).nullish(),
  /** The sizes of the filter, if all are sold out. */
  sold_out: z.array(z.string()).nullish(),
})
export type Card = z.infer<typeof cardSchema>

export const productPageSchema = z.object({
  products: z.array(translated(cardSchema)),
  total: z.number(),
  page: z.number(),
  page_size: z.number(),
  total_pages: z.number(),
  /** What was searched for instead, if nothing has all words. */
  searched_for: z.string().nullish(),
  /** What the shop says to a word for what it doesn't sell. */
  answer: z.string().nullish(),
  /** The size that the words of a search name. */
  size: z.string().nullish(),
  /** Whether the listing shows stars for products that nobody has rated; responses from before don't say. */
  default_stars: z.boolean().default(true),
})
export type ProductPage = z.infer<typeof productPageSchema>

/** The stock of a size (PD-42), as `Stock` has it. */
export const stockSchema = z.object({
  stock: z.number().nullable(),
  by_color: z.record(z.string(), z.number().nullable()).nullish(),
})

export const variantSchema = stockSchema.extend({
  id: z.guid(),
  label: z.string(),
  size: z.string().nullable(),
  brand_size: z.string().nullable(),
  cup_size: z.string().nullable(),
  material: z.string().nullable(),
})
export type Variant = z.infer<typeof variantSchema>

export const productSchema = cardSchema.extend({
  description: z.string(),
  /** The shop's notes on its fit. */
  fit_notes: z.string().nullable(),
  size_chart: z.string().nullable(),
  /** The ratio of its pictures, if it has its own; responses from before don't say. */
  picture_ratio: z.enum(RATIOS).nullish(),
  media: z.array(
    translated(
      z.object({
        id: z.guid(),
        url: z.string(),
        alt: z.string().nullable(),
        color_id: z.guid().nullable(),
        /** What it shows; responses from before don't say. */
        role: z.enum(PICTURE_ROLES).nullish(),
        focus,
        caption: z.string().nullish(),
      }),
    ),
  ),
  variants: z.array(variantSchema),
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** The file of its video; responses from before don't say. */
  video: z.string().nullish(),
  features: z.array(translated(z.object({ title: z.string(), description: z.string() }))),
})
export type Product = z.infer<typeof productSchema>

/** A product as a card from which it is chosen. */
export const choiceCardSchema = cardSchema.extend({
  variants: z.array(stockSchema.extend({ label: z.string() })),
  /** A picture by the name of the colour. */
  pictures: z.record(z.string(), z.string()),
  /** The product that it completes, where that is asked. */
  with: z.guid().nullish(),
  /** What the two cost less together. */
  price_off: storedAmount.default(0),
})
export type ChoiceCard = z.infer<typeof choiceCardSchema>

export const productWithSimilarSchema = z.object({
  product: translated(productSchema),
  /** What belongs to it; responses from before don't say. */
  completing: z.array(translated(choiceCardSchema)).default([]),
  similar_products: z.array(translated(cardSchema)),
  /** Whether products can be bought by one button; responses from before don't say. */
  buy_now: z.boolean().default(false),
})
export type ProductWithSimilar = z.infer<typeof productWithSimilarSchema>

export const filterOptionsSchema = z.object({
  colors: z.array(z.object({ id: z.guid(), name: z.string(), value: z.string() })),
  sizes: z.array(z.string()),
  brand_sizes: z.array(z.string()),
  cup_sizes: z.array(z.string()),
  materials: z.array(z.string()),
  /** What operators say of products beside these: the sleeve, for one. */
  attributes: z.array(
    z.object({ code: z.string(), name: z.string(), values: z.array(z.object({ code: z.string(), name: z.string() })) }),
  ),
})
export type FilterOptions = z.infer<typeof filterOptionsSchema>

/** Number of products for each filter value; colours by ID, attributes by `code:value`. */
export const filterCountsSchema = z.record(
  z.enum(['colors', 'sizes', 'brand_sizes', 'cup_sizes', 'materials', 'attributes']),
  z.record(z.string(), z.number()),
)
export type FilterCounts = z.infer<typeof filterCountsSchema>
