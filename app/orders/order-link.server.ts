import { isTokenOf, tokenOf, type Secrets } from '~/platform/encryption/keyed-hash.server'
import type { Settings } from '~/platform/env.server'
import { publicUrl } from '~/platform/public-url'
import { orderUrl } from './order'

/** What a link allows: to open a guest's order, or to confirm a cash order. */
type LinkPurpose = 'open' | 'confirm'

const named = (purpose: LinkPurpose) => `order link:${purpose}`

/** Returns whether a token was made by this shop for this order and purpose. */
export function isOrderToken(secrets: Secrets, purpose: LinkPurpose, orderId: string, token: string): boolean {
  return isTokenOf(secrets, named(purpose), orderId, token)
}

type LinkSettings = Secrets & Pick<Settings, 'PUBLIC_URL'>

/** Returns an order's URL for a mail. A guest's has a token, so that it opens on any device. */
export function mailedOrderUrl(settings: LinkSettings, orderId: string, isGuest: boolean): string {
  const path = orderUrl(orderId, isGuest)
  return publicUrl(settings, isGuest ? `${path}?token=${tokenOf(settings, named('open'), orderId)}` : path)
}

export function confirmationUrl(settings: LinkSettings, orderId: string): string {
  return publicUrl(settings, `/confirm-order/${orderId}?token=${tokenOf(settings, named('confirm'), orderId)}`)
}
