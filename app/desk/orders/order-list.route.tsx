import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../access/operator.server'
import { deskPage } from '../desk-page'
import { emptyWords, ListPage } from '../list/list-page'
import { OrderFilters } from './order-filters'
import { changeMany } from './order-form-actions.server'
import { orderListUrl, parseOrderQuery, TASK_NAMES } from './order-query'
import { OrderTable } from './order-table'
import { listOrders } from './orders.server'

export const { handle, meta } = deskPage('Orders')

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
  return (
    <ListPage
      title={query.task ? TASK_NAMES[query.task] : 'Orders'}
      above={<OrderFilters query={query} />}
      rows={rows}
      total={total}
      noun={['order']}
      empty={emptyWords(query.search)}
      urlOf={(page) => orderListUrl({ ...query, page })}
    >
      <OrderTable rows={rows} query={query} />
    </ListPage>
  )
}
