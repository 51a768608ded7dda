import type { Settings } from '~/platform/env.server'
import { embedJson } from '~/platform/hydration/embed-json'

/** Returns the structured data (schema.org) of the shop, for the home page. */
export function shopData({
  BRAND_NAME: name,
  PUBLIC_URL: origin,
  SUPPORT_EMAIL: email,
  SUPPORT_PHONE: telephone,
}: Pick<Settings, 'BRAND_NAME' | 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'SUPPORT_PHONE'>): string {
  return embedJson({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: `${origin}/`,
    logo: `${origin}/logo.png`,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', email, telephone },
  })
}
