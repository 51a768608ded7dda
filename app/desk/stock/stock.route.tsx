import { randomUUID } from 'node:crypto'
import { useActionData, useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { momentWords } from '../dates'
import { atDesk } from '../desk.server'
import { Only } from '../areas'
import { deskPage, found, idOf } from '../desk-page'
import { Tabs } from '../list/filters'
import { listAddress } from '../list/list-address'
import { line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { LinkLine, Cell, OrderLink, Table } from '../list/table'
import { partUrl } from '../products/product-query'
import { MoveForm, Note } from './move-form'
import { changeStock, type Review } from './stock-actions.server'
import { listStockChanges, readStock, type ProductStock, type StockHistory } from './stock.server'
import { splitsColors, TASK_NAMES, TASKS, shelfSchema, taskOf, taskUrl, stockTaskSchema } from './stock-tasks'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { isByColor } from './cells'
import { useReply } from '../form/posted-form'
import { Differences, signed } from './differences'
import { StockNumbers } from './stock-numbers'
import { Pages } from '../list/list-page'
import { Panel } from '../panel'

export const { handle, meta } = deskPage('Stock of a product')

export const loader = atDesk(async ({ operator, params, request }) => {
  const { parameters, page } = listAddress(request)
  const stock = found(await readStock(operator, idOf(params)))
  const task = taskOf(parameters)
  const history = task === 'history' ? await listStockChanges(operator, stock.id, page) : null
  return { stock, task, splits: splitsColors(stock, parameters), page, history, formId: randomUUID() }
})

export const action = atDesk(async ({ operator, params, request, context }) => {
  const stock = found(await readStock(operator, idOf(params)))
  return changeStock(context, operator, stock, splitsColors(stock, listAddress(request).parameters))
})

export default function StockOfProduct() {
  const { stock, task, splits, page, history, formId } = useLoaderData<typeof loader>()
  const review = useActionData<{ review?: Review }>()?.review ?? null
  const tabs = TASK_NAMES.map((one) => [taskUrl(stock.id, one), TASKS[one]] as const)
  return (
    <>
      <h1 {...freeText(stock.name)}>{stock.name}</h1>
      {stock.sku ? (
        <p className="muted" dir="ltr">
          {stock.sku}
        </p>
      ) : null}
      <Tabs name="Stock" tabs={tabs} shown={taskUrl(stock.id, task)} />
      {stock.sizes.length === 0 ? <p className="muted">It lists no size, so its pieces aren’t counted.</p> : null}
      {task === 'count' ? <CountForm stock={stock} splits={splits} page={page} review={review} /> : null}
      {task === 'receive' || task === 'damage' ? <MoveForm stock={stock} task={task} page={page} id={formId} /> : null}
      {history ? <StockHistoryPanel {...history} /> : null}
      <EditForm
        id="shelf"
        name="Where it lies"
        schema={shelfSchema}
        look="plain"
        fields={[
          [
            line('shelf', 'Shelf', stock.shelf, {
              hint: 'The pick list is in the order of the shelves.',
              maxLength: 40,
            }),
          ],
        ]}
        intent="shelf"
        button="Save the shelf"
      />
      <div className="desk-pages">
        <Only areas={['products']}>
          <LinkLine to={partUrl(stock.id, 'stock')} text="Sizes and stock of this product" />
        </Only>
        <LinkLine to="/desk/stock" text="Another product" />
      </div>
    </>
  )
}

interface CountFormProps {
  stock: ProductStock
  splits: boolean
  page: number
  review: Review | null
}

/** The count of a product: what the shop thinks is shown after it, with what differs. */
function CountForm({ stock, splits, page, review }: CountFormProps) {
  const reply = useReply({}, ['count'])
  const form = useShopForm('count', stockTaskSchema, reply)
  const canSplit = !splits && stock.colors.length > 0 && !isByColor(stock)
  return (
    <form className="panel stack" {...form.props} aria-labelledby="task-title">
      <h2 id="task-title">{splits ? 'Count each colour' : 'Count'}</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="count" />
      {review ? (
        <Differences review={review} note={<Note form={form} />} />
      ) : (
        <p className="muted small">
          Count all pieces on the shelf, also those that are ordered but not packed. What you leave empty stays as it
          is.
          {splits && !isByColor(stock)
            ? ' Once one colour of a size is counted, its other colours have what you enter, or none.'
            : ''}
        </p>
      )}
      <StockNumbers stock={stock} splits={splits} hasUncounted page={page} reply={reply} />
      <p>
        <button className={review ? 'button button-outline' : 'button'}>
          {review ? 'Compare again' : 'Compare with the shop'}
        </button>
      </p>
      {canSplit ? (
        <p className="small">
          The colours of a size share one number. <a href={taskUrl(stock.id, 'count', true)}>Count each colour</a>
        </p>
      ) : null}
    </form>
  )
}

const REASONS: Record<StockHistory['rows'][number]['reason'], string> = {
  sold: 'Sold',
  returned: 'Returned',
  counted: 'Counted',
  received: 'Received',
  damaged: 'Damaged',
  corrected: 'Corrected',
  imported: 'From a file',
}

function StockHistoryPanel({ rows, total }: StockHistory) {
  return (
    <Panel id="task-title" title="History">
      {rows.length === 0 ? <p className="muted">Nothing has changed yet.</p> : null}
      <Table
        name="Changes of stock"
        rows={rows}
        columns={{
          Of: ({ size, color }) => <bdi>{color ? `${size}, ${color}` : size}</bdi>,
          Change: ({ change }) => (change === null ? '–' : signed(change)),
          'In stock': ({ stock_after: after }) => after ?? 'Not counted',
          Why: ({ reason, order_number: order, note }) => (
            <Cell more={[note]}>
              {REASONS[reason]} {order ? <OrderLink id={order} /> : null}
            </Cell>
          ),
          When: ({ at, who }) => <Cell more={[who && breakable(who)]}>{momentWords(at)}</Cell>,
        }}
        numbers={['Change', 'In stock']}
        hasHeads
      />
      <Pages total={total} />
    </Panel>
  )
}

/** An operator's address, which breaks before its @ on phones. */
function breakable(address: string) {
  const [name, domain] = address.split(/(?=@)/)
  return (
    <>
      {name}
      <wbr />
      {domain}
    </>
  )
}
