import { m } from '~/language/messages'
import { perLanguage } from '~/language/formats'
import { moneyInText } from '~/platform/money'
import { timeWords } from '~/platform/time'
import { COUNTRIES, countryName, HOME_COUNTRY } from './countries'

/** The terms of delivery to a country: price in paisa and duration in business days. */
export interface CountryTerms {
  country: string
  isServed: boolean
  fee: number
  /** Minimum price of the goods for free delivery, in paisa; null for never. */
  freeFrom: number | null
  firstDay: number
  lastDay: number
}

/** Cities of the shop's own country with a price of their own. */
export interface DeliveryArea extends Pick<CountryTerms, 'fee' | 'freeFrom'> {
  name: string
  cities: string[]
}

/** A day without deliveries, as yyyy-mm-dd. An expected holiday depends on the moon and isn't announced yet. */
export interface Holiday {
  day: string
  name: string
  isExpected: boolean
}

/** The shop's terms of delivery (database function `delivery_terms`). */
export interface DeliveryTerms {
  /** Minutes after midnight in Asia/Karachi. A later order counts as placed on the next business day. */
  cutOff: number
  /** Monday is 1, Sunday 7. */
  businessDays: number[]
  countries: CountryTerms[]
  areas: DeliveryArea[]
  /** What cash on delivery costs beside delivery, in paisa. */
  cashFee: number
  holidays: Holiday[]
}

/** Returns the countries that the shop delivers to, the shop's own first. */
export function servedCountries({ countries }: Pick<DeliveryTerms, 'countries'>): CountryTerms[] {
  return countries
    .filter(({ isServed }) => isServed)
    .toSorted((a, b) => Number(b.country === HOME_COUNTRY) - Number(a.country === HOME_COUNTRY))
}

/** Returns the terms of a country, or undefined where the shop doesn't deliver. */
export function termsOf(terms: DeliveryTerms, country: string): CountryTerms | undefined {
  return servedCountries(terms).find((served) => served.country === country)
}

/** Returns the area that a city is in, as the database finds it (`shop.city_key`); undefined for the country's own price. */
export function areaOf(terms: DeliveryTerms, country: string, city: string): DeliveryArea | undefined {
  if (country !== HOME_COUNTRY) return undefined
  const key = cityKey(city)
  return terms.areas.find(({ cities }) => cities.some((known) => cityKey(known) === key))
}

const cityKey = (city: string) => city.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Returns how much goods of a value (paisa) lack for free delivery within the shop's own country, and what they cost to be free; null if
 * delivery is free already, or never.
 */
export function lackForFree(terms: DeliveryTerms, goods: number): { lack: number; minimum: number } | null {
  const home = termsOf(terms, HOME_COUNTRY)
  if (!home || home.fee === 0 || home.freeFrom === null || goods >= home.freeFrom) return null
  return { lack: home.freeFrom - goods, minimum: home.freeFrom }
}

/** Returns the error for a country without delivery, else null. Without terms the database decides. */
export function countryProblem(terms: DeliveryTerms | null, country: string): string | null {
  if (!terms || termsOf(terms, country)) return null
  return m.delivery_not_to({ country: countryName(country), countries: countryWords(terms) })
}

/** Returns that the shop doesn't deliver to a country yet, else null, as without terms. */
export function notYetWords(terms: DeliveryTerms | null, country: string): string | null {
  return terms && !termsOf(terms, country) ? m.delivery_not_yet({ countries: countryName(country) }) : null
}

/** Returns a country as a select offers it: its label, and whether the shop doesn't deliver there. */
export function countryOption(terms: DeliveryTerms | null, country: string, label: string): string {
  return notYetWords(terms, country) === null ? label : m.delivery_option_not_yet({ country: label })
}

/** Where a page's price of delivery is for. Without a city it is the country's own. */
export interface Destination {
  country: string
  city?: string
}

/** Returns what styles know a place as on a page with the price and days of another one: 'unserved', 'elsewhere' or neither. */
export function placeMark(terms: DeliveryTerms | null, place: Destination, priced: Destination): string | undefined {
  if (!terms) return undefined
  if (!termsOf(terms, place.country)) return 'unserved'
  const area = ({ country, city = '' }: Destination) => areaOf(terms, country, city)
  // A new address has no city yet: what it costs is said by the button that shows the total.
  const isSame = place.country === priced.country && (place.city === undefined || area(place) === area(priced))
  return isSame ? undefined : 'elsewhere'
}

/** Returns price and days for each country of addresses, and where the shop doesn't deliver yet. */
export function eachCountryWords(terms: DeliveryTerms): string {
  const notServed = COUNTRIES.filter((country) => !termsOf(terms, country))
  return [
    ...servedCountries(terms).map((served) => serviceWords(terms, served)),
    ...(notServed.length > 0 ? [m.delivery_not_yet({ countries: anyOf().format(notServed.map(countryName)) })] : []),
  ].join(' ')
}

function serviceWords(terms: DeliveryTerms, served: CountryTerms): string {
  return m.delivery_abroad({
    country: countryName(served.country),
    price: priceWords(served) + areaWords(terms, served.country),
    days: daysWords(served),
  })
}

/** Returns 'Rs. 150.00' or 'Rs. 150.00 (free from Rs. 5,000.00)'. */
export function priceWords({ fee, freeFrom }: Pick<CountryTerms, 'fee' | 'freeFrom'>): string {
  if (fee === 0) return m.delivery_free()
  if (freeFrom === null) return moneyInText(fee)
  return m.delivery_free_from({ fee: moneyInText(fee), minimum: moneyInText(freeFrom) })
}

/** Returns '3 to 5 business days'. */
export function daysWords({ firstDay, lastDay }: CountryTerms): string {
  return firstDay === lastDay
    ? m.delivery_days({ count: lastDay })
    : m.delivery_days_from({ first: firstDay, count: lastDay })
}

const listFormat = perLanguage((locale) => new Intl.ListFormat(locale))
const anyOf = perLanguage((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }))

/** Returns 'Pakistan', or 'Pakistan and the United States'. */
export function countryWords(terms: DeliveryTerms): string {
  return namesOf(servedCountries(terms).map(({ country }) => country))
}

function namesOf(countries: readonly string[]): string {
  return listFormat().format(countries.map(countryName))
}

/** Returns the price of delivery at home, or 'Rs. 100.00 to Rs. 150.00' where cities have prices of their own. */
function rangeWords({ areas }: DeliveryTerms, home: CountryTerms): string {
  const fees = [home, ...areas].map(({ fee }) => fee)
  const [least, most] = [Math.min(...fees), Math.max(...fees)]
  if (least < most) return m.delivery_price_range({ least: moneyInText(least), most: moneyInText(most) })
  return home.fee === 0 ? priceWords(home) : m.delivery_only({ price: priceWords(home) })
}

/** Returns ', in Karachi Rs. 100.00' for each area of a country. */
function areaWords({ areas }: DeliveryTerms, country: string): string {
  const own = country === HOME_COUNTRY ? areas : []
  return own.map((area) => m.delivery_in_area({ area: area.name, price: priceWords(area) })).join('')
}

function abroadWords(terms: DeliveryTerms): string {
  const abroad = servedCountries(terms).filter(({ country }) => country !== HOME_COUNTRY)
  if (abroad.length === 0) return m.delivery_within_only({ countries: countryWords(terms) })
  return abroad.map((served) => serviceWords(terms, served)).join(' ')
}

/** Values for placeholders if the terms can't be read. */
const FALLBACK_VALUES: ReadonlyMap<string, () => string> = new Map([
  ['delivery_price', m.delivery_price_in_cart],
  ['delivery_days', m.delivery_few_days],
  ['delivery_countries', () => countryName(HOME_COUNTRY)],
  ['delivery_abroad', m.delivery_checkout_says],
  ['order_cut_off', m.delivery_early_afternoon],
])

/** The placeholders that operators' texts may contain in braces. */
export const PLACEHOLDERS = [...FALLBACK_VALUES.keys()]

/**
 * Replaces the placeholders of an operator's text, such as {delivery_price}, so that texts and the cart show the same figures. Other
 * words in braces stay. The values need no HTML escaping, and no line breaks within a sum.
 */
export function fillTerms(text: string, terms: DeliveryTerms | null): string {
  if (!text.includes('{')) return text
  const home = terms ? termsOf(terms, HOME_COUNTRY) : undefined
  const values: ReadonlyMap<string, () => string> =
    terms && home
      ? new Map([
          ['delivery_price', () => rangeWords(terms, home)],
          ['delivery_days', () => daysWords(home)],
          ['delivery_countries', () => countryWords(terms)],
          ['delivery_abroad', () => abroadWords(terms)],
          ['order_cut_off', () => timeWords(terms.cutOff)],
        ])
      : FALLBACK_VALUES
  return text.replace(
    /\{([a-z_]+)\}/g,
    (whole, name: string) => values.get(name)?.().replaceAll('Rs. ', 'Rs.\u00a0') ?? whole,
  )
}
