import { freeText } from '~/ui/free-text'
import { chartOf, type SizedProduct } from '~/catalog/product-chart'
import { CHARTS, rowsFor } from './size-charts'
import { EquivalentsTable, MeasureTable } from './size-table'

interface ProductSizesProps {
  product: SizedProduct & { slug: string; fit_notes: string | null }
}

/** Renders the shop's notes on a product's fit, and the body measures and other names of its sizes. */
export function ProductSizes({ product }: ProductSizesProps) {
  const chart = chartOf(product)
  const rows = chart
    ? rowsFor(
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
      {chart && rows.length > 0 ? (
        <>
          <p className="muted">{CHARTS[chart].advice}</p>
          <div className="size-tables">
            <MeasureTable caption="Your body in each size" rows={rows} />
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
        <a href={`/size-guide${chart ? `#${chart}` : ''}`}>how to measure</a>.
      </p>
    </>
  )
}
