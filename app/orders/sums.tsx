import { sumRows, sumText, type Costs } from './sum-rows'

/** The sums of a cart or an order, line by line down to the total. */
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
