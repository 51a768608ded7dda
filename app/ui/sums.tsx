import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'

/** The costs of a cart or an order, in paisa, as the database computes them. */
export interface Costs {
  /** Price of the items after their discounts. */
  subtotal: number
  /** Sum of the items' discounts. */
  savings: number
  promoDiscount: number
  /** What the shop took off an order by hand. */
  discount?: number
  deliveryFee: number
  total: number
}

/** One row of the sums. */
export interface SumRow {
  name: string
  /** Paisa; negative for discounts. */
  value: number
  kind: 'items' | 'saving' | 'delivery' | 'total'
}

/**
 * Returns the rows of the sums, in order, for pages and mails. They add up to the total: 'Subtotal' is at list prices; 'Discount Savings',
 * 'Promo discount' and 'Discount' are subtracted, and left out if they are 0 (CA-20 to CA-26, A32).
 */
export function sumRows(costs: Costs, deliveryName: string = m.sums_delivery_fee()): SumRow[] {
  const { subtotal, savings, promoDiscount, discount = 0, deliveryFee, total } = costs
  const rows: SumRow[] = [
    { name: m.sums_subtotal(), value: subtotal + savings, kind: 'items' },
    { name: m.sums_savings(), value: -savings, kind: 'saving' },
    { name: m.sums_promo_discount(), value: -promoDiscount, kind: 'saving' },
    { name: m.sums_discount(), value: -discount, kind: 'saving' },
    { name: deliveryName, value: deliveryFee, kind: 'delivery' },
    { name: m.sums_total(), value: total, kind: 'total' },
  ]
  return rows.filter(({ kind, value }) => kind !== 'saving' || value !== 0)
}

/** Formats a row's value; free delivery is 'Free'. */
export function sumText({ value, kind }: SumRow): string {
  return kind === 'delivery' && value === 0 ? m.delivery_free() : formatMoney(value)
}

/** Renders the sums of a cart or an order. */
export function Sums({ costs, deliveryName }: { costs: Costs; deliveryName?: string }) {
  return (
    <dl className="sums">
      {sumRows(costs, deliveryName).map((row) => (
        <div key={row.name} className={row.kind}>
          <dt>{row.name}</dt>
          <dd>{sumText(row)}</dd>
        </div>
      ))}
    </dl>
  )
}
