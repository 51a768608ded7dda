import { codeText, cutText, tooLong } from '~/platform/text'
import { z } from 'zod'
import { whole } from '~/platform/whole-number.schema'
import { MAX_OPTION_LENGTH, MAX_QUANTITY_PER_LINE, parseLineKey } from './cart'

/** Below 1, or without a number, it becomes 1 (CA-18); above the limit the form is refused. */
const TOO_MANY = 'too many'
export const quantity = whole(1).catch(1).pipe(z.number().max(MAX_QUANTITY_PER_LINE, TOO_MANY))

/** Returns whether a form was refused because of its quantity. */
export function isTooMany(error: Record<string, string[] | null> | null | undefined): boolean {
  return error?.quantity?.includes(TOO_MANY) === true
}

const option = z.string().max(MAX_OPTION_LENGTH).default('')
/** The chosen size and colour, which are empty if the product has none. */
export const chosenOptions = { size: option, color: option }

/** Adds a product. The size and colour are checked against the product later. */
export const addToCartSchema = z.object({
  product: z.guid(),
  slug: z.string().max(200).default(''),
  ...chosenOptions,
  quantity,
})

/** Adds two products that belong together, each as addToCartSchema has it. */
export const addSetSchema = addToCartSchema.extend({
  product2: z.guid(),
  slug2: z.string().max(200).default(''),
  size2: option,
  color2: option,
})

const key = z
  .string()
  .max(400)
  .transform((text, context) => {
    const line = parseLineKey(text)
    if (line) return line
    context.addIssue({ code: 'custom', message: 'This is no line of a cart.' })
    return z.NEVER
  })

export const cartLineSchema = z.object({
  key,
  quantity: whole(1).pipe(z.number().max(MAX_QUANTITY_PER_LINE, TOO_MANY)).optional(),
})

/** Changes a line's size and colour, which are checked against the product later. */
export const lineOptionsSchema = z.object({
  key,
  ...chosenOptions,
})

/** A promo code of another form. */
export const typedPromoCode = z
  .string()
  .overwrite(codeText)
  .max(40, tooLong(40))
  .optional()
  .transform((code) => code || undefined)

/** Applies or removes a promo code. Codes have at most 40 characters, so a longer one is unknown anyway. */
export const promoCodeSchema = z.object({
  code: z
    .string()
    .overwrite(codeText)
    .toUpperCase()
    .transform((code) => cutText(code, 40))
    .default(''),
})

/** The removed line that the cart's URL names. */
export const removedLineSchema = z.object({
  key,
  quantity: whole(1, MAX_QUANTITY_PER_LINE).catch(1),
})
