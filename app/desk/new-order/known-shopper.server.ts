import { z } from 'zod'
import { ADDRESS_PARTS, TYPED_PARTS } from '~/address/address-parts'
import { HOME_COUNTRY } from '~/delivery/countries'
import { LANGUAGES } from '~/language/languages'
import { phoneFieldValue } from '~/phone/phone'
import { read, type Desk } from '../desk.server'
import { blockSchema, historySchema } from '../orders/orders.server'
import { ids, maybeTexts, texts } from '../rows'

const knownSchema = z.object({
  ...ids('person'),
  ...maybeTexts('phone'),
  ended: historySchema,
  tags: z.array(z.string()),
  blocks: z.array(blockSchema),
  /** The latest order with an address. */
  order: z
    .object({
      ...texts('order_id', 'created_at'),
      ...maybeTexts('email'),
      address: z.record(z.string(), z.string().nullable()),
      language: z.enum(LANGUAGES),
    })
    .nullable(),
})
export type KnownShopper = z.infer<typeof knownSchema>

/** Returns what is known of a number, or of a person by an ID; null for nobody. */
export const readKnown = ({ db }: Desk, by: { phone?: string; person?: string }) =>
  read(db, 'desk_known_shopper', by, knownSchema.nullable())

/** Fills the form of a new order with a shopper's latest order. Products, payment and notes stay as they are. */
export function fillForm(form: FormData, { person, phone, order }: KnownShopper): void {
  const { country, number } = phoneFieldValue(phone)
  form.set('person', person)
  form.set('phoneCountry', country)
  form.set('phone', number)
  form.set('country', order?.address.country ?? HOME_COUNTRY)
  if (!order) return
  for (const part of TYPED_PARTS) form.set(part, order.address[ADDRESS_PARTS[part].column] ?? '')
  form.set('email', order.email ?? '')
  form.set('language', order.language)
}
