import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { ButtonForm } from '../form/button-form'
import { Panel } from '../panel'
import { Pages } from '../list/list-page'
import { useReply } from '../form/posted-form'
import { LinkLine, Table } from '../list/table'
import { TASK_NAMES, TASKS, taskUrl } from '../stock/stock-tasks'
import type { DeskProduct } from './products.server'
import { partUrl } from './product-query'
import { stockSchema } from './product.schema'
import { mostNewRows, newRows, SIZES_PER_PAGE } from './stock-fields'
import { NewSize, stockColumns } from './stock-rows'

interface StockFormProps {
  product: DeskProduct
  /** From 1. */
  page: number
  /** The sizes that are counted by colour, whose stock has a grid of its own. */
  byColor: ReadonlySet<string>
  /** How many empty rows for new sizes are asked for. */
  rows: number
}

/** The sizes of a product as a grid of fields, saved together; Tab goes from stock to stock, and Enter saves. */
export function StockForm({ product: { id, version, sizes }, page, byColor, rows }: StockFormProps) {
  const reply = useReply({}, ['stock'])
  const form = useShopForm('stock', stockSchema, reply)
  const first = (page - 1) * SIZES_PER_PAGE
  // A product without sizes has none to put in its place or to remove.
  const { Place, Remove, ...columns } = stockColumns(first, reply, byColor)
  const placeColumns = { Place, Remove }
  const shown = sizes.slice(first, first + SIZES_PER_PAGE)
  const empty = newRows(rows, shown.length)
  const more = Math.min(Math.max(12, 2 * empty.length), mostNewRows(shown.length))
  return (
    <form className="panel stack" {...form.props} aria-labelledby="stock-title">
      <div className="between">
        <h2 id="stock-title">{byColor.size > 0 ? 'Sizes' : 'Sizes and stock'}</h2>
        <p className="desk-buttons">
          {TASK_NAMES.map((task) => (
            <a key={task} className="button button-outline desk-small" href={taskUrl(id, task)}>
              {TASKS[task]}
            </a>
          ))}
        </p>
      </div>
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="page" value={page} />
      <p className="muted small">
        An empty stock isn’t counted. Orders placed while you type keep their pieces.
        {sizes.length > 0 ? ' The shop lists sizes by their place.' : null}
        {more > empty.length ? (
          <>
            {' '}
            For many new ones, begin with <a href={partUrl(id, 'stock', page, more)}>{more} empty rows</a>.
          </>
        ) : null}
      </p>
      <Table
        name="Sizes"
        rows={shown}
        columns={sizes.length > 0 ? { ...columns, ...placeColumns } : columns}
        hasHeads
        look="desk-grid"
      >
        {empty.map((row, index) => (
          <NewSize key={row} row={row} place={index + 1} reply={reply} isBesideSizes={sizes.length > 0} />
        ))}
      </Table>
      <p>
        <button className="button" name="intent" value="stock">
          {byColor.size > 0 ? 'Save the sizes' : 'Save the stock'}
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

/** How the pieces of a product with colours are counted, and what happens if that changes. */
export function CountedBy({ product: { id, version }, isByColor }: { product: DeskProduct; isByColor: boolean }) {
  return (
    <Panel id="counted-by" title={isByColor ? 'Counted by size and colour' : 'Counted by size'}>
      {isByColor ? (
        <>
          <p>
            Counted by size again, each size has the pieces of all its colours together, and the shop no longer knows
            which colour is sold out.
          </p>
          <ButtonForm name="Counted by" version={version} buttons={{ by_size: 'Count by size again' }} />
        </>
      ) : (
        <>
          <p>
            All colours of a size share one number, so a colour can be sold that isn’t there. To count each, enter how
            many pieces of each colour there are; until you save that, nothing changes.
          </p>
          <LinkLine to={taskUrl(id, 'count', true)} text="Count each colour" />
        </>
      )}
    </Panel>
  )
}
