import { formatMoney } from '~/platform/money'

/** What an order or a cart costs, in paisa, as the database computes it. */
export interface Costs {
  /** What the items cost after their own discounts. */
  subtotal: number
  /** What their own discounts take off. */
  savings: number
  promoDiscount: number
  deliveryFee: number
  total: number
}

/** One line of the sums under an order. */
export interface SumRow {
  name: string
  /** Paisa; below 0 for what is taken off. */
  value: number
  kind: 'items' | 'saving' | 'delivery' | 'total'
}

/**
 * Returns the sums that every page and mail shows, in order. All rows above the total add up to it: 'Subtotal' is at list prices, from
 * which 'Discount Savings' and 'Promo discount' are taken; both are left out where nothing is (document 2, sections 2 and 9).
 */
export function sumRows(costs: Costs, deliveryName = 'Delivery Fee'): SumRow[] {
  const { subtotal, savings, promoDiscount, deliveryFee, total } = costs
  const rows: SumRow[] = [
    { name: 'Subtotal', value: subtotal + savings, kind: 'items' },
    { name: 'Discount Savings', value: -savings, kind: 'saving' },
    { name: 'Promo discount', value: -promoDiscount, kind: 'saving' },
    { name: deliveryName, value: deliveryFee, kind: 'delivery' },
    { name: 'Total', value: total, kind: 'total' },
  ]
  return rows.filter(({ kind, value }) => kind !== 'saving' || value !== 0)
}

/** A row's sum in words: a delivery that costs nothing is 'Free'. */
export function sumText({ value, kind }: SumRow): string {
  return kind === 'delivery' && value === 0 ? 'Free' : formatMoney(value)
}
