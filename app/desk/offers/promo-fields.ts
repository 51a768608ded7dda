import { formatMoney, toRupees } from '~/platform/money'
import { AMOUNT, choice, line, rupees, time, WHOLE } from '../form/edit-fields'
import type { DeskPromo } from './promos.server'

const KINDS = [
  ['percent', 'Per cent'],
  ['fixed', 'Rupees'],
] as const

/** What a promo code takes off, when, and from which value of the goods; without one, the fields of a new one. */
export function promoFields(promo?: DeskPromo) {
  const minimum = promo && promo.minimum_total > 0 ? promo.minimum_total : null
  return [
    promo?.kind === 'fixed'
      ? rupees('value', 'Takes off', promo.sum)
      : line('value', 'Takes off', promo && valueNumber(promo), AMOUNT),
    choice('kind', 'Per cent or rupees', KINDS, promo?.kind),
    time('starts_at', 'Begins', promo?.starts_at, 'Pakistan’s time; empty for now.'),
    time('ends_at', 'Ends', promo?.ends_at, 'Empty for never.'),
    rupees('minimum_total', 'For goods from, in rupees', minimum, 'Empty for any cart.'),
    line('usage_limit', 'How often it can be used', promo?.usage_limit, { ...WHOLE, hint: 'Empty for no limit.' }),
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

/** Returns what a promo code takes off: '10%' or 'Rs. 500.00'. */
export function valueWords({ percent, sum }: Pick<DeskPromo, 'percent' | 'sum'>): string {
  return sum === null ? `${percent}%` : formatMoney(sum)
}

/** Returns the number that its form shows: '10' or '500.00'. */
function valueNumber({ percent, sum }: Pick<DeskPromo, 'percent' | 'sum'>): string {
  return sum === null ? String(percent) : toRupees(sum)
}

/** Returns how often it was used: '3', or '3 of 100'. */
export function usesWords({ used_count: uses, usage_limit: limit }: Pick<DeskPromo, 'used_count' | 'usage_limit'>) {
  return limit === null ? String(uses) : `${uses} of ${limit}`
}
