import { toPaisa } from '~/platform/money'

/** What a product costs, in paisa. */
export interface Price {
  /** Before the discount. */
  list: number
  /** After it: what is charged. */
  final: number
  /** The discount in whole percent (A37), 0 when nothing is off. */
  percentOff: number
}

/**
 * Price minus price times discount over 100, rounded to the paisa as the database rounds it (halves up), in whole
 * numbers throughout. `price` in rupees with at most two decimals, `discount` in percent with at most two.
 * Source: document 1, section 9; document 2, section 9.
 */
export function priceOf(price: number, discount: number): Price {
  const list = toPaisa(price)
  const final = Math.floor((list * (10_000 - Math.round(discount * 100)) + 5_000) / 10_000)
  return { list, final, percentOff: final < list ? Math.round(discount) : 0 }
}
