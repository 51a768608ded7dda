import { z } from 'zod'

/** A product as forms and cookies name it; the database's `products.slug` has the same rule. */
export const Slug = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)

/** Saving, removing or moving one product. Size and colour are checked against what the product offers. */
export const WishForm = z.object({
  slug: Slug,
  /** Path and query of the page that it was posted from. */
  from: z.string().default('/wishlist'),
  size: z.string().max(60).default(''),
  color: z.string().max(60).default(''),
})
