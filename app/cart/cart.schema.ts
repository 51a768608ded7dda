import { z } from 'zod'
import { MOST_OF_ONE, readLineKey } from './cart'

const quantity = z.coerce.number().int().min(1).max(MOST_OF_ONE).catch(1)

/** Adding from a product page. Size and colour are checked against what the product offers. */
export const AddForm = z.object({
  product: z.guid(),
  slug: z.string().max(200).default(''),
  size: z.string().max(60).default(''),
  color: z.string().max(60).default(''),
  quantity,
})

/** Changing a line of the cart. */
export const LineForm = z.object({
  key: z
    .string()
    .max(400)
    .transform((key, context) => {
      const line = readLineKey(key)
      if (line) return line
      context.addIssue({ code: 'custom', message: 'This is no line of a cart.' })
      return z.NEVER
    }),
  quantity: z.coerce.number().int().min(1).max(MOST_OF_ONE).optional(),
})

export const PromoForm = z.object({ code: z.string().max(40).default('') })
