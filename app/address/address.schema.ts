import { m } from '~/language/messages'
import { z } from 'zod'
import { HOME_COUNTRY, isCountry, type Country } from '~/delivery/countries'
import { RUN_EVEN_IF_INVALID, checkPhone, phoneFields, withPhone } from '~/phone/phone.schema'
import { plainText, tooLong } from '~/platform/text'
import { ADDRESS_PARTS, billingField, eachPart, TYPED_PARTS, type BillingField, type TypedPart } from './address-parts'

/** The country of an address; the shop's own if it is missing or unknown (decision 122). */
export const countrySchema = z
  .string()
  .optional()
  .transform((value): Country => (value !== undefined && isCountry(value) ? value : HOME_COUNTRY))

export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, tooLong(max))
    .optional()
    .transform((value) => value || undefined)

const POSTAL_CODES: Record<Country, RegExp> = {
  Pakistan: /^\d{5}$/,
  USA: /^\d{5}(-?\d{4})?$/,
  UK: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
}

/** Returns a postal code in its country's format, or null if it is invalid. Ignores spaces and hyphens between digits. */
export function normalizePostalCode(typed: string, of: Country): string | null {
  const plain = plainText(typed)
  const text = of === 'UK' ? plain.toUpperCase() : plain.replace(/[\s-]/g, '')
  return POSTAL_CODES[of].test(text) ? text : null
}

export const requiredText = (error: () => string, max: number) =>
  z.string({ error }).trim().min(1, { error }).max(max, tooLong(max))

const textOf = (part: TypedPart) => optionalText(ADDRESS_PARTS[part].longest)

/** The parts of an address, which may be left out, as in the checkout, which needs them of the chosen address alone. */
export const addressTexts = eachPart(textOf)

/** The same parts of a billing address, under the names of its fields. */
export const billingTexts = Object.fromEntries(TYPED_PARTS.map((part) => [billingField(part), textOf(part)])) as Record<
  BillingField<TypedPart>,
  ReturnType<typeof textOf>
>

/** The form of a saved address (AD-06, AD-07, AD-08). */
export const addressSchema = z
  .object({
    ...addressTexts,
    address: requiredText(m.address_missing, ADDRESS_PARTS.address.longest),
    city: requiredText(m.address_city_missing, ADDRESS_PARTS.city.longest),
    ...phoneFields,
    country: countrySchema,
    label: z.enum(['Home', 'Office']).catch('Home'),
    isPrimary: z
      .string()
      .optional()
      .transform((value) => value === 'on'),
  })
  .superRefine(checkPhone('delivery'), RUN_EVEN_IF_INVALID)
  .superRefine(checkPostalCode, RUN_EVEN_IF_INVALID)
  .transform(withPhone)
  .transform(withPostalCode)
export type AddressInput = z.output<typeof addressSchema>

/** For `superRefine`: checks a postal code, which may be left out. */
export function checkPostalCode(form: { postalCode?: string; country: Country }, context: z.RefinementCtx): void {
  if (form.postalCode && normalizePostalCode(form.postalCode, form.country) === null)
    context.addIssue({ code: 'custom', path: ['postalCode'], message: m.address_postal_code_invalid() })
}

/** Returns a checked form with its postal code in its country's format, or without one. */
export function withPostalCode<Form extends { postalCode?: string; country: Country }>(form: Form): Form {
  return { ...form, postalCode: (form.postalCode && normalizePostalCode(form.postalCode, form.country)) || undefined }
}
