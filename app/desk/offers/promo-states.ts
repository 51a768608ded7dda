/** The states of a promo code (database function `shop.state_of`), in the order of their list. */
export const PROMO_STATES = {
  running: 'Running',
  coming: 'Coming',
  used_up: 'Used up',
  ended: 'Ended',
} as const
export type PromoState = keyof typeof PROMO_STATES

/** What a promo code takes off. */
export const PROMO_KINDS = { percent: 'Per cent', fixed: 'Rupees' } as const

/** Returns the state that an address names, or null for all. */
export function promoState(name: string | null): PromoState | null {
  return name !== null && Object.hasOwn(PROMO_STATES, name) ? (name as PromoState) : null
}
