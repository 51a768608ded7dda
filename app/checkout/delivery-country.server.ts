import type { SubmissionResult } from '@conform-to/react'
import { countryProblem, countryName, HOME, priceWords, termsOf, type DeliveryTerms } from '~/delivery/terms'
import { COUNTRIES } from '~/phone/phone'
import type { Address } from '~/profile/addresses.server'

interface Chosen {
  /** The form's field that the country comes from. */
  field: 'country' | 'deliverTo'
  country: string
}

/** Returns the country that a posted checkout goes to: the chosen saved address's, else that of the new address. */
export function chosenCountry(form: FormData, addresses: readonly Address[]): Chosen {
  const saved = addresses.find(({ id }) => id === form.get('deliverTo'))
  const typed = form.get('country')
  if (saved) return { field: 'deliverTo', country: saved.country }
  return { field: 'country', country: typeof typed === 'string' && Object.hasOwn(COUNTRIES, typed) ? typed : HOME }
}

/** Returns the country that the page is priced for: the posted one, else the primary address's, where the shop delivers. */
export function pricedCountry(form: FormData, addresses: readonly Address[], terms: DeliveryTerms | null): string {
  const first = addresses.find(({ is_primary: isPrimary }) => isPrimary) ?? addresses[0]
  const { country } = form.has('attemptKey') ? chosenCountry(form, addresses) : { country: first?.country ?? HOME }
  return terms && termsOf(terms, country) ? country : HOME
}

/** Adds to a form's errors, at the field, that the shop doesn't deliver to the chosen country; null where it does. */
export function refuseCountry(
  reply: SubmissionResult,
  { field, country }: Chosen,
  terms: DeliveryTerms | null,
): { reply: SubmissionResult } | null {
  const problem = countryProblem(terms, country)
  if (!problem) return null
  const error = { ...reply.error, [field]: [...(reply.error?.[field] ?? []), problem] }
  return { reply: { ...reply, status: 'error', error } }
}

/** Says what delivery to another country costs, for an order whose total changed with the country; null for the shop's own. */
export function newPrice(country: string, terms: DeliveryTerms | null): string | null {
  const served = terms && country !== HOME ? termsOf(terms, country) : undefined
  if (!served) return null
  return `Delivery to ${countryName(country)} costs ${priceWords(served)}. Please check the new total and place the order again.`
}
