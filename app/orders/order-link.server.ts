import { isTokenOf, tokenOf, type Secrets } from '~/platform/encryption/keyed-hash.server'
import type { Settings } from '~/platform/env.server'
import { publicUrl } from '~/platform/public-url'
import { orderUrl } from './order'

/** What a link allows: to open a guest's order, or to confirm a cash order. */
type LinkPurpose = 'open' | 'confirm'

/** The part of an order by which a link opens it. */
interface LinkedOrder {
  order_id: string
  user_id: string | null
  /** Raised when links in earlier mails may not open it any more. */
  link_number: number
}

const named = (purpose: LinkPurpose) => `order link:${purpose}`

/** Returns whether a token was made by this shop to confirm this order. */
export function isConfirmToken(secrets: Secrets, orderId: string, token: string): boolean {
  return isTokenOf(secrets, named('confirm'), orderId, token)
}

/** What a token is made of: an order's first links have no number. */
const opened = (orderId: string, number: number) => (number === 0 ? orderId : `${orderId}/${number}`)

/** Returns the number of the link that a token of this shop belongs to, or null for any other token. */
export function linkNumberOf(secrets: Secrets, orderId: string, token: string): number | null {
  const [, digits = '0', hash = ''] = /^(?:(\d{1,4})\.)?([\w-]+)$/.exec(token) ?? []
  const number = Number(digits)
  return isTokenOf(secrets, named('open'), opened(orderId, number), hash) ? number : null
}

type LinkSettings = Secrets & Pick<Settings, 'PUBLIC_URL'>

/** Returns an order's URL for a mail. A guest's has a token, so that it opens on any device. */
export function mailedOrderUrl(
  settings: LinkSettings,
  { order_id: id, user_id, link_number: number }: LinkedOrder,
): string {
  const path = orderUrl(id, user_id === null)
  if (user_id !== null) return publicUrl(settings, path)
  const hash = tokenOf(settings, named('open'), opened(id, number))
  return publicUrl(settings, `${path}?token=${number === 0 ? hash : `${number}.${hash}`}`)
}

export function confirmationUrl(settings: LinkSettings, orderId: string): string {
  return publicUrl(settings, `/confirm-order/${orderId}?token=${tokenOf(settings, named('confirm'), orderId)}`)
}
