import { z } from 'zod'
import {
  addressTexts,
  checkPostalCode,
  countrySchema,
  normalizePostalCode,
  optionalText,
} from '~/address/address.schema'
import { ADDRESS_PARTS } from '~/address/address-parts'
import { typedPromoCode } from '~/cart/cart.schema'
import { MAX_CART_LINES, MAX_OPTION_LENGTH, MAX_QUANTITY_PER_LINE } from '~/cart/cart'
import { LANGUAGES } from '~/language/languages'
import { checkPhone, phoneFields, RUN_EVEN_IF_INVALID, withPhone } from '~/phone/phone.schema'
import { emailSchema } from '~/platform/email'
import { whole } from '~/platform/whole-number.schema'
import { required, tick } from '../form/form-fields'
import { CHANNEL_CODES } from '../orders/order-query'

const PIECES = 'Please enter how many pieces.'
const EMAIL = 'Please enter a valid e-mail address.'

const lineSchema = z.object({
  product: z.guid(),
  size: z.string().max(MAX_OPTION_LENGTH).default(''),
  color: z.string().max(MAX_OPTION_LENGTH).default(''),
  quantity: whole(1, MAX_QUANTITY_PER_LINE, PIECES),
})

export const newOrderSchema = z
  .object({
    attemptKey: z.guid(),
    /** In paisa, as the page showed it. */
    expectedTotal: whole(0),
    lines: z.array(lineSchema, 'Please add a product.').min(1, 'Please add a product.').max(MAX_CART_LINES),
    channel: z.enum(CHANNEL_CODES, 'Please choose how the order came in.'),
    ...phoneFields,
    email: emailSchema({ missing: EMAIL, invalid: EMAIL }).optional(),
    isKnown: tick,
    language: z.enum(LANGUAGES).catch('en'),
    country: countrySchema,
    ...addressTexts,
    firstName: required('Please enter the shopper’s name.', ADDRESS_PARTS.firstName.longest),
    address: required('Please enter the address.', ADDRESS_PARTS.address.longest),
    city: required('Please enter the city.', ADDRESS_PARTS.city.longest),
    notes: optionalText(500),
    promoCode: typedPromoCode,
    payment: z.enum(['cod', 'payfast']).catch('cod'),
  })
  .superRefine(checkPhone('delivery', 'Please enter the phone number.'), RUN_EVEN_IF_INVALID)
  .superRefine(checkPostalCode, RUN_EVEN_IF_INVALID)
  .transform(withPhone)
  .transform((order) => ({
    ...order,
    postalCode: order.postalCode && (normalizePostalCode(order.postalCode, order.country) ?? undefined),
  }))
export type NewOrder = z.output<typeof newOrderSchema>

export const lookUpSchema = z
  .object(phoneFields)
  .superRefine(checkPhone('delivery', 'Please enter the phone number.'))
  .transform(withPhone)

const text = z.string().max(200).catch('')

/** What its page shows of a form that isn't checked yet. */
export const draftSchema = z.object({
  lines: z
    .array(lineSchema.extend({ quantity: lineSchema.shape.quantity.catch(1) }))
    .max(MAX_CART_LINES)
    .catch([]),
  search: text,
  promoCode: text,
  country: countrySchema,
  city: text,
  payment: z.enum(['cod', 'payfast']).catch('cod'),
  /** The ID of the shopper whose latest order has filled it. */
  person: text,
  phone: text,
  phoneCountry: text,
})
