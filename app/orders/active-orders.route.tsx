import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BestSellers } from '~/catalog/best-sellers'
import { listBestSellers } from '~/catalog/best-sellers.server'
import { requireShopper } from '~/platform/context.server'
import { attemptMain } from '~/platform/attempt.server'
import { Empty, NotLoaded } from '~/ui/empty'
import { pageMeta } from '~/ui/page-meta'
import { OrderRow } from './order-row'
import { listActiveOrders } from './orders.server'

export const meta = () => pageMeta(m.orders_active(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const orders = await attemptMain(context, 'active orders not read', () => listActiveOrders(shopper))
  const bestSellers = orders?.length === 0 ? await listBestSellers(context) : []
  return { orders, bestSellers, takesCards: context.services.payments !== null }
}

export default function ActiveOrders() {
  const { orders, bestSellers, takesCards } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{m.orders_active()}</h1>
      {orders === null ? <NotLoaded text={m.orders_active_failed()} /> : null}
      {orders?.length === 0 ? (
        <Empty text={m.orders_no_active()}>
          <a className="button" href="/product-listing">
            {m.cart_browse()}
          </a>
        </Empty>
      ) : null}
      <div>
        {orders?.map((order) => (
          <OrderRow key={order.id} order={order} takesCards={takesCards} />
        ))}
      </div>
      <BestSellers products={bestSellers} />
    </>
  )
}
