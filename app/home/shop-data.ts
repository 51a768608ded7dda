import type { ContactInfo } from '~/contact/contact-info'
import type { Settings } from '~/platform/env.server'
import { embedJson } from '~/platform/hydration/embed-json'

/** Returns the structured data (schema.org) of the shop, for the home page. */
export function shopData(
  { BRAND_NAME: name, PUBLIC_URL: origin }: Pick<Settings, 'BRAND_NAME' | 'PUBLIC_URL'>,
  { email, phone, address }: ContactInfo,
): string {
  const ways = { ...(email ? { email } : {}), ...(phone ? { telephone: phone } : {}) }
  return embedJson({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: `${origin}/`,
    logo: `${origin}/logo.png`,
    ...(address ? { address } : {}),
    ...(email || phone ? { contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', ...ways } } : {}),
  })
}
