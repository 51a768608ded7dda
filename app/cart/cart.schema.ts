import { z } from 'zod'
import { MOST_OF_ONE, readLineKey } from './cart'

/** Never below 1 (document 1, section 5); above the limit it is refused, not changed. */
const TOO_MANY = 'too many'
const quantity = z.coerce.number().int().min(1).catch(1).pipe(z.number().max(MOST_OF_ONE, TOO_MANY))

/** Whether a form was refused because of its quantity. */
export function isTooMany(error: Record<string, string[] | null> | null | undefined): boolean {
  return error?.quantity?.includes(TOO_MANY) === true
}

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
  quantity: z.coerce.number().int().min(1).max(MOST_OF_ONE, TOO_MANY).optional(),
})

export const PromoForm = z.object({ code: z.string().max(40).default('') })
