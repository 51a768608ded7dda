import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { ButtonForm } from '../form/button-form'
import { Panel } from '../panel'
import { Pages } from '../list/list-page'
import { useReply } from '../form/posted-form'
import { Table } from '../list/table'
import type { DeskProduct } from './products.server'
import { partUrl } from './product-query'
import { stockSchema } from './product.schema'
import { NEW_ROWS, SIZES_PER_PAGE } from './stock-fields'
import { NewSize, stockColumns } from './stock-rows'

/** The sizes of a product as a grid of fields, saved together; Tab goes from stock to stock, and Enter saves. `page` is from 1. */
export function StockForm({ product: { id, version, sizes }, page }: { product: DeskProduct; page: number }) {
  const reply = useReply({}, ['stock'])
  const form = useShopForm('stock', stockSchema, reply)
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
        rows={sizes.slice(first, first + SIZES_PER_PAGE)}
        columns={stockColumns(first, reply)}
        hasHeads
        look="desk-grid"
      >
        {NEW_ROWS.map((row) => (
          <NewSize key={row} row={row} reply={reply} />
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
      <Pages total={sizes.length} perPage={SIZES_PER_PAGE} page={page} urlOf={(other) => partUrl(id, 'stock', other)} />
    </form>
  )
}

/** Says whether shoppers choose no size of a product that lists none. */
export function NoSizeForm({ version, has_no_size: hasNone }: { version: number; has_no_size: boolean }) {
  return (
    <Panel id="no-size-title" title="No size">
      <p>
        {hasNone
          ? 'Shoppers choose no size of this product, and its pieces aren’t counted.'
          : 'Does it come in no size, such as a scarf? To count its pieces, add one size instead, such as One size.'}
      </p>
      <ButtonForm
        name="No size"
        version={version}
        buttons={hasNone ? { has_size: 'It has sizes after all' } : { no_size: 'It has no size' }}
      />
    </Panel>
  )
}
