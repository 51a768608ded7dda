import { useLoaderData } from '@remix-run/react'
import { askedCouriers } from '~/couriers/couriers.server'
import { STATUSES, statusLook } from '~/orders/order'
import { Only } from '../areas'
import { listCouriers } from '../couriers/parcels.server'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { listAddress } from '../list/list-address'
import { emptyWords, ListPage } from '../list/list-page'
import { TextLink } from '../list/table'
import {
  CHANNELS,
  orderFileUrl,
  orderListUrl,
  parseOrderQuery,
  TASK_NAMES,
  isFiltered,
  TASKS,
  type OrderQuery,
} from './order-query'
import { changeMany } from './order-form-actions.server'
import { OrderTable } from './order-table'
import { listOrders } from './orders.server'
import { DayFilter, Filter, Filters, MoreFilters, SearchField } from '../list/filters'

export const { handle, meta } = deskPage('Orders')

export const loader = atDesk(async ({ operator, request, context }) => {
  const { parameters } = listAddress(request)
  const query = parseOrderQuery(parameters)
  const isTicked = parameters.get('all') === 'on'
  const [couriers, list] = await Promise.all([listCouriers(operator), listOrders(operator, query)])
  return {
    query,
    isTicked,
    courier: askedCouriers(context.settings)[0] ?? null,
    sheets: couriers.flatMap(({ id, name, sheet }) => (sheet ? [{ id, name }] : [])),
    ...list,
  }
})

export const action = atDesk(({ operator, request, context }) => changeMany(context, request, operator))

export default function Orders() {
  const { query, isTicked, courier, sheets, rows, total } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={query.task ? TASK_NAMES[query.task] : 'Orders'}
      beside={
        <Only areas={['orders']}>
          <a className={`button desk-small ${query.task ? 'button-outline' : ''}`} href="/desk/orders/new">
            New order
          </a>
        </Only>
      }
      above={<OrderFilters query={query} />}
      rows={rows}
      total={total}
      noun={['order']}
      besideCount={
        rows.length === 0 ? null : (
          <>
            {isTicked ? null : <TextLink to={orderListUrl({ ...query, all: 'on' })} text="Tick all on this page" />}{' '}
            <Only areas={['orders', 'money']}>
              <TextLink to={orderFileUrl(query, 'orders')} text="All as a file" />{' '}
              <TextLink to={orderFileUrl(query, 'lines')} text="All their lines" />{' '}
            </Only>
            {sheets.map(({ id, name }) => (
              <TextLink key={id} to={orderFileUrl(query, id)} text={`All for ${name}`} />
            ))}
          </>
        )
      }
      empty={emptyWords(query.search)}
      urlOf={(page) => orderListUrl({ ...query, page })}
    >
      <OrderTable rows={rows} query={query} isTicked={isTicked} courier={courier} sheets={sheets} />
    </ListPage>
  )
}

const METHODS = [
  ['cod', 'Cash'],
  ['payfast', 'Card'],
] as const

function OrderFilters({ query }: { query: OrderQuery }) {
  const filters = [
    {
      name: 'task',
      label: 'To do',
      value: query.task,
      options: TASKS.map((task) => [task, TASK_NAMES[task]] as const),
    },
    {
      name: 'status',
      label: 'Status',
      value: query.status,
      options: STATUSES.map((status) => [status, statusLook(status).label] as const),
    },
    { name: 'method', label: 'Payment', value: query.method, options: METHODS },
    { name: 'channel', label: 'Came in by', value: query.channel, options: Object.entries(CHANNELS) },
  ]
  return (
    <Filters action="/desk/orders">
      <SearchField label="Number, name, phone, address or tracking" value={query.search} />
      <MoreFilters isOpen={isFiltered(query)}>
        {filters.map((filter) => (
          <Filter key={filter.name} all="Any" {...filter} />
        ))}
        <DayFilter name="from" label="From" value={query.from} />
        <DayFilter name="until" label="Until" value={query.until} />
      </MoreFilters>
    </Filters>
  )
}
