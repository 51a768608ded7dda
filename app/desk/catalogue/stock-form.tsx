import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { Pages } from '../pages'
import { Table } from '../table'
import type { DeskProduct } from './product-rows'
import { stockSchema } from './product.schema'
import { NEW_ROWS, pagesOfSizes, SIZES_PER_PAGE, stockUrl } from './stock-fields'
import { KnownSize, NewSize } from './stock-rows'

interface StockFormProps {
  product: DeskProduct
  /** The page of the grid, from 1. */
  page: number
  reply: SubmissionResult | undefined
}

/** The sizes of a product as a grid of fields, saved together; Tab goes from stock to stock, and Enter saves. Many are on several pages. */
export function StockForm({ product: { id, version, sizes }, page, reply }: StockFormProps) {
  const form = useShopForm('stock', stockSchema, reply)
  const typed = reply?.initialValue ?? null
  const first = (page - 1) * SIZES_PER_PAGE
  return (
    <form className="panel stack" {...form.props} aria-labelledby="stock-title">
      <h2 id="stock-title">Sizes and stock</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="page" value={page} />
      <p className="muted small">
        An empty stock isn’t counted. Orders placed while you type keep their pieces. The shop lists sizes by their
        place.
      </p>
      <Table
        name="Sizes"
        columns={['Size', 'Stock', 'Material', 'Brand size', 'Cup', 'Place', 'Remove']}
        className="desk-table desk-grid"
      >
        {sizes.slice(first, first + SIZES_PER_PAGE).map((size, index) => (
          <KnownSize key={size.id} size={size} place={first + index + 1} typed={typed} />
        ))}
        {NEW_ROWS.map((row) => (
          <NewSize key={row} row={row} typed={typed} />
        ))}
      </Table>
      <p>
        <button className="button" name="intent" value="stock">
          Save the stock
        </button>
      </p>
      {sizes.length > SIZES_PER_PAGE ? (
        <p className="muted small">{sizes.length} sizes. Save this page before you go to another one.</p>
      ) : null}
      <Pages page={page} last={pagesOfSizes(sizes.length)} urlOf={(other) => stockUrl(id, other)} />
    </form>
  )
}
