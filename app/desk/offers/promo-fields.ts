import { AMOUNT, choice, line, rupees, time, WHOLE } from '../form/edit-fields'
import { valueNumber } from './promo-words'
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
