import { createHash } from 'node:crypto'

/** Names and values of a form, in their order. */
export type Pairs = readonly (readonly [string, string])[]

/** PHP's urlencode: only letters, digits and -_. stay, a space is a plus. */
export function phpUrlencode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** Pairs as a form is posted: `name=value&…`. */
export function encodePairs(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${name}=${phpUrlencode(value)}`).join('&')
}

/** Returns the signature over pairs in their order: `name=value&…&passphrase=…`, MD5 in lower-case hex. */
export function signature(pairs: Pairs, passphrase: string): string {
  const all: Pairs = passphrase ? [...pairs, ['passphrase', passphrase]] : pairs
  return createHash('md5').update(encodePairs(all)).digest('hex')
}

const numbered = (name: string) => [1, 2, 3, 4, 5].map((number) => `${name}${number}`)

/** The order in which PayFast signs a payment form's fields, whatever order they come in (its SDK, `lib/Auth.php`). */
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

/** Returns the signature of a payment form: of its fields that aren't blank, in PayFast's order. */
export function formSignature(form: URLSearchParams, passphrase: string): string {
  const pairs = FORM_ORDER.map((name) => [name, form.get(name)?.trim() ?? ''] as const)
  return signature(
    pairs.filter(([, value]) => value !== ''),
    passphrase,
  )
}
