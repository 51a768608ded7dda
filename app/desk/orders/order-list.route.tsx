import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { Pages } from '../pages'
import { OrderFilters } from './order-filters'
import { changeMany } from './order-form-actions.server'
import { orderListUrl, parseOrderQuery, TASK_NAMES } from './order-query'
import { OrderTable } from './order-table'
import { listOrders, ORDERS_PER_PAGE } from './orders.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Orders', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const query = parseOrderQuery(new URL(request.url).searchParams)
  return { query, ...(await listOrders(operator, query)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return changeMany(context, request, await requireOperator(context, request))
}

export default function Orders() {
  const { query, rows, total } = useLoaderData<typeof loader>()
  const isShort = query.search.length > 0 && query.search.length < 3
  return (
    <>
      <h1>{query.task ? TASK_NAMES[query.task] : 'Orders'}</h1>
      <OrderFilters query={query} />
      <p role="status">{total === 1 ? '1 order' : `${total} orders`}</p>
      {rows.length > 0 ? (
        <OrderTable rows={rows} query={query} />
      ) : (
        <p className="muted">{isShort ? 'Please type at least three letters or digits.' : 'Nothing here.'}</p>
      )}
      <Pages
        page={query.page}
        last={Math.ceil(total / ORDERS_PER_PAGE)}
        urlOf={(page) => orderListUrl({ ...query, page })}
      />
    </>
  )
}
