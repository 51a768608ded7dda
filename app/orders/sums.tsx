import { sumRows, sumText, type Costs } from './sum-rows'

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
