import { cutText } from '~/platform/text'
import { m } from '~/language/messages'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { requireShopper } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { OrderHelp, ReturnLink } from '~/returns/order-help'
import { readOrderHelp } from '~/returns/order-help.server'
import { Empty, LATER } from '~/ui/empty'
import { TryAgain } from '~/ui/try-again'
import { pageMeta } from '~/ui/page-meta'
import { isOver, normalizeOrderId, trackingUrl } from './order'
import { OrderDetails } from './order-details'
import { findOrder, listItems, orderExists } from './orders.server'

/** The print button comes last, since it needs JavaScript. */
export const meta = ({ params }: { params: { id?: string } }) =>
  pageMeta(params.id ?? m.orders_order(), { hidden: true })

const NOTHING = {
  order: null,
  isOver: false,
  items: [],
  takesCards: false,
  cashFee: null,
  courierUrl: null,
  help: null,
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const asked = (params.id ?? '').trim()
  const orderId = normalizeOrderId(asked)
  const none = (problem: string, status: number) =>
    data({ ...NOTHING, problem, isOurFault: status === 503 }, { status })
  if (!orderId) return none(asked ? m.orders_none_for({ id: cutText(asked, 60) }) : m.orders_not_found(), 404)
  const found = await attempt(context, 'order not read', async () => ({
    order: await findOrder(shopper, orderId),
  }))
  if (!found) return none(m.orders_details_failed(), 503)
  const { order } = found
  if (!order) {
    const isAnothers = await attempt(context, 'order not looked up', () => orderExists(context, orderId))
    if (isAnothers === null) return none(m.orders_details_failed(), 503)
    return none(isAnothers ? m.orders_not_yours() : m.orders_none_for({ id: asked }), 404)
  }
  const [items, help, terms] = await Promise.all([
    attempt(context, 'items not read', () => listItems(shopper, order)),
    readOrderHelp(context, order, { db: shopper.db }),
    readDeliveryTerms(context),
  ])
  if (!items) return none(m.orders_items_failed(), 503)
  const courierUrl = trackingUrl(context.settings.COURIER_TRACKING_URL, order.tracking_number)
  return data({
    order,
    isOver: isOver(order.status),
    items,
    problem: null,
    isOurFault: false,
    takesCards: context.services.payments !== null,
    cashFee: terms && terms.cashFee,
    courierUrl,
    help,
  })
}

export default function OrderPage() {
  const {
    order,
    isOver: isComplete,
    items,
    problem,
    isOurFault,
    takesCards,
    cashFee,
    courierUrl,
    help,
  } = useLoaderData<typeof loader>()
  if (!order) {
    return (
      <Empty text={problem ?? m.orders_not_found()}>
        {isOurFault ? (
          <>
            <p className="muted">{LATER()}</p>
            <TryAgain />{' '}
          </>
        ) : null}
        <a className={isOurFault ? 'link' : 'button'} href="/profile/active-orders">
          {m.orders_back_to()}
        </a>
      </Empty>
    )
  }
  return (
    <>
      <a className="link back" href={`/profile/${isComplete ? 'complete' : 'active'}-orders`}>
        {m.orders_back_arrow()}
      </a>
      <OrderDetails
        order={order}
        items={items}
        repayUrl={takesCards ? `/pay/${order.order_id}` : null}
        cashFee={cashFee}
        trackingUrl={courierUrl}
      >
        <ReturnLink returns={help?.returns} />
      </OrderDetails>
      {help ? <OrderHelp help={help} items={items} /> : null}
    </>
  )
}
