import { createHash, timingSafeEqual } from 'node:crypto'
import { DEFAULT_BRAND } from '~/platform/text'
import type { Payment } from './payment-provider'

/** PayFast's protocol: fields, signature, notification. Source: PayFast's documentation and PHP SDK. */

/** Encodes as PHP's urlencode does: letters, digits, '-', '_' and '.' stay; a space is a plus; hex in upper case. */
export function urlencode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** Returns the MD5, in lower-case hex, of the `key=value` pairs in order and the passphrase. */
export function signature(pairs: readonly (readonly [string, string])[], passphrase: string): string {
  const all = passphrase ? [...pairs, ['passphrase', passphrase] as const] : pairs
  const text = all.map(([key, value]) => `${key}=${urlencode(value)}`).join('&')
  return createHash('md5').update(text).digest('hex')
}

export interface Merchant {
  id: string
  key: string
  passphrase: string
}

/** Maximum length of each field, in characters. */
const LIMITS: Record<string, number> = {
  name_first: 100,
  name_last: 100,
  email_address: 100,
  m_payment_id: 100,
  item_name: 100,
  item_description: 255,
}

/**
 * Returns the payment form's fields in the order that is signed, the signature last. Blank fields are left out; long ones are cut before
 * signing.
 */
export function paymentFields(merchant: Merchant, payment: Payment): [string, string][] {
  const all: [string, string][] = [
    ['merchant_id', merchant.id],
    ['merchant_key', merchant.key],
    ['return_url', payment.returnUrl],
    ['cancel_url', payment.cancelUrl],
    ['notify_url', payment.notifyUrl],
    ['name_first', payment.firstName],
    ['name_last', payment.lastName],
    ['email_address', payment.email],
    // PayFast takes digits only here.
    ['cell_number', payment.phone.replace(/\D/g, '')],
    ['m_payment_id', payment.reference],
    ['amount', payment.amount],
    ['item_name', `Order ${payment.reference}`],
    ['item_description', `${DEFAULT_BRAND} order ${payment.reference}`],
    ['custom_str1', payment.reference],
    ['custom_str2', payment.orderId],
    ['custom_str3', payment.shopper],
  ]
  const fields = all
    .map(([name, value]): [string, string] => [name, [...value.trim()].slice(0, LIMITS[name] ?? 255).join('')])
    .filter(([, value]) => value !== '')
  return [...fields, ['signature', signature(fields, merchant.passphrase)]]
}

/** Returns a notification's pairs in order, without what follows the signature, which doesn't cover it; null if a field is repeated. */
export function readNotification(body: string): [string, string][] | null {
  const pairs = [...new URLSearchParams(body)]
  if (new Set(pairs.map(([key]) => key)).size < pairs.length || pairs.length > 60) return null
  return pairs.slice(0, pairs.findIndex(([key]) => key === 'signature') + 1 || pairs.length)
}

/**
 * Returns whether a notification is signed with the passphrase: over every field before the signature, in the order received, including
 * empty ones. Compares in constant time.
 */
export function isSigned(pairs: readonly [string, string][], passphrase: string): boolean {
  const index = pairs.findIndex(([key]) => key === 'signature')
  if (index < 0) return false
  const expected = Buffer.from(signature(pairs.slice(0, index), passphrase))
  const given = Buffer.from(pairs[index]?.[1] ?? '')
  return expected.length === given.length && timingSafeEqual(expected, given)
}
