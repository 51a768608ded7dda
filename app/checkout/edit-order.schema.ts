import { z } from 'zod'
import { ADDRESS_PARTS } from '~/address/address-parts'
import {
  addressTexts,
  checkPostalCode,
  countrySchema,
  optionalText,
  requiredText,
  withPostalCode,
} from '~/address/address.schema'
import { m } from '~/language/messages'
import { checkPhone, phoneFields, RUN_EVEN_IF_INVALID, withPhone } from '~/phone/phone.schema'
import { whole } from '~/platform/whole-number.schema'

/** Returns the names of an item's fields. */
export const itemFields = <Id extends string>(id: Id) =>
  ({ size: `size-${id}`, color: `color-${id}`, quantity: `quantity-${id}` }) as const
type ItemFields = ReturnType<typeof itemFields>

const choice = optionalText(60)
const pieces = whole(0, 9999, () => m.checkout_edit_pieces_invalid())

/** The form by which shoppers change an order with these items. */
export function editOrderSchema(items: readonly { id: string }[]) {
  const fields = items.map(({ id }) => itemFields(id))
  const choices = Object.fromEntries(fields.flatMap(({ size, color }) => [size, color].map((name) => [name, choice])))
  const quantities = Object.fromEntries(fields.map(({ quantity }) => [quantity, pieces]))
  return z
    .object({
      version: whole(1),
      /** What the order may cost then, in paisa. */
      total: whole(0),
    })
    .extend(choices as Record<ItemFields['size' | 'color'], typeof choice>)
    .extend(quantities as Record<ItemFields['quantity'], typeof pieces>)
    .extend({
      country: countrySchema,
      ...addressTexts,
      address: requiredText(m.checkout_shipping_address, ADDRESS_PARTS.address.longest),
      city: requiredText(m.checkout_shipping_city, ADDRESS_PARTS.city.longest),
      ...phoneFields,
    })
    .superRefine((form, context) => {
      if (!form.firstName && !form.lastName)
        context.addIssue({ code: 'custom', path: ['firstName'], message: m.checkout_name_missing() })
    }, RUN_EVEN_IF_INVALID)
    .superRefine(checkPostalCode, RUN_EVEN_IF_INVALID)
    .superRefine(
      checkPhone('delivery', () => m.checkout_phone_missing()),
      RUN_EVEN_IF_INVALID,
    )
    .transform(withPhone)
    .transform(withPostalCode)
}
export type EditedOrder = z.output<ReturnType<typeof editOrderSchema>>
