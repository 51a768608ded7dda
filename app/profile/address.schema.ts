import { z } from 'zod'
import { BESIDE_OTHER_PROBLEMS, checkPhone, phoneFields, withPhone } from '~/phone/phone.schema'
import { tooLong } from '~/platform/text'

const COUNTRIES = ['Pakistan', 'USA', 'UK'] as const

export type Country = (typeof COUNTRIES)[number]

/** One of the countries the shop delivers to (decision 22). */
export const country = z
  .string()
  .optional()
  .transform((value): Country => (value !== undefined && isCountry(value) ? value : 'Pakistan'))

/** Whether an address can be in a country of this name. */
export function isCountry(value: string): value is Country {
  return COUNTRIES.some((name) => name === value)
}

/** Text that may be left out. */
export const optional = (most: number) =>
  z
    .string()
    .trim()
    .max(most, tooLong(most))
    .optional()
    .transform((value) => value || undefined)

const POSTAL_CODES: Record<Country, RegExp> = {
  Pakistan: /^\d{5}$/,
  USA: /^\d{5}(-?\d{4})?$/,
  UK: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
}

/** A postal code as its country writes it, or null for one that isn't. Spaces and hyphens in numbers don't matter. */
export function normalizePostalCode(typed: string, of: Country): string | null {
  const text = of === 'UK' ? typed.trim().toUpperCase() : typed.replace(/[\s-]/g, '')
  return POSTAL_CODES[of].test(text) ? text : null
}

const missing = (message: string) => z.string({ error: message }).trim().min(1, message)

/** The address form of the profile (document 2, section 5): address and city required, postcode optional. */
export const AddressForm = z
  .object({
    firstName: optional(80),
    lastName: optional(80),
    address: missing('Address is required').max(200, tooLong(200)),
    apartment: optional(120),
    city: missing('Town/city is required').max(80, tooLong(80)),
    postalCode: optional(16),
    ...phoneFields,
    country,
    label: z.enum(['Home', 'Office']).catch('Home'),
    isPrimary: z
      .string()
      .optional()
      .transform((value) => value === 'on'),
  })
  .superRefine(checkPhone('delivery'), BESIDE_OTHER_PROBLEMS)
  .superRefine(checkPostalCode, BESIDE_OTHER_PROBLEMS)
  .transform(withPhone)
  .transform((form) => ({
    ...form,
    postalCode: form.postalCode ? (normalizePostalCode(form.postalCode, form.country) ?? undefined) : undefined,
  }))
export type AddressInput = z.output<typeof AddressForm>

function checkPostalCode(form: { postalCode?: string; country: Country }, context: z.RefinementCtx): void {
  if (form.postalCode && normalizePostalCode(form.postalCode, form.country) === null)
    context.addIssue({ code: 'custom', path: ['postalCode'], message: 'Postal code is invalid' })
}
