import { formatMoney, toPaisa } from '~/platform/money'
import type { DeskPromo } from './promos.server'

/** Returns what a promo code takes off: '10%' or 'Rs. 500.00'. */
export function valueWords({ kind, value }: Pick<DeskPromo, 'kind' | 'value'>): string {
  return kind === 'percent' ? `${value}%` : formatMoney(toPaisa(value))
}

/** Returns how often it was used: '3', or '3 of 100'. */
export function usesWords({ used_count: uses, usage_limit: limit }: Pick<DeskPromo, 'used_count' | 'usage_limit'>) {
  return limit === null ? String(uses) : `${uses} of ${limit}`
}
