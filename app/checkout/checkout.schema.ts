import { z } from 'zod'
import { emailSchema } from '~/platform/email'
import { RUN_EVEN_IF_INVALID, phoneFields } from '~/phone/phone.schema'
import { readPhone } from '~/phone/phone'
import { addressTexts, billingTexts, countrySchema, normalizePostalCode, optionalText } from '~/address/address.schema'
import { NAME_MISSING } from './saved-recipient'
import { checkSavedRecipient, savedRecipientFields } from './saved-recipient.schema'

const SHIPPING = 'Please provide a valid shipping address'
const BILLING = 'Please provide a valid billing address'

const fieldsSchema = z.object({
  attemptKey: z.guid(),
  /** Paisa, as the page showed it. */
  expectedTotal: z.coerce.number().int().min(0),
  /** The fingerprint of the cart that the page showed, and the promo code in its total. */
  seenCart: z.string().max(64).optional(),
  promoCode: optionalText(40),
  email: emailSchema({ missing: 'Email is required.', invalid: 'Please enter a valid email address.' }),
  /** The ID of a saved address, or 'new'. */
  deliverTo: z.union([z.guid(), z.literal('new')]).catch('new'),
  ...savedRecipientFields,
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

/**
 * The checkout form (CH-30, CH-35 to CH-37). Only the chosen addresses are validated, not a half-filled new address beside a saved one.
 */
export const checkoutSchema = fieldsSchema.superRefine(reportAddresses, RUN_EVEN_IF_INVALID).transform(checkAddresses)
export type CheckoutInput = z.output<typeof checkoutSchema>
/** The names of the checkout's fields. */
export type CheckoutField = keyof z.input<typeof checkoutSchema> & string
/** The same; the least important stand last (checkout-draft.server.ts). */
export const CHECKOUT_FIELDS = Object.keys(fieldsSchema.shape) as CheckoutField[]

/** The checkout form if the shop takes no cards. */
export const cashCheckoutSchema = fieldsSchema
  .extend({
    payment: z.literal('cod', { error: 'Card payment is not available. Please choose Cash on Delivery.' }),
  })
  .superRefine(reportAddresses, RUN_EVEN_IF_INVALID)
  .transform(checkAddresses)

function reportAddresses(form: z.output<typeof fieldsSchema>, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  checkAddresses(form, context)
}

/** Validates the addresses. Returns the form with its phone and postal codes normalised. */
function checkAddresses(form: z.output<typeof fieldsSchema>, context: Pick<z.RefinementCtx, 'addIssue'>) {
  const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const isNew = form.deliverTo === 'new'
  if (isNew && !form.address) problem('address', SHIPPING)
  if (isNew && !form.city) problem('city', `${SHIPPING}, with its city`)
  if (isNew && !form.firstName && !form.lastName) problem('firstName', NAME_MISSING)
  const phone = isNew && form.phone ? readPhone(form.phone, form.phoneCountry, 'delivery') : undefined
  if (isNew && !form.phone) problem('phone', 'Phone number is required')
  if (phone?.ok === false) problem('phone', phone.refusal)
  checkSavedRecipient(form, problem)
  const postalCode = isNew && form.postalCode ? normalizePostalCode(form.postalCode, form.country) : undefined
  if (postalCode === null) problem('postalCode', 'Postal code is invalid')

  const billsElsewhere = form.billing === 'different'
  if (billsElsewhere && !form.billingAddress) problem('billingAddress', BILLING)
  if (billsElsewhere && !form.billingCity) problem('billingCity', `${BILLING}, with its city`)
  const billingPostalCode =
    billsElsewhere && form.billingPostalCode
      ? normalizePostalCode(form.billingPostalCode, form.billingCountry)
      : undefined
  // Every country in the list has postal codes, so one is required (A36).
  if (billsElsewhere && !billingPostalCode) problem('billingPostalCode', `${BILLING}, with its postal code`)
  return {
    ...form,
    phone: phone?.ok ? phone.value : undefined,
    postalCode: postalCode ?? undefined,
    billingPostalCode: billingPostalCode ?? undefined,
  }
}
