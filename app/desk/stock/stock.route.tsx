import { randomUUID } from 'node:crypto'
import { useActionData, useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { atDesk } from '../desk.server'
import { deskPage, found, idOf } from '../desk-page'
import { Tabs } from '../list/filters'
import { listAddress } from '../list/list-address'
import { LinkLine } from '../list/table'
import { partUrl } from '../products/product-query'
import { CountForm } from './count-form'
import { MoveForm } from './move-form'
import { changeStock, type Review } from './stock-actions.server'
import { listStockChanges, readStock } from './stock.server'
import { StockHistoryPanel } from './stock-history'
import { splitsColors, TASK_NAMES, TASKS, taskOf, taskUrl } from './stock-tasks'

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
      <div className="desk-pages">
        <LinkLine to={partUrl(stock.id, 'stock')} text="Sizes and stock of this product" />
        <LinkLine to="/desk/stock" text="Another product" />
      </div>
    </>
  )
}
