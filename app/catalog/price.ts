/** A product's price, in paisa. */
export interface Price {
  /** Before the discount. */
  list: number
  /** After the discount. */
  final: number
  /** The discount in whole percent (A37); 0 without a discount. */
  percentOff: number
}

/**
 * Returns the price after the discount (XX-33), computed in whole paisa and rounded half up as in the database. `list` is in
 * paisa, `discount` in percent with at most two decimals.
 */
export function priceOf(list: number, discount: number): Price {
  const final = Math.floor((list * (10_000 - Math.round(discount * 100)) + 5_000) / 10_000)
  return { list, final, percentOff: final < list ? Math.round(discount) : 0 }
}
