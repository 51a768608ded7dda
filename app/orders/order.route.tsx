import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireShopper } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { OrderHelp } from '~/returns/order-help'
import { readOrderHelp } from '~/returns/order-help.server'
import { Empty } from '~/ui/empty'
import { pageMeta } from '~/ui/page-meta'
import { normalizeOrderId, trackingUrl } from './order'
import { OrderDetails } from './order-details'
import { findOrder, listItems, orderExists } from './orders.server'

/** The print button comes last, since it needs JavaScript. */
export const meta = ({ params }: { params: { id?: string } }) => pageMeta(params.id ?? 'Order', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const asked = (params.id ?? '').trim()
  const orderId = normalizeOrderId(asked)
  const none = (problem: string, status: number) =>
    data({ order: null, items: [], problem, takesCards: false, courierUrl: null, help: null }, { status })
  if (!orderId) return none(asked ? `No order found for ID: ${asked.slice(0, 60)}` : 'Order not found', 404)
  const found = await attempt(context, 'order not read', async () => ({
    order: await findOrder(shopper, orderId),
  }))
  if (!found) return none('Could not fetch order details', 503)
  const { order } = found
  if (!order) {
    const isAnothers = await attempt(context, 'order not looked up', () => orderExists(context, orderId))
    return none(isAnothers ? 'You do not have permission to view this order' : `No order found for ID: ${asked}`, 404)
  }
  const [items, help] = await Promise.all([
    attempt(context, 'items not read', () => listItems(shopper, order)),
    readOrderHelp(context, order, { db: shopper.db }),
  ])
  if (!items) return none('Could not fetch order items', 503)
  const courierUrl = trackingUrl(context.settings.COURIER_TRACKING_URL, order.tracking_number)
  return data({ order, items, problem: null, takesCards: context.services.payments !== null, courierUrl, help })
}

export default function OrderPage() {
  const { order, items, problem, takesCards, courierUrl, help } = useLoaderData<typeof loader>()
  if (!order) {
    return (
      <Empty text={problem ?? 'Order not found'}>
        <a className="button" href="/profile/active-orders">
          Back to Orders
        </a>
      </Empty>
    )
  }
  return (
    <>
      <a className="link back" href="/profile/active-orders">
        ← Back to Orders
      </a>
      <OrderDetails
        order={order}
        items={items}
        repayUrl={takesCards ? `/pay/${order.order_id}` : null}
        trackingUrl={courierUrl}
      />
      {help ? <OrderHelp help={help} items={items} /> : null}
    </>
  )
}
