import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireShopper } from '~/platform/context.server'
import { attemptMain } from '~/platform/attempt.server'
import { Empty, NotLoaded } from '~/ui/empty'
import { pageMeta } from '~/ui/page-meta'
import { OrderRow } from './order-row'
import { listCancelledOrders, listCompleteOrders } from './orders.server'

export const meta = () => pageMeta(m.orders_complete(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const lists = await attemptMain(context, 'complete orders not read', () =>
    Promise.all([listCompleteOrders(shopper), listCancelledOrders(shopper)]),
  )
  return { orders: lists?.[0] ?? null, cancelled: lists?.[1] ?? [] }
}

export default function CompleteOrders() {
  const { orders, cancelled } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{m.orders_complete()}</h1>
      {orders === null ? <NotLoaded text={m.orders_complete_failed()} /> : null}
      {orders?.length === 0 ? (
        <Empty text={m.orders_no_complete()}>
          <a className="button" href="/profile/active-orders">
            {m.orders_see_active()}
          </a>
        </Empty>
      ) : null}
      <div>
        {orders?.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </div>
      {cancelled.length > 0 ? (
        <section className="stack" aria-labelledby="cancelled-title">
          <h2 className="list-title" id="cancelled-title">
            {m.orders_cancelled()}
          </h2>
          <div>
            {cancelled.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </div>
        </section>
      ) : null}
    </>
  )
}
