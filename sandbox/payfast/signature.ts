import { createHash } from 'node:crypto'

/** Names and values of a form, in order. */
export type Pairs = readonly (readonly [string, string])[]

/** Encodes text like PHP's urlencode: letters, digits and -_. stay, a space becomes a plus. */
export function phpUrlencode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** Encodes pairs as a form body: `name=value&…`. */
export function encodePairs(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${name}=${phpUrlencode(value)}`).join('&')
}

/** Returns the signature of pairs in their order: MD5 of `name=value&…&passphrase=…` in lower-case hex. */
export function signature(pairs: Pairs, passphrase: string): string {
  const all: Pairs = passphrase ? [...pairs, ['passphrase', passphrase]] : pairs
  return createHash('md5').update(encodePairs(all)).digest('hex')
}

const numbered = (name: string) => [1, 2, 3, 4, 5].map((number) => `${name}${number}`)

/** PayFast signs a payment form's fields in this order (its SDK, `lib/Auth.php`). */
const FORM_ORDER = [
  'merchant_id',
  'merchant_key',
  'return_url',
  'cancel_url',
  'notify_url',
  'name_first',
  'name_last',
  'email_address',
  'cell_number',
  'm_payment_id',
  'amount',
  'item_name',
  'item_description',
  ...numbered('custom_int'),
  ...numbered('custom_str'),
  'email_confirmation',
  'confirmation_address',
  'currency',
  'payment_method',
  'subscription_type',
  'billing_date',
  'recurring_amount',
  'frequency',
  'cycles',
]

/** Returns the signature of a payment form's non-blank fields in PayFast's order. */
export function formSignature(form: URLSearchParams, passphrase: string): string {
  const pairs = FORM_ORDER.map((name) => [name, form.get(name)?.trim() ?? ''] as const)
  return signature(
    pairs.filter(([, value]) => value !== ''),
    passphrase,
  )
}
