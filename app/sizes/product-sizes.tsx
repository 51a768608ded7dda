import { freeText } from '~/ui/free-text'
import { chartOf, type SizedProduct } from '~/catalog/product-chart'
import { rowsFor, type SizeCharts } from './size-charts'
import { EquivalentsTable, MeasureTable } from './size-table'

interface ProductSizesProps {
  product: SizedProduct & { slug: string; fit_notes: string | null }
  /** Null if they couldn't be read. */
  charts: SizeCharts | null
}

/** Renders the shop's notes on a product's fit, and the body measures and other names of its sizes. */
export function ProductSizes({ product, charts }: ProductSizesProps) {
  const chart = chartOf(product)
  const shown = chart === null ? undefined : charts?.[chart]
  const rows =
    charts && chart !== null
      ? rowsFor(
          charts,
          chart,
          product.variants.map(({ label }) => label),
        )
      : []
  const isBra = chart === 'bra' || chart === 'soft-bra'
  return (
    <>
      {product.fit_notes ? (
        <div className="fit-notes">
          <h2 className="panel-title">How it fits</h2>
          {product.fit_notes.split('\n').map((line) => (
            <p key={line} {...freeText(line)}>
              {line}
            </p>
          ))}
        </div>
      ) : null}
      {shown && rows.length > 0 ? (
        <>
          <p className="muted" {...freeText(shown.advice)}>
            {shown.advice}
          </p>
          <div className="size-tables">
            <MeasureTable caption="Your body in each size" rows={rows} unit={shown.unit} />
            <EquivalentsTable caption="The same sizes elsewhere" rows={rows} />
          </div>
        </>
      ) : null}
      <p>
        {isBra ? (
          <>
            <a href={`/size-finder?${new URLSearchParams({ product: product.slug })}`}>Find your size</a> from two
            measurements, or see{' '}
          </>
        ) : (
          'See '
        )}
        <a href={`/size-guide${chart ? `?chart=${chart}#${chart}` : ''}`}>how to measure</a>.
      </p>
    </>
  )
}
