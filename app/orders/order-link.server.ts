import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Settings } from '~/platform/env.server'
import { orderUrl } from './order'

type Secrets = Pick<Settings, 'SESSION_SECRET' | 'PREVIOUS_SESSION_SECRET'>

/** What a link allows: to open a guest's order, or to confirm a cash order. */
type LinkPurpose = 'open' | 'confirm'

/** 128 bits can't be guessed, and are short enough for an SMS. */
const TOKEN_BYTES = 16

function tokenFor(secret: string, purpose: LinkPurpose, orderId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `order link:${purpose}`, 32))
  return createHmac('sha256', key).update(orderId).digest().subarray(0, TOKEN_BYTES).toString('base64url')
}

/** Returns whether a token was made by this shop for this order and purpose. */
export function isOrderToken(secrets: Secrets, purpose: LinkPurpose, orderId: string, token: string): boolean {
  const given = Buffer.from(token)
  return [secrets.SESSION_SECRET, secrets.PREVIOUS_SESSION_SECRET].some((secret) => {
    const expected = Buffer.from(secret ? tokenFor(secret, purpose, orderId) : '')
    return expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given)
  })
}

type LinkSettings = Secrets & Pick<Settings, 'PUBLIC_URL'>

/** Returns an order's URL for a mail. A guest's has a token, so that it opens on any device. */
export function mailedOrderUrl(settings: LinkSettings, orderId: string, isGuest: boolean): string {
  const url = settings.PUBLIC_URL + orderUrl(orderId, isGuest)
  return isGuest ? `${url}?token=${tokenFor(settings.SESSION_SECRET, 'open', orderId)}` : url
}

/** Returns the URL that confirms a cash order. */
export function confirmationUrl(settings: LinkSettings, orderId: string): string {
  return `${settings.PUBLIC_URL}/confirm-order/${orderId}?token=${tokenFor(settings.SESSION_SECRET, 'confirm', orderId)}`
}
