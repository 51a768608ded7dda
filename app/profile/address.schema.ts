import { z } from 'zod'
import { COUNTRIES, normalizePhone, phoneCountryOf, type Country } from '~/phone/phone'
import { tooLong } from '~/platform/text'

const NAMES = Object.keys(COUNTRIES)

/** One of the countries the shop delivers to (decision 22). */
export const country = z
  .string()
  .optional()
  .transform((value): Country => (value !== undefined && isCountry(value) ? value : 'Pakistan'))

function isCountry(value: string): value is Country {
  return NAMES.includes(value)
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

const missing = (message: string) => z.string({ error: message }).trim().min(1, { error: message, abort: true })

/** The address form of the profile (document 2, section 5): address and city required, postcode optional. */
export const AddressForm = z
  .object({
    firstName: optional(80),
    lastName: optional(80),
    address: missing('Address is required').max(200, tooLong(200)),
    apartment: optional(120),
    city: missing('Town/city is required').max(80, tooLong(80)),
    postalCode: optional(16),
    phone: optional(32),
    phoneCountry: z.string().optional(),
    country,
    label: z.enum(['Home', 'Office']).catch('Home'),
    isPrimary: z
      .string()
      .optional()
      .transform((value) => value === 'on'),
  })
  .transform((form, context) => {
    const phone = form.phone ? normalizePhone(form.phone, phoneCountryOf(form.phoneCountry, form.country)) : undefined
    if (phone === null) context.addIssue({ code: 'custom', path: ['phone'], message: 'Phone number is invalid' })
    const postalCode = form.postalCode ? normalizePostalCode(form.postalCode, form.country) : undefined
    if (postalCode === null)
      context.addIssue({ code: 'custom', path: ['postalCode'], message: 'Postal code is invalid' })
    return { ...form, phone: phone ?? undefined, postalCode: postalCode ?? undefined }
  })
export type AddressInput = z.output<typeof AddressForm>
