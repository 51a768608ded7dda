import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { trackingUrl } from '~/orders/order'
import { OrderDetails } from '~/orders/order-details'
import { findGuestOrder, findOrder, listItems, readGuestKeys, type Order, type OrderItem } from '~/orders/orders.server'
import { failPayment, FAILURES, guestPayer, takesCards } from '~/payments/payments.server'
import { LookAgain, lookNumber } from '~/payments/look-again'
import { attempt } from '~/platform/attempt.server'
import { requireShopper, type RequestContext } from '~/platform/context.server'
import { Empty } from '~/ui/empty'
import { Flower } from '~/ui/icon'
import { MoveOn } from '~/ui/move-on'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { PlacedSummary } from './placed-summary'
import { SaveAccount } from './save-account'

export const handle: PageHandle = { styles: ['content', 'cart', 'profile'], withoutNewsletter: true }

export const meta = () => pageMeta('Your order', { hidden: true })

/** After five seconds a shopper is among their orders (document 2, section 2); a guest stays here (A46). */
const MOVES_ON_AFTER = 5

async function findPlaced(
  context: RequestContext,
  request: Request,
  orderId: string,
): Promise<{ order: Order; items: OrderItem[] } | null> {
  const key = (await readGuestKeys(context, request)).get(orderId)
  if (key) {
    const order = await findGuestOrder(context, orderId, key)
    return order ? { order, items: order.items } : null
  }
  const shopper = await requireShopper(context, request)
  const order = await findOrder(shopper, orderId)
  return order ? { order, items: await listItems(shopper, order) } : null
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const orderId = params.id ?? ''
  const parameters = new URL(request.url).searchParams
  const outcome = parameters.get('payment')
  const key = (await readGuestKeys(context, request)).get(orderId)
  // A guest has no list of orders to come back to from PayFast, so they come back here (A12).
  if (outcome === 'failed' && key) {
    await attempt(context, 'payment not marked', () =>
      failPayment(guestPayer(context, key), orderId, FAILURES.cancelled),
    )
    return context.flashes.error(`/checkout/placed/${orderId}`, 'Payment was not completed.')
  }
  const found = await findPlaced(context, request, orderId)
  const look = outcome === 'success' ? lookNumber(parameters) : null
  const page = found && {
    ...found,
    look,
    takesCards: takesCards(context),
    courierUrl: trackingUrl(context.settings.COURIER_TRACKING_URL, found.order.tracking_number),
    stays: parameters.has('stay'),
  }
  return data(page, { status: found ? 200 : 404 })
}

export default function Placed() {
  const found = useLoaderData<typeof loader>()
  if (!found) return <Empty text="Order not found" />
  const { order, items, look, takesCards, courierUrl, stays } = found
  const isGuest = order.user_id === null
  const movesOn = !isGuest && !stays
  const title =
    order.payment_method === 'cod'
      ? 'Order Placed Successfully'
      : order.status === 'PaymentAccepted'
        ? 'Payment Successful'
        : look === null || order.refunds.length > 0
          ? 'We have your order'
          : 'We are confirming your payment'
  return (
    <div className="wrap section">
      {movesOn ? <MoveOn to="/profile/active-orders" after={MOVES_ON_AFTER} /> : null}
      {order.status === 'PaymentPending' && look !== null ? (
        <LookAgain at={`/checkout/placed/${order.order_id}?payment=success`} look={look} />
      ) : null}
      <div className="success" role="status">
        <Flower large />
        <h1>{title}</h1>
        <p>A confirmation will arrive by email{order.contact_email ? ` at ${order.contact_email}` : ''}.</p>
        <p className="muted">
          Your order number is <span className="unbroken">{order.order_id}</span>.
        </p>
        {isGuest ? null : (
          <a className="button" href="/profile/active-orders">
            See your orders
          </a>
        )}
        {movesOn ? (
          <p className="muted">
            You go on to your orders in {MOVES_ON_AFTER} seconds.{' '}
            <a className="link" href={`/checkout/placed/${order.order_id}?stay=1`}>
              Stay here
            </a>
          </p>
        ) : null}
      </div>
      <PlacedSummary order={order} items={items} />
      {isGuest ? (
        <div className="profile-body">
          <OrderDetails
            order={order}
            items={items}
            repayUrl={takesCards ? `/pay/${order.order_id}` : null}
            trackingUrl={courierUrl}
          />
          <SaveAccount email={order.contact_email} />
        </div>
      ) : null}
    </div>
  )
}
