import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'
import type { Sums } from './sums.schema'

export interface SumRow {
  name: string
  /** Paisa; negative for discounts. */
  value: number
  kind: 'items' | 'saving' | 'delivery' | 'fee' | 'total'
}

const ALWAYS: ReadonlySet<SumRow['kind']> = new Set(['items', 'delivery', 'total'])

/**
 * Returns the rows of the sums, in order, for pages and mails. They add up to the total: 'Subtotal' is at list prices; 'Discount Savings',
 * 'Promo discount' and 'Discount' are subtracted; what is 0 is left out, like the fee for cash (CA-20 to CA-26, A32).
 */
export function sumRows(sums: Sums, deliveryName: string = m.sums_delivery_fee()): SumRow[] {
  const rows: SumRow[] = [
    { name: m.sums_subtotal(), value: sums.subtotal + sums.savings, kind: 'items' },
    { name: m.sums_savings(), value: -sums.savings, kind: 'saving' },
    { name: m.sums_promo_discount(), value: -sums.promo_discount, kind: 'saving' },
    { name: m.sums_discount(), value: -sums.discount, kind: 'saving' },
    { name: deliveryName, value: sums.delivery_fee, kind: 'delivery' },
    { name: m.sums_cash_fee(), value: sums.cash_fee, kind: 'fee' },
    { name: m.sums_total(), value: sums.total_amount, kind: 'total' },
  ]
  return rows.filter(({ kind, value }) => ALWAYS.has(kind) || value !== 0)
}

/** Formats a row's value; free delivery is 'Free'. */
export function sumText({ value, kind }: SumRow): string {
  return kind === 'delivery' && value === 0 ? m.delivery_free() : formatMoney(value)
}

/** Renders the sums of a cart or an order. */
export function SumList({ sums, deliveryName }: { sums: Sums; deliveryName?: string }) {
  return <SumRows rows={sumRows(sums, deliveryName)} />
}

export function SumRows({ rows }: { rows: readonly SumRow[] }) {
  return (
    <dl className="sums">
      {rows.map((row) => (
        <div key={row.name} className={row.kind}>
          <dt>{row.name}</dt>
          <dd>{sumText(row)}</dd>
        </div>
      ))}
    </dl>
  )
}
