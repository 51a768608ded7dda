import { formatMoney, toRupees } from '~/platform/money'
import type { DeskPromo } from './promos.server'

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
