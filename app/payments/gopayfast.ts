import { createHash, timingSafeEqual } from 'node:crypto'
import { formatPhone } from '~/phone/phone'
import { CURRENCY } from '~/platform/money'
import { TIME_ZONE } from '~/platform/time'
import type { Payment } from './payment-provider'

/**
 * The protocol of gopayfast.com (PayFast in Pakistan, run by APPS): basket, form, notification. Sources and open questions:
 * docs/decisions/0092-gopayfast.md.
 */

/** A suffix makes each payment attempt a new basket, since the provider takes a basket once. */
const ATTEMPT_LENGTH = 8
const BASKET = /^((?:guest-)?ORD-[0-9]{1,20}-[0-9]{1,3})-[0-9a-z]{8}$/

/** Returns the basket ID of one payment attempt: the order's reference and eight lower-case letters and digits. */
export function basketId(reference: string, random: string): string {
  const suffix = random.toLowerCase().replace(/[^0-9a-z]/g, '')
  return `${reference}-${suffix.slice(0, ATTEMPT_LENGTH)}`
}

/** Returns the order's reference of a basket, or null if the basket is not the shop's. */
export function referenceOf(basket: string): string | null {
  return BASKET.exec(basket)?.[1] ?? null
}

/** Returns a stored number in digits as the provider takes them: national in Pakistan (03001234567), with the country code elsewhere. */
function phoneDigits(phone: string): string {
  return formatPhone(phone).replace(/\D/g, '')
}

/** Returns a time as the provider's samples write it, in Pakistan: `2026-04-21 14:30:00`. */
function orderDate(iso: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIME_ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return parts.format(new Date(iso))
}

export interface GopayfastMerchant {
  id: string
  name: string
  securedKey: string
}

export function gopayfastFields(
  merchant: GopayfastMerchant,
  payment: Payment,
  basket: string,
  token: string,
): [string, string][] {
  return [
    ['CURRENCY_CODE', CURRENCY],
    ['MERCHANT_ID', merchant.id],
    ['MERCHANT_NAME', merchant.name],
    ['TOKEN', token],
    // The provider appends the outcome to these URLs. If it adds a second '?', that ends up in the value of `via`.
    ['SUCCESS_URL', `${payment.returnUrl}&via=gopayfast`],
    ['FAILURE_URL', `${payment.cancelUrl}&via=gopayfast`],
    ['CHECKOUT_URL', payment.notifyUrl],
    ['CUSTOMER_EMAIL_ADDRESS', payment.email],
    ['CUSTOMER_MOBILE_NO', phoneDigits(payment.phone)],
    ['TXNAMT', payment.amount],
    ['BASKET_ID', basket],
    ['ORDER_DATE', orderDate(payment.orderedAt)],
    // The provider doesn't check this; its WooCommerce plugin computes it so.
    [
      'SIGNATURE',
      createHash('md5').update(`${merchant.id}:${merchant.name}:${payment.amount}:${basket}`).digest('hex'),
    ],
    ['VERSION', 'MERCHANTCART-0.1'],
    ['TXNDESC', `${merchant.name} order ${payment.reference}`],
    ['PROCCODE', '00'],
    ['TRAN_TYPE', 'ECOMM_PURCHASE'],
    ['STORE_ID', ''],
  ]
}

/** The documentation lists 24 fields. */
const MAX_FIELDS = 60

/** Parses a notification in form encoding or JSON. Returns null if it is neither or repeats a field. */
export function readGopayfast(body: string): Record<string, string> | null {
  const pairs = body.trimStart().startsWith('{') ? readJson(body) : [...new URLSearchParams(body)]
  if (!pairs || pairs.length > MAX_FIELDS || new Set(pairs.map(([name]) => name)).size < pairs.length) return null
  return Object.fromEntries(pairs)
}

function readJson(body: string): [string, string][] | null {
  try {
    const values = Object.entries(JSON.parse(body) as object)
    const isFlat = values.every(([, value]) => value === null || typeof value !== 'object')
    return isFlat ? values.map(([name, value]) => [name, value === null ? '' : String(value)]) : null
  } catch {
    return null
  }
}

/** Returns the SHA-256, in lower-case hex, of the basket, the secured key, the merchant ID and the error code. */
export function validationHash(
  { id, securedKey }: Pick<GopayfastMerchant, 'id' | 'securedKey'>,
  basket: string,
  errorCode: string,
): string {
  return createHash('sha256').update([basket, securedKey, id, errorCode].join('|')).digest('hex')
}

/** Returns whether a notification's hash was made with the secured key. Compares in constant time. */
export function isValidated(merchant: GopayfastMerchant, fields: Record<string, string>): boolean {
  const expected = Buffer.from(validationHash(merchant, fields.basket_id ?? '', fields.err_code ?? ''))
  const given = Buffer.from((fields.validation_hash ?? '').toLowerCase())
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** Returns COMPLETE for the error codes of a successful payment, else FAILED. */
export function outcomeOf(errorCode: string): 'COMPLETE' | 'FAILED' {
  return errorCode === '000' || errorCode === '00' ? 'COMPLETE' : 'FAILED'
}
