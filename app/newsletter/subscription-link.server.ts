import { isTokenOf, tokenOf, type Secrets } from '~/platform/encryption/keyed-hash.server'
import type { Settings } from '~/platform/env.server'
import { publicUrl } from '~/platform/public-url'
import { linkSchema, type SubscriptionLink } from './newsletter.schema'

/** What a mailed link does with a subscription. */
export type LinkPurpose = 'confirm' | 'end'

const named = (purpose: LinkPurpose) => `newsletter link:${purpose}`

function queryOf(settings: Secrets, purpose: LinkPurpose, id: string): string {
  return `subscription=${id}&token=${tokenOf(settings, named(purpose), id)}`
}

/** Returns the URLs of a mail to a subscriber: the pages that confirm and end, and the address that mail programs post to. */
export function subscriptionUrls(settings: Secrets & Pick<Settings, 'PUBLIC_URL'>, id: string) {
  return {
    confirm: publicUrl(settings, `/newsletter/confirm?${queryOf(settings, 'confirm', id)}`),
    end: publicUrl(settings, `/newsletter/end?${queryOf(settings, 'end', id)}`),
    oneClick: `${settings.PUBLIC_URL}/newsletter/one-click?${queryOf(settings, 'end', id)}`,
  }
}

/** Returns the link of a page's URL or form; null unless the shop made it for this purpose. */
export function readLink(settings: Secrets, purpose: LinkPurpose, given: unknown): SubscriptionLink | null {
  const link = linkSchema.safeParse(given).data
  return link && isTokenOf(settings, named(purpose), link.subscription, link.token) ? link : null
}
