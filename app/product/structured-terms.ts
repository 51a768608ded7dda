import { countryCode, HOME_COUNTRY } from '~/delivery/countries'
import { servedCountries, type DeliveryTerms } from '~/delivery/terms'
import type { Settings } from '~/platform/env.server'
import { CURRENCY, toRupees } from '~/platform/money'

/** Offers refer to delivery and returns by these IDs, so that each is written once. */
export const DELIVERY = { '@id': '#delivery' }
export const RETURNS = { '@id': '#returns' }

/** Returns the delivery price of each served country; offers refer to the first. */
export function deliveryData(terms: DeliveryTerms): object[] {
  return servedCountries(terms).map(({ country, fee }, index) => ({
    '@type': 'OfferShippingDetails',
    ...(index === 0 ? DELIVERY : { '@id': `${DELIVERY['@id']}-${countryCode(country)}` }),
    shippingRate: { '@type': 'MonetaryAmount', value: toRupees(fee), currency: CURRENCY },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: countryCode(country) },
  }))
}

/** Returns a link to the shop's terms, with the number of days for returns if RETURN_DAYS is set. */
export function returnsData({
  PUBLIC_URL: origin,
  RETURN_DAYS: days,
}: Pick<Settings, 'PUBLIC_URL' | 'RETURN_DAYS'>): object {
  return {
    '@type': 'MerchantReturnPolicy',
    ...RETURNS,
    merchantReturnLink: `${origin}/help/returns`,
    ...(days
      ? {
          applicableCountry: countryCode(HOME_COUNTRY),
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: days,
        }
      : {}),
  }
}
