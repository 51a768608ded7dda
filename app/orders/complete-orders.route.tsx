import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireShopper } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { Empty, TryAgain } from '~/ui/empty'
import { pageMeta } from '~/ui/page-meta'
import { OrderRow } from './order-row'
import { listCancelledOrders, listCompleteOrders } from './orders.server'

export const meta = () => pageMeta('Complete Orders', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const [orders, cancelled] = await Promise.all([
    attempt(context, 'complete orders not read', () => listCompleteOrders(shopper)),
    attempt(context, 'cancelled orders not read', () => listCancelledOrders(shopper)),
  ])
  return { orders, cancelled }
}

export default function CompleteOrders() {
  const { orders, cancelled } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Complete Orders</h1>
      {orders === null ? (
        <p className="notice">
          Error loading orders. Please try again. <TryAgain />
        </p>
      ) : null}
      {orders?.length === 0 ? (
        <Empty text="No completed orders found">
          <a className="button" href="/profile/active-orders">
            See active orders
          </a>
        </Empty>
      ) : null}
      <div>
        {orders?.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </div>
      {cancelled && cancelled.length > 0 ? (
        <section className="stack" aria-labelledby="cancelled-title">
          <h2 className="list-title" id="cancelled-title">
            Cancelled orders
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
