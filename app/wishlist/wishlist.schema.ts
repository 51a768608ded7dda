import { z } from 'zod'
import { chosenOptions, quantity } from '~/cart/cart.schema'

/** A product's slug, by the same rule as the column `products.slug`. */
export const slugSchema = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

export const wishSchema = z.object({
  slug: slugSchema,
  ...chosenOptions,
  quantity,
})

const from = z.string().default('/wishlist')

export const savedWishSchema = wishSchema.extend({ from })

/** Moves a wish into the cart in this size and colour, which are checked against the product later. */
export const movedWishSchema = savedWishSchema.extend({
  savedSize: chosenOptions.size,
  savedColor: chosenOptions.color,
})
