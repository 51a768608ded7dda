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

const key = z
  .string()
  .max(400)
  .transform((text, context) => {
    const line = readLineKey(text)
    if (line) return line
    context.addIssue({ code: 'custom', message: 'This is no line of a cart.' })
    return z.NEVER
  })

/** Changing a line of the cart. */
export const LineForm = z.object({
  key,
  quantity: z.coerce.number().int().min(1).max(MOST_OF_ONE, TOO_MANY).optional(),
})

/** Another size and color for a line. Both are checked against what the product offers. */
export const ChooseForm = z.object({
  key,
  size: z.string().max(60).default(''),
  color: z.string().max(60).default(''),
})

/** A promo code as it was typed; the shop's have at most 40 characters, so what is longer can only be unknown. */
export const PromoForm = z.object({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .transform((code) => code.slice(0, 40))
    .default(''),
})

/** What has just left the cart, by the address of the cart's page. */
export const LeftLine = z.object({ key, quantity: z.coerce.number().int().min(1).max(MOST_OF_ONE).catch(1) })
