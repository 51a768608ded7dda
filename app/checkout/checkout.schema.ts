import { z } from 'zod'
import { emailSchema } from '~/platform/email'
import { RUN_EVEN_IF_INVALID, phoneFields } from '~/phone/phone.schema'
import { readPhone } from '~/phone/phone'
import { countrySchema, normalizePostalCode, optionalText } from '~/profile/address.schema'
import { NAME_MISSING } from './saved-recipient'
import { checkSavedRecipient, savedRecipientFields } from './saved-recipient.schema'

const SHIPPING = 'Please provide a valid shipping address'
const BILLING = 'Please provide a valid billing address'

const Fields = z.object({
  attemptKey: z.guid(),
  /** Whole paisa, as the page showed it. */
  expectedTotal: z.coerce.number().int().min(0),
  /** The cart that the page showed, by `cartFingerprint`, and the code that its total includes. */
  seenCart: z.string().max(64).optional(),
  promoCode: optionalText(40),
  email: emailSchema({ missing: 'Email is required.', invalid: 'Please enter a valid email address.' }),
  /** A saved address's id, or 'new'. */
  deliverTo: z.union([z.guid(), z.literal('new')]).catch('new'),
  country: countrySchema,
  firstName: optionalText(80),
  lastName: optionalText(80),
  address: optionalText(200),
  apartment: optionalText(120),
  city: optionalText(80),
  postalCode: optionalText(16),
  ...phoneFields,
  ...savedRecipientFields,
  label: z.enum(['Home', 'Office']).catch('Home'),
  saveAddress: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
  notes: optionalText(500),
  payment: z.enum(['payfast', 'cod']).catch('payfast'),
  billing: z.enum(['same', 'different']).catch('same'),
  billingCountry: countrySchema,
  billingFirstName: optionalText(80),
  billingLastName: optionalText(80),
  billingAddress: optionalText(200),
  billingApartment: optionalText(120),
  billingCity: optionalText(80),
  billingPostalCode: optionalText(16),
})

/**
 * The checkout form (document 2, section 5). Only the chosen addresses are looked at: a half-filled new address beside a
 * chosen saved one, or billing fields beside 'same as shipping', don't matter.
 */
export const CheckoutForm = Fields.superRefine(reportAddresses, RUN_EVEN_IF_INVALID).transform(checkAddresses)
export type CheckoutInput = z.output<typeof CheckoutForm>

/** The checkout form of a shop that takes no cards. */
export const CashCheckoutForm = Fields.extend({
  payment: z.literal('cod', { error: 'Card payment is not available. Please choose Cash on Delivery.' }),
})
  .superRefine(reportAddresses, RUN_EVEN_IF_INVALID)
  .transform(checkAddresses)

function reportAddresses(form: z.output<typeof Fields>, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  checkAddresses(form, context)
}

/** Adds what is wrong with the addresses; returns the form with its phone and postal codes as they are stored. */
function checkAddresses(form: z.output<typeof Fields>, context: Pick<z.RefinementCtx, 'addIssue'>) {
  const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const isNew = form.deliverTo === 'new'
  if (isNew && !form.address) problem('address', SHIPPING)
  if (isNew && !form.city) problem('city', SHIPPING)
  if (isNew && !form.firstName && !form.lastName) problem('firstName', NAME_MISSING)
  const phone = isNew && form.phone ? readPhone(form.phone, form.phoneCountry, 'delivery') : undefined
  if (isNew && !form.phone) problem('phone', 'Phone number is required')
  if (phone?.ok === false) problem('phone', phone.refusal)
  checkSavedRecipient(form, problem)
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
    phone: phone?.ok ? phone.value : undefined,
    postalCode: postalCode ?? undefined,
    billingPostalCode: billingPostalCode ?? undefined,
  }
}
