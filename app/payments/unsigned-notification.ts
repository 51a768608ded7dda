import { cutText } from '~/platform/text'
import { createHash } from 'node:crypto'
import { readGopayfast } from './gopayfast'

/** The fields, of either provider, that say which payment a notification claims to be. None is about a person. */
const FIELDS = [
  'merchant_id',
  'm_payment_id',
  'pf_payment_id',
  'payment_status',
  'amount_gross',
  'basket_id',
  'transaction_id',
  'err_code',
  'transaction_amount',
]
const MAX_LENGTH = 40

/** Returns what is stored of a notification without a right signature: a digest of its body, and the fields that help to find a fault. */
export function summaryOf(body: string): { digest: string; message: Record<string, string> } {
  const fields = readGopayfast(body) ?? {}
  const named = FIELDS.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    return value ? [[name, cutText(value, MAX_LENGTH).replace(/[^\w.:+-]/g, '?')]] : []
  })
  return { digest: createHash('sha256').update(body).digest('hex'), message: Object.fromEntries(named) }
}
