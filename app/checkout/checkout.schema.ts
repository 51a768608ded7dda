import { z } from 'zod'
import { emailSchema } from '~/platform/email'
import { normalizePhone, phoneCountryOf } from '~/phone/phone'
import { country, normalizePostalCode, optional } from '~/profile/address.schema'

const SHIPPING = 'Please provide a valid shipping address'
const BILLING = 'Please provide a valid billing address'

const Fields = z.object({
  attemptKey: z.guid(),
  /** Whole paisa, as the page showed it. */
  expectedTotal: z.coerce.number().int().min(0),
  email: emailSchema({ missing: 'Email is required.', invalid: 'Please enter a valid email address.' }),
  /** A saved address's id, or 'new'. */
  deliverTo: z.union([z.guid(), z.literal('new')]).catch('new'),
  country,
  firstName: optional(80),
  lastName: optional(80),
  address: optional(200),
  apartment: optional(120),
  city: optional(80),
  postalCode: optional(16),
  phone: optional(32),
  phoneCountry: z.string().optional(),
  label: z.enum(['Home', 'Office']).catch('Home'),
  saveAddress: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
  notes: optional(500),
  payment: z.enum(['payfast', 'cod']).catch('payfast'),
  billing: z.enum(['same', 'different']).catch('same'),
  billingCountry: country,
  billingFirstName: optional(80),
  billingLastName: optional(80),
  billingAddress: optional(200),
  billingApartment: optional(120),
  billingCity: optional(80),
  billingPostalCode: optional(16),
})

/**
 * The checkout form (document 2, section 5). Only the chosen addresses are looked at: a half-filled new address beside a
 * chosen saved one, or billing fields beside 'same as shipping', don't matter.
 */
export const CheckoutForm = Fields.transform(checkAddresses)
export type CheckoutInput = z.output<typeof CheckoutForm>

/** The checkout form of a shop that takes no cards. */
export const CashCheckoutForm = Fields.extend({
  payment: z.literal('cod', { error: 'Card payment is not available. Please choose Cash on Delivery.' }),
}).transform(checkAddresses)

function checkAddresses(form: z.output<typeof Fields>, context: z.RefinementCtx) {
  const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const isNew = form.deliverTo === 'new'
  if (isNew && !form.address) problem('address', SHIPPING)
  if (isNew && !form.city) problem('city', SHIPPING)
  const phone =
    isNew && form.phone ? normalizePhone(form.phone, phoneCountryOf(form.phoneCountry, form.country)) : undefined
  if (isNew && !form.phone) problem('phone', 'Phone number is required')
  if (phone === null) problem('phone', 'Phone number is invalid')
  const postalCode = isNew && form.postalCode ? normalizePostalCode(form.postalCode, form.country) : undefined
  if (postalCode === null) problem('postalCode', 'Postal code is invalid')

  const billsElsewhere = form.billing === 'different'
  if (billsElsewhere && !form.billingAddress) problem('billingAddress', BILLING)
  if (billsElsewhere && !form.billingCity) problem('billingCity', BILLING)
  const billingPostalCode =
    billsElsewhere && form.billingPostalCode
      ? normalizePostalCode(form.billingPostalCode, form.billingCountry)
      : undefined
  // Every country of the list has postal codes, so one is wanted here (A36).
  if (billsElsewhere && !billingPostalCode) problem('billingPostalCode', BILLING)
  return {
    ...form,
    phone: phone ?? undefined,
    postalCode: postalCode ?? undefined,
    billingPostalCode: billingPostalCode ?? undefined,
  }
}
