import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OrderDetails } from '~/orders/order-details'
import { findGuestOrder, findOrder, listItems, readGuestKeys, type Order, type OrderItem } from '~/orders/orders.server'
import { requireShopper, type RequestContext } from '~/platform/context.server'
import { Empty } from '~/ui/empty'
import { Flower } from '~/ui/icon'
import { MoveOn } from '~/ui/move-on'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'

export const handle: PageHandle = { styles: ['content', 'cart', 'profile'], react: 'idle' }

export const meta = () => pageMeta('Your order', { hidden: true })

/** After five seconds a shopper is among their orders (document 2, section 2); a guest stays here (A46). */
const MOVES_ON_AFTER = 5

async function findPlaced(
  context: RequestContext,
  request: Request,
  orderId: string,
): Promise<{ order: Order; items: OrderItem[] } | null> {
  const key = (await readGuestKeys(context, request))[orderId]
  if (key) {
    const order = await findGuestOrder(context, orderId, key)
    return order ? { order, items: order.items } : null
  }
  const shopper = await requireShopper(context, request)
  const order = await findOrder(context, shopper, orderId)
  return order ? { order, items: await listItems(context, order) } : null
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const found = await findPlaced(context, request, params.id ?? '')
  return data(found, { status: found ? 200 : 404 })
}

export default function Placed() {
  const found = useLoaderData<typeof loader>()
  if (!found) return <Empty text="Order not found" />
  const { order, items } = found
  const isGuest = order.user_id === null
  const title =
    order.payment_method === 'cod'
      ? 'Order Placed Successfully'
      : order.status === 'PaymentAccepted'
        ? 'Payment Successful'
        : 'We have your order'
  return (
    <div className="wrap section">
      {isGuest ? null : <MoveOn to="/profile/active-orders" after={MOVES_ON_AFTER} />}
      <div className="success" role="status">
        <Flower large />
        <h1>{title}</h1>
        <p>A confirmation will arrive by email{order.contact_email ? ` at ${order.contact_email}` : ''}.</p>
        <p className="muted">Your order number is {order.order_id}.</p>
        {isGuest ? null : (
          <a className="button" href="/profile/active-orders">
            See your orders
          </a>
        )}
      </div>
      {isGuest ? (
        <div className="profile-body">
          <OrderDetails order={order} items={items} repayUrl={`/pay/${order.order_id}`} />
        </div>
      ) : null}
    </div>
  )
}
