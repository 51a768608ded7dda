import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import { countryName, HOME_COUNTRY, isCountry } from '~/delivery/countries'
import { countryProblem, priceWords, termsOf, type DeliveryTerms } from '~/delivery/terms'
import type { Address } from '~/profile/addresses.server'

interface Chosen {
  /** The form field of the country. */
  field: 'country' | 'deliverTo'
  country: string
}

/** Returns the country of the chosen saved address, else of the new address. */
export function chosenCountry(form: FormData, addresses: readonly Address[]): Chosen {
  const saved = addresses.find(({ id }) => id === form.get('deliverTo'))
  const typed = form.get('country')
  if (saved) return { field: 'deliverTo', country: saved.country }
  return { field: 'country', country: typeof typed === 'string' && isCountry(typed) ? typed : HOME_COUNTRY }
}

/** Returns the country that the page is priced for: the posted one, else the primary address's, if the shop delivers there. */
export function pricedCountry(form: FormData, addresses: readonly Address[], terms: DeliveryTerms | null): string {
  const first = addresses.find(({ is_primary: isPrimary }) => isPrimary) ?? addresses[0]
  const { country } = form.has('attemptKey')
    ? chosenCountry(form, addresses)
    : { country: first?.country ?? HOME_COUNTRY }
  return terms && termsOf(terms, country) ? country : HOME_COUNTRY
}

/** Adds an error to the form if the shop doesn't deliver to the country; else returns null. */
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

/** Says what delivery to another country costs, for an order whose total changed with the country; null for the shop's own country. */
export function deliveryPriceNotice(country: string, terms: DeliveryTerms | null): string | null {
  const served = terms && country !== HOME_COUNTRY ? termsOf(terms, country) : undefined
  if (!served) return null
  return m.checkout_country_costs({ country: countryName(country), price: priceWords(served) })
}
