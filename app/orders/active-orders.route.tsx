import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BestSellers } from '~/catalog/best-sellers'
import { listBestSellers } from '~/catalog/best-sellers.server'
import { requireShopper } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { Empty, TryAgain } from '~/ui/empty'
import { pageMeta } from '~/ui/page-meta'
import { OrderRow } from './order-row'
import { listActiveOrders } from './orders.server'

export const meta = () => pageMeta('Active Orders', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const orders = await attempt(context, 'active orders not read', () => listActiveOrders(shopper))
  const bestSellers = orders?.length === 0 ? await listBestSellers(context) : []
  return { orders, bestSellers, takesCards: context.services.payments !== null }
}

export default function ActiveOrders() {
  const { orders, bestSellers, takesCards } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Active Orders</h1>
      {orders === null ? (
        <p className="notice">
          Error fetching active orders. <TryAgain />
        </p>
      ) : null}
      {orders?.length === 0 ? (
        <Empty text="You don't have any active orders at the moment.">
          <a className="button" href="/product-listing">
            Browse our products
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
