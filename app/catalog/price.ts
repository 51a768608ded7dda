import type { Card } from './product.schema'

/** What a product's price is made of. */
export type Priced = Pick<Card, 'price' | 'final_price' | 'discount'>

/** A product's price, in paisa. */
export interface Price {
  /** Before the discount. */
  list: number
  /** After the discount. */
  final: number
  /** The discount in whole percent (A37); 0 without a discount. */
  percentOff: number
}

/** Returns the price of a product as the database computes it (`shop.selling_price`, XX-33). `discount` is in percent. */
export function priceOf({ price: list, final_price: final, discount }: Priced): Price {
  return { list, final, percentOff: final < list ? Math.round(discount) : 0 }
}
