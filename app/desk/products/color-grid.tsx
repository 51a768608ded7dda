import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { type Cell, cellField, cellsOf, sizesPerPage, type StockSize } from '../stock/cells'
import { SHOWN, shownBefore, shownStock } from '../stock/grid'
import { typedText } from '../form/side-by-side'
import { useReply } from '../form/posted-form'
import { Pages } from '../list/list-page'
import { Table } from '../list/table'
import type { ProductStock } from '../stock/stock.server'
import { partUrl } from './product-query'
import { gridSchema } from './product.schema'

/** The stock of a product by size and colour as a grid of fields, saved together. `asked` is a page, from 1. */
export function ColorGrid({ stock, asked }: { stock: ProductStock; asked: number }) {
  const reply = useReply({}, ['grid'])
  const form = useShopForm('grid', gridSchema, reply)
  const perPage = sizesPerPage(stock)
  const page = Math.min(asked, Math.max(1, Math.ceil(stock.sizes.length / perPage)))
  const sizes = stock.sizes.slice(perPage * (page - 1), perPage * page)
  const colors = stock.colors.map(({ name }, place) => [
    name,
    (size: StockSize) => <GridCell cell={cellsOf(stock, size, true)[place]} reply={reply} />,
  ])
  return (
    <form className="panel stack" {...form.props} aria-labelledby="grid-title">
      <h2 id="grid-title">Stock by size and colour</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name={SHOWN} value={shownStock(stock, sizes)} />
      <input type="hidden" name="page" value={page} />
      <p className="muted small">An empty field isn’t counted. Orders placed while you type keep their pieces.</p>
      <Table
        name="Stock by size and colour"
        rows={sizes}
        columns={{
          Size: ({ label, stock: all }: StockSize) => (
            <>
              <bdi>{label}</bdi> <span className="muted small">{all === null ? 'not counted' : `${all} in all`}</span>
            </>
          ),
          ...Object.fromEntries(colors),
        }}
        hasHeads
        look="desk-grid desk-colors"
      />
      <p>
        <button className="button" name="intent" value="grid">
          Save the stock
        </button>
      </p>
      <Pages
        total={stock.sizes.length}
        perPage={perPage}
        page={page}
        urlOf={(other) => partUrl(stock.id, 'stock', other)}
      />
    </form>
  )
}

/** A stock that the operator left alone shows the present one, so that saving again doesn't undo orders placed meanwhile. */
function GridCell({ cell, reply }: { cell: Cell | undefined; reply: SubmissionResult | undefined }) {
  if (!cell) return null
  const field = cellField(cell)
  const [now, typed] = [textOf(cell.stock), typedText(reply, field)]
  const isOwn = reply !== undefined && typed !== textOf(shownBefore(typedText(reply, SHOWN))?.[field] ?? null)
  return (
    <>
      <input
        name={field}
        aria-label={`Stock of ${cell.name}`}
        defaultValue={isOwn ? typed : now}
        maxLength={6}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
      />
      {isOwn ? <span className="muted small desk-line">Now {now || 'not counted'}</span> : null}
    </>
  )
}

const textOf = (stock: number | null) => (stock === null ? '' : String(stock))
