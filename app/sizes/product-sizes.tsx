import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { freeText } from '~/ui/free-text'
import { chartOf, type SizedProduct } from '~/catalog/product-chart'
import { rowsFor, type SizeCharts } from './size-charts'
import { EquivalentsTable, MeasureTable } from './size-table'

interface ProductSizesProps {
  product: SizedProduct & { slug: string; fit_notes: string | null }
  /** Null if they couldn't be read. */
  charts: SizeCharts | null
  /** Returns the product's page with a size. */
  to: (size: string) => string
}

export function ProductSizes({ product, charts, to }: ProductSizesProps) {
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
  const isLeft = (size: string) => product.variants.some(({ label, stock }) => label === size && stock !== 0)
  const choiceOf = (size: string) => (isLeft(size) ? to(size) : undefined)
  const isBra = chart === 'bra' || chart === 'soft-bra'
  const measure = ({ children }: { children?: ReactNode }) => (
    <a href={`/size-guide${chart ? `?chart=${chart}#${chart}` : ''}`}>{children}</a>
  )
  return (
    <>
      {product.fit_notes ? (
        <div className="fit-notes">
          <h2 className="panel-title">{m.sizes_how_it_fits()}</h2>
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
            <MeasureTable caption={m.sizes_your_body_in_each_size()} rows={rows} unit={shown.unit} to={choiceOf} />
            <EquivalentsTable caption={m.sizes_the_same_sizes_elsewhere()} rows={rows} />
          </div>
        </>
      ) : null}
      <p>
        {isBra ? (
          <ParaglideMessage
            message={m.sizes_find_or_see}
            inputs={{}}
            markup={{
              find: ({ children }) => (
                <a href={`/size-finder?${new URLSearchParams({ product: product.slug })}`}>{children}</a>
              ),
              measure,
            }}
          />
        ) : (
          <ParaglideMessage message={m.sizes_see} inputs={{}} markup={{ measure }} />
        )}
      </p>
    </>
  )
}
