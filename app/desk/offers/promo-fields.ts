import { formatMoney, toRupees } from '~/platform/money'
import { AMOUNT, choice, line, rupees, tick, time, WHOLE } from '../form/edit-fields'
import type { DeskPromo } from './promos.server'

const KINDS = [
  ['percent', 'Per cent'],
  ['fixed', 'Rupees'],
  ['delivery', 'Free delivery'],
] as const

/** What a promo code takes off, when, from which value of the goods, and for whom; without one, the fields of a new one. */
export function promoFields(categories: readonly { id: string; name: string }[], promo?: DeskPromo) {
  const minimum = promo && promo.minimum_total > 0 ? promo.minimum_total : null
  return [
    promo?.kind === 'fixed'
      ? rupees('value', 'Takes off', promo.sum)
      : line('value', 'Takes off', promo && valueNumber(promo), { ...AMOUNT, hint: 'Nothing for free delivery.' }),
    choice('kind', 'Per cent, rupees or free delivery', KINDS, promo?.kind),
    time('starts_at', 'Begins', promo?.starts_at, 'Pakistan’s time; empty for now.'),
    time('ends_at', 'Ends', promo?.ends_at, 'Empty for never.'),
    rupees('minimum_total', 'For goods from, in rupees', minimum, 'Empty for any cart.'),
    line('usage_limit', 'How often it can be used', promo?.usage_limit, { ...WHOLE, hint: 'Empty for no limit.' }),
    choice(
      'category_id',
      'Only for goods of',
      categories.map(({ id, name }) => [id, name] as const),
      promo && (promo.category_id ?? ''),
      'All categories',
    ),
    line('customer', 'Only for one shopper', promo && (promo.customer ?? ''), {
      dir: 'ltr',
      hint: 'An e-mail address or a phone number. Empty for everybody.',
    }),
    tick('is_first_order', 'Only for a first order', promo?.is_first_order ?? false),
  ]
}

type PromoState = DeskPromo['state']

/** The states of a promo code (database function `shop.state_of`), in the order of their list. */
export const PROMO_STATES = {
  running: { label: 'Running', badge: 'badge badge-ok' },
  coming: { label: 'Coming', badge: 'badge badge-info' },
  used_up: { label: 'Used up', badge: 'badge badge-warn' },
  ended: { label: 'Ended', badge: 'badge' },
} satisfies Record<PromoState, { label: string; badge: string }>

/** Returns the state that an address names, or null for all. */
export function promoState(name: string | null): PromoState | null {
  return name !== null && Object.hasOwn(PROMO_STATES, name) ? (name as PromoState) : null
}

/** Returns what a promo code does: '10% off', 'Rs. 500.00 off' or 'Free delivery'. */
export function valueWords({ kind, percent, sum }: Pick<DeskPromo, 'kind' | 'percent' | 'sum'>): string {
  if (kind === 'delivery') return 'Free delivery'
  return `${sum === null ? `${percent}%` : formatMoney(sum)} off`
}

/** Returns the number that its form shows: '10' or '500.00'. */
function valueNumber({ percent, sum }: Pick<DeskPromo, 'percent' | 'sum'>): string {
  return sum === null ? String(percent ?? '') : toRupees(sum)
}

/** Returns whom and what a code is for, in words; nothing for everybody and everything. */
export function limitWords({ category, is_first_order: isFirst, customer }: DeskPromo): string[] {
  return [category && `for ${category}`, isFirst && 'for a first order', customer && `for ${customer}`].filter(
    (words) => typeof words === 'string' && words !== '',
  ) as string[]
}

/** Returns how often it was used: '3', or '3 of 100'. */
export function usesWords({ used_count: uses, usage_limit: limit }: Pick<DeskPromo, 'used_count' | 'usage_limit'>) {
  return limit === null ? String(uses) : `${uses} of ${limit}`
}
