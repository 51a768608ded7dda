import { m } from '~/language/messages'
import { data, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { OrderDetails } from '~/orders/order-details'
import { orderUrl, trackingUrl } from '~/orders/order'
import { linkNumberOf } from '~/orders/order-link.server'
import type { Order } from '~/orders/order-rows'
import { readGuestKeys } from '~/orders/orders.server'
import { findHolder, findOwnOrder, rememberGuestOrder } from '~/orders/own-order.server'
import { isUnpaid } from '~/orders/payment-choices'
import { failPayment, FAILURES, guestPayer, takesCards } from '~/payments/payments.server'
import { LookAgain, lookNumber, DelayedRedirect } from '~/payments/delayed-redirect'
import { attempt } from '~/platform/attempt.server'
import { findShopper, redirectTo, type RequestContext } from '~/platform/context.server'
import { OrderHelp, ReturnLink } from '~/returns/order-help'
import { readOrderHelp } from '~/returns/order-help.server'
import { Empty } from '~/ui/empty'
import { Flower } from '~/ui/icon'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { MailWords, PlacedSummary, SaveAccount } from './placed-summary'

export const handle: PageHandle = {
  styles: ['forms', 'content', 'cart', 'timeline', 'profile'],
  withoutNewsletter: true,
  opensByGet: true,
}

export const meta = () => pageMeta(m.checkout_your_order(), { hidden: true })

/** Shoppers go on to their orders after five seconds (CH-47, CH-48); guests stay (A46). */
const MOVES_ON_AFTER = 5

/** Opens a guest's order by a mailed link: stores the order's key in this browser and removes the token from the URL. */
async function openByLink(context: RequestContext, request: Request, orderId: string, token: string) {
  const number = linkNumberOf(context.settings, orderId, token)
  const holder =
    number === null
      ? null
      : await attempt(context, 'guest order not opened', () => findHolder(context, orderId, number))
  if (!holder) return context.flashes.error('/help/delivery-details?tab=tracking', m.checkout_bad_link())
  // The order was moved to the account with the guest's e-mail address.
  if (holder === 'shopper') return redirectTo(orderUrl(orderId, false))
  await rememberGuestOrder(context, request, orderId, holder.guestKey)
  return redirectTo(orderUrl(orderId, true))
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const orderId = params.id ?? ''
  const parameters = new URL(request.url).searchParams
  const outcome = parameters.get('payment')
  const token = parameters.get('token')
  if (token !== null) return openByLink(context, request, orderId, token)
  const key = (await readGuestKeys(context, request)).get(orderId)
  // PayFast sends guests back here, since they have no list of orders (A12).
  if (outcome === 'failed' && key) {
    await attempt(context, 'payment not marked', () =>
      failPayment(guestPayer(context, key), orderId, FAILURES.cancelled),
    )
    return context.flashes.error(`/checkout/placed/${orderId}`, m.checkout_payment_not_completed())
  }
  // A bank's app leads back to the phone's own browser, which doesn't know the order if it was placed in another app's.
  const isReturn = outcome === 'success' || outcome === 'failed'
  if (isReturn && !key && !(await findShopper(context))) return 'elsewhere' as const
  const found = await findOwnOrder(context, request, orderId)
  const look = outcome === 'success' ? lookNumber(parameters) : null
  if (!found) return data(null, { status: 404 })
  const { order, items, owner } = found
  const [help, terms] = await Promise.all([readOrderHelp(context, order, owner), readDeliveryTerms(context)])
  const courierUrl = trackingUrl(context.settings.COURIER_TRACKING_URL, order.tracking_number)
  return data({
    order,
    items,
    look,
    takesCards: takesCards(context),
    cashFee: terms && terms.cashFee,
    courierUrl,
    help,
    stays: parameters.has('stay'),
  })
}

function titleOf(order: Order, look: number | null): string {
  if (order.status === 'Cancelled') return m.checkout_cancelled_title()
  if (order.status === 'ReturnedToOrigin') return m.checkout_coming_back_title()
  if (order.payment_method === 'cod') return m.checkout_placed_title()
  if (order.status === 'PaymentAccepted') return m.checkout_paid_title()
  const isSettled = look === null || order.refunds.length > 0 || !isUnpaid(order)
  return isSettled ? m.checkout_have_order() : m.checkout_confirming()
}

/** Also for an order that doesn't exist, so that nobody learns of one. */
function PlacedElsewhere() {
  return (
    <div className="wrap section">
      <Empty text={m.checkout_placed_elsewhere()}>
        <p className="muted">{m.payments_nothing_lost()}</p>
        <a className="button" href="/help/delivery-details?tab=tracking">
          {m.checkout_track_order()}
        </a>
      </Empty>
    </div>
  )
}

export default function Placed() {
  const found = useLoaderData<typeof loader>()
  if (found === 'elsewhere') return <PlacedElsewhere />
  if (!found)
    return (
      <div className="wrap section">
        <Empty text={m.checkout_order_not_found()}>
          <a className="button" href="/profile/active-orders">
            {m.checkout_see_orders()}
          </a>
        </Empty>
      </div>
    )
  const { order, items, look, stays } = found
  const isGuest = order.user_id === null
  const movesOn = !isGuest && !stays
  return (
    <div className="wrap section">
      {movesOn ? <DelayedRedirect to="/profile/active-orders" after={MOVES_ON_AFTER} staysIfRead /> : null}
      {order.status === 'PaymentPending' && look !== null ? (
        <LookAgain at={`/checkout/placed/${order.order_id}?payment=success`} look={look} />
      ) : null}
      <div className="success" role="status">
        {/* First, so that who reads by keyboard or voice comes to it in time. */}
        {movesOn ? (
          <p className="muted">
            <span data-moving-on>{m.checkout_moves_on({ count: MOVES_ON_AFTER })} </span>
            <a className="link" href={`/checkout/placed/${order.order_id}?stay=1`}>
              {m.checkout_stay()}
            </a>
          </p>
        ) : null}
        <Flower large />
        <h1>{titleOf(order, look)}</h1>
        <p>
          <MailWords order={order} />
        </p>
        <p className="muted">
          {m.checkout_your_number()} <span className="unbroken">{order.order_id}</span>
          {m.checkout_your_number_end()}
        </p>
        {isGuest ? null : (
          <a className="button" href="/profile/active-orders">
            {m.checkout_see_orders()}
          </a>
        )}
      </div>
      <PlacedSummary order={order} items={isGuest ? [] : items} />
      {isGuest ? <GuestsOrder found={found} /> : null}
    </div>
  )
}

/** Renders all of an order for a guest, who has no other page for it. */
function GuestsOrder({ found }: { found: NonNullable<SerializeFrom<typeof loader>> }) {
  const { order, items, look, takesCards, cashFee, courierUrl, help } = found
  return (
    <div className="profile-body">
      <OrderDetails
        order={order}
        items={items}
        repayUrl={takesCards ? `/pay/${order.order_id}` : null}
        cashFee={cashFee}
        trackingUrl={courierUrl}
        isPart
        isBeingConfirmed={look !== null && order.status === 'PaymentPending'}
      >
        <ReturnLink returns={help.returns} />
      </OrderDetails>
      <OrderHelp help={help} items={items} />
      <SaveAccount order={order} />
    </div>
  )
}
