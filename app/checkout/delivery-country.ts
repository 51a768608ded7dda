import type { Address } from '~/address/address-book.server'
import { HOME_COUNTRY, isCountry } from '~/delivery/countries'
import { termsOf, type DeliveryTerms } from '~/delivery/terms'

/** Returns the country of the chosen saved address, else of the new address. */
export function chosenCountry(form: FormData, saved: Address | null | undefined): string {
  const typed = form.get('country')
  return saved?.country ?? (typeof typed === 'string' && isCountry(typed) ? typed : HOME_COUNTRY)
}

/** Returns the country that the page is priced for: the posted one, else the primary address's, if the shop delivers there. */
export function pricedCountry(form: FormData, addresses: readonly Address[], terms: DeliveryTerms | null): string {
  const first = addresses.find(({ is_primary: isPrimary }) => isPrimary) ?? addresses[0]
  const chosen = addresses.find(({ id }) => id === form.get('deliverTo'))
  const country = form.has('attemptKey') ? chosenCountry(form, chosen) : (first?.country ?? HOME_COUNTRY)
  return terms && termsOf(terms, country) ? country : HOME_COUNTRY
}
