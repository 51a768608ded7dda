import { z } from 'zod'
import { whole } from '~/platform/whole-number.schema'
import { RATIOS } from '~/ui/ratio'
import { moment, plain, required, text, tick, version } from '../form/form-fields'
import { eachFlag, PRODUCT_STATES } from './product-query'
import { parseFeatures } from './features'

const PRICE_WORDS = 'Please enter a price in rupees above zero, such as 2499 or 2499.50.'
const DISCOUNT_WORDS = 'Please enter a discount from 0 to 99.99 per cent.'

const productFields = z.object({
  version,
  name: required('Please enter a name.', 160),
  description: text(20_000).default(''),
  fit_notes: text(1_000).optional(),
  sku: text(60).default(''),
  /** Rupees. */
  price: plain(PRICE_WORDS)
    .regex(/^\d{1,8}(\.\d{1,2})?$/, PRICE_WORDS)
    .transform(Number)
    .refine((rupees) => rupees > 0, PRICE_WORDS),
  /** Per cent. */
  discount: plain()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, DISCOUNT_WORDS)
    .default('0')
    .transform(Number),
  /** Local times in Pakistan. */
  discount_from: moment,
  discount_until: moment,
  /** Whether a large change of the price was confirmed. */
  is_sure: tick,
  category_id: z.guid().optional(),
  /** Of its pictures; null for the shop's. */
  picture_ratio: z
    .enum(RATIOS)
    .optional()
    .transform((ratio) => ratio ?? null),
  color_ids: z.array(z.guid()).max(50).default([]),
  attribute_values: z.array(z.string().max(60)).max(400).default([]),
  /** The colour that the shop shows first; the present one if missing. */
  first_color: z.guid().optional(),
  features: text(20_000)
    .default('')
    .transform((written, context) => {
      const features = parseFeatures(written)
      if (features.ok) return features.value
      context.addIssue({ code: 'custom', message: features.refusal })
      return z.NEVER
    }),
  ...eachFlag(tick),
})

export const productFormSchema = productFields.refine(
  ({ discount_from: from, discount_until: until }) => !from || !until || from < until,
  {
    path: ['discount_until'],
    message: 'The discount must end after it begins.',
  },
)
export type ProductForm = z.output<typeof productFormSchema>

export const stateSchema = z.object({ version, state: z.enum(PRODUCT_STATES) })

/** What becomes of many products at once; what is left out stays. A category and a value of an attribute are named. */
export const manySchema = z.object({
  intent: z.literal('change'),
  product: z.preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(z.guid()).max(50)),
  /** Whether all products of the list are meant, not the ticked ones. */
  is_all: tick,
  state: z.enum(PRODUCT_STATES).optional(),
  category: text(200).optional(),
  discount: plain()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, DISCOUNT_WORDS)
    .optional(),
  attribute: text(400).optional(),
})

/** A new product, which begins as a draft. */
export const newProductSchema = productFields.pick({ name: true, price: true, is_sure: true })

/** The grid of sizes is read by `readSizes`, since its fields are named after the product's sizes. */
export const stockSchema = z.object({
  version,
  /** The page of the grid, which is shown again. */
  page: whole(1, 999).default(1),
})

/** The grid of sizes and colours is read by `readGrid`. */
export const gridSchema = stockSchema.pick({ page: true })
