import { z } from 'zod'
import { chosenOptions } from '~/cart/cart.schema'

/** A product's slug, by the same rule as the column `products.slug`. */
export const slugSchema = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

/** Saves, removes or moves one product. Size and colour are checked against the product later. */
export const wishSchema = z.object({
  slug: slugSchema,
  /** The page to return to. */
  from: z.string().default('/wishlist'),
  ...chosenOptions,
})
