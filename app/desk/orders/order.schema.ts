import { z } from 'zod'
import { ADDRESS_PARTS, eachPart } from '~/address/address-parts'
import { countrySchema } from '~/address/address.schema'
import { readPhone } from '~/phone/phone'
import { emailSchema } from '~/platform/email'
import { plain, required, seen, text, tick, tracking, version } from '../form/form-fields'
import { ORDER_ACTIONS } from './order-actions'

export const changeSchema = z.object({
  intent: z.enum(ORDER_ACTIONS),
  version,
  seen,
  note: text(300).optional(),
  tracking: tracking.optional(),
  /** Whether the order is shipped although a step is missing. */
  sure: tick,
})

const reason = required('Please enter the reason.', 300)

export const takeBackSchema = z.object({ version, reason })
export const takeManyBackSchema = z.object({ reason })
/** `id` is the order's number, where a page has several. */
export const cancelSchema = z.object({ version, id: text(60).optional(), reason })

const EMAIL = 'Please enter a valid e-mail address.'
export const emailChangeSchema = z.object({
  version,
  email: emailSchema({ missing: EMAIL, invalid: EMAIL }).optional(),
})

const RUPEES = 'Please enter an amount in rupees, such as 2499 or 2499.50.'
const amount = plain(RUPEES)
  .regex(/^\d{1,8}(\.\d{1,2})?$/, RUPEES)
  .transform(Number)

export const refundPartSchema = z.object({ version, amount, reason })

const PIECES = 'Please enter the pieces as a whole number; 0 removes them.'
const pieces = plain(PIECES).regex(/^\d{1,4}$/, PIECES)
const choice = text(60).optional()

/** Returns the names of an item's fields in the form that changes an order; `item` is its ID, or `new`. */
export const itemFields = <Item extends string>(item: Item) =>
  ({ size: `size-${item}`, color: `color-${item}`, quantity: `quantity-${item}` }) as const
type ItemField = ReturnType<typeof itemFields>['size' | 'color' | 'quantity']

const editFields = {
  delivery: amount.optional(),
  cash_fee: amount.optional(),
  discount: amount.optional(),
  discount_reason: text(300).optional(),
  ...eachPart((part) => text(ADDRESS_PARTS[part].longest).optional()),
  address: required('Please enter the address.', ADDRESS_PARTS.address.longest),
  city: required('Please enter the city.', ADDRESS_PARTS.city.longest),
  country: countrySchema,
  phone: required('Please enter the phone number.', 60).transform((typed, context) => {
    const read = readPhone(typed, undefined, 'contact')
    if (!read.ok) context.addIssue(read.refusal)
    return read.ok ? read.value : z.NEVER
  }),
}

export function editSchema(items: readonly { id: string }[]) {
  const fields = [...items, { id: 'new' }].flatMap(({ id }) => {
    const { size, color, quantity } = itemFields(id)
    return [
      [size, choice],
      [color, choice],
      [quantity, id === 'new' ? pieces.default('1') : pieces],
    ]
  })
  const itemsOf = Object.fromEntries(fields) as Record<ItemField, typeof choice>
  // In the order of the page, as the summary of errors has them.
  return z
    .object({ version, product: text(200).optional() })
    .extend(itemsOf)
    .extend(editFields)
}
export type Edit = z.output<ReturnType<typeof editSchema>>
