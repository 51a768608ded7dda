import { m } from '~/language/messages'
import { z } from 'zod'
import { typedPromoCode } from '~/cart/cart.schema'
import type { Address } from '~/address/address-book.server'
import { countryProblem, type DeliveryTerms } from '~/delivery/terms'
import { emailSchema } from '~/platform/email'
import { RUN_EVEN_IF_INVALID, phoneFields } from '~/phone/phone.schema'
import { readPhone } from '~/phone/phone'
import { addressTexts, billingTexts, countrySchema, normalizePostalCode, optionalText } from '~/address/address.schema'
import { whole } from '~/platform/whole-number.schema'
import { lackingParts, lacks } from './saved-recipient'

const fieldsSchema = z.object({
  attemptKey: z.guid({ error: () => m.checkout_attempt_reused() }),
  /** Paisa, as the page showed it. */
  expectedTotal: whole(0, undefined, () => m.checkout_price_changed()),
  /** The same if it is paid in cash. Pages of before had one total. */
  expectedInCash: whole(0, undefined, () => m.checkout_price_changed()).optional(),
  /** The fingerprint of the cart that the page showed, and the promo code in its total. */
  seenCart: z.string().max(64).optional(),
  promoCode: typedPromoCode,
  email: emailSchema({ missing: m.checkout_email_missing, invalid: m.checkout_email_invalid }).optional(),
  /** The ID of a saved address, or 'new'. */
  deliverTo: z.union([z.guid(), z.literal('new')]).catch('new'),
  /** What the chosen saved address lacks. */
  savedFirstName: optionalText(80),
  savedLastName: optionalText(80),
  savedPhone: phoneFields.phone,
  savedPhoneCountry: phoneFields.phoneCountry,
  country: countrySchema,
  ...addressTexts,
  ...phoneFields,
  label: z.enum(['Home', 'Office']).catch('Home'),
  saveAddress: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
  notes: optionalText(500),
  payment: z.enum(['payfast', 'cod']).catch('payfast'),
  billing: z.enum(['same', 'different']).catch('same'),
  billingCountry: countrySchema,
  ...billingTexts,
})

type Fields = z.output<typeof fieldsSchema>
type Report = Pick<z.RefinementCtx, 'addIssue'>

/** What the checks of the form need to know beside it. */
interface KnownFacts {
  /** The chosen saved address; undefined if none was chosen or it is gone, null if it can't be read. */
  saved?: Address | null
  /** Null if they can't be read. Then the database decides about the country. */
  terms: DeliveryTerms | null
  takesCards: boolean
  /** Whether a cash order needs no e-mail address. */
  isEmailOptional: boolean
}

/**
 * The checkout form (CH-30, CH-35 to CH-37). Only the chosen addresses are validated, not a half-filled new address beside a saved one.
 */
export function checkoutSchemaFor(known: KnownFacts) {
  const check = (form: Fields, context: Report) => checkForm(form, context, known)
  return fieldsSchema.superRefine((form, context) => void check(form, context), RUN_EVEN_IF_INVALID).transform(check)
}

/** The form as the page shows it. */
export const checkoutSchema = checkoutSchemaFor({ terms: null, takesCards: true, isEmailOptional: false })
export type CheckoutInput = z.output<typeof checkoutSchema>
export type CheckoutField = keyof z.input<typeof checkoutSchema> & string
/** The same; the least important stand last (checkout-draft.server.ts). */
export const CHECKOUT_FIELDS = Object.keys(fieldsSchema.shape) as CheckoutField[]

function checkForm(form: Fields, context: Report, { saved, terms, takesCards, isEmailOptional }: KnownFacts) {
  const problem = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: path ? [path] : [], message })
  const isNew = form.deliverTo === 'new'
  if (!form.email && !isEmailOptional) problem('email', m.checkout_email_missing())
  if (!form.email && isEmailOptional && form.payment !== 'cod') problem('email', m.checkout_email_for_card())
  if (!isNew && saved === undefined) problem('', m.checkout_shipping_address())
  if (isNew && !form.address) problem('address', m.checkout_shipping_address())
  if (isNew && !form.city) problem('city', m.checkout_shipping_city())
  if (isNew && !form.firstName && !form.lastName) problem('firstName', m.checkout_name_missing())
  const phone = isNew && form.phone ? readPhone(form.phone, form.phoneCountry, 'delivery') : undefined
  if (isNew && !form.phone) problem('phone', m.checkout_phone_missing())
  if (phone?.ok === false) problem('phone', phone.refusal)
  const parts = lackingParts(saved)
  if (lacks(parts, 'name') && !form.savedFirstName && !form.savedLastName)
    problem('savedFirstName', m.checkout_name_missing())
  const savedPhone = form.savedPhone ? readPhone(form.savedPhone, form.savedPhoneCountry, 'delivery') : null
  if (lacks(parts, 'phone') && savedPhone?.ok !== true)
    problem('savedPhone', savedPhone?.refusal ?? m.checkout_phone_missing())
  const postalCode = isNew && form.postalCode ? normalizePostalCode(form.postalCode, form.country) : undefined
  if (postalCode === null) problem('postalCode', m.checkout_postal_code_invalid())
  const notServed = countryProblem(terms, saved?.country ?? form.country)
  if (notServed) problem(saved ? 'deliverTo' : 'country', notServed)
  if (!takesCards && form.payment !== 'cod') problem('payment', m.checkout_no_cards())

  const billsElsewhere = form.billing === 'different'
  if (billsElsewhere && !form.billingAddress) problem('billingAddress', m.checkout_billing_address_missing())
  if (billsElsewhere && !form.billingCity) problem('billingCity', m.checkout_billing_city())
  const billingPostalCode =
    billsElsewhere && form.billingPostalCode
      ? normalizePostalCode(form.billingPostalCode, form.billingCountry)
      : undefined
  // Every country in the list has postal codes, so one is required (A36).
  if (billsElsewhere && !billingPostalCode) problem('billingPostalCode', m.checkout_billing_postal_code())
  return {
    ...form,
    phone: phone?.ok ? phone.value : undefined,
    postalCode: postalCode ?? undefined,
    billingPostalCode: billingPostalCode ?? undefined,
  }
}
