import { formatMoney, toRupees } from '~/platform/money'
import type { DeskPromo } from './promos.server'

export type PromoState = DeskPromo['state']

/** The states of a promo code (database function `shop.state_of`), in the order of their list. */
export const PROMO_STATES = {
  running: 'Running',
  coming: 'Coming',
  used_up: 'Used up',
  ended: 'Ended',
} satisfies Record<PromoState, string>

/** Returns the state that an address names, or null for all. */
export function promoState(name: string | null): PromoState | null {
  return name !== null && Object.hasOwn(PROMO_STATES, name) ? (name as PromoState) : null
}

/** Returns what a promo code takes off: '10%' or 'Rs. 500.00'. */
export function valueWords({ percent, sum }: Pick<DeskPromo, 'percent' | 'sum'>): string {
  return sum === null ? `${percent}%` : formatMoney(sum)
}

/** Returns the number that its form shows: '10' or '500.00'. */
export function valueNumber({ percent, sum }: Pick<DeskPromo, 'percent' | 'sum'>): string {
  return sum === null ? String(percent) : toRupees(sum)
}

/** Returns how often it was used: '3', or '3 of 100'. */
export function usesWords({ used_count: uses, usage_limit: limit }: Pick<DeskPromo, 'used_count' | 'usage_limit'>) {
  return limit === null ? String(uses) : `${uses} of ${limit}`
}
