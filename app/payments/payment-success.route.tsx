import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { normalizeOrderId, orderUrl, restToPay } from '~/orders/order'
import { findOrder } from '~/orders/orders.server'
import { describeRefund, refundProgress } from '~/orders/refund'
import { attempt } from '~/platform/attempt.server'
import { redirectTo, requireShopper } from '~/platform/context.server'
import { formatMoney } from '~/platform/money'
import { Flower } from '~/ui/icon'
import { DelayedRedirect, LookAgain, lookNumber } from './delayed-redirect'
import type { PageHandle } from '~/ui/page-handle'
import { Unbroken } from './unbroken'
import { pageMeta } from '~/ui/page-meta'

export const handle: PageHandle = { styles: ['content'], opensByGet: true }

export const meta = () => pageMeta(m.payments_title(), { hidden: true })

const SHOWN_FOR = 5

/** The provider's return URL. It changes nothing, since a return is no proof of payment (PY-28). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const parameters = new URL(request.url).searchParams
  const orderId = normalizeOrderId(parameters.get('order') ?? '')
  const look = lookNumber(parameters)
  const order = orderId ? await attempt(context, 'payment result not read', () => findOrder(shopper, orderId)) : null
  if (!order) return context.flashes.error('/profile/active-orders', m.payments_result_failed())
  const isAccepted = order.payment_status && order.status !== 'PaymentPending' && restToPay(order) === 0
  // The order's page explains the refund.
  if (!isAccepted && order.refunds.length > 0) throw redirectTo(orderUrl(order.order_id, false))
  return data({
    orderId: order.order_id,
    amount: formatMoney(order.total_amount),
    isAccepted,
    look,
    refunds: order.refunds.map((refund) => `${describeRefund(refund)} ${refundProgress(refund.refunded_at)}`),
  })
}

export default function PaymentSuccess() {
  const { orderId, amount, isAccepted, look, refunds } = useLoaderData<typeof loader>()
  const order = `/profile/active-orders/${orderId}`
  if (isAccepted) {
    return (
      <div className="success" role="status">
        {refunds.length > 0 ? null : <DelayedRedirect to={order} after={SHOWN_FOR} />}
        <Flower large />
        <h1>{m.payments_successful()}</h1>
        <p className="notice notice-ok">{m.payments_successful_notice()}</p>
        <p>
          {refunds.length > 0 ? null : (
            <>
              <ParaglideMessage
                message={m.payments_paid_for}
                inputs={{ amount, order: orderId }}
                markup={{ number: Unbroken }}
              />{' '}
            </>
          )}
          {m.payments_mail_follows()}
        </p>
        {refunds.map((text: string) => (
          <p className="notice" key={text}>
            {text}
          </p>
        ))}
        <a className="button" href={order}>
          {m.payments_see_your_order()}
        </a>
      </div>
    )
  }
  return (
    <div className="success" role="status">
      <Flower large />
      <h1>{m.payments_confirming()}</h1>
      <p>{m.payments_confirming_text()}</p>
      <LookAgain at={`/profile/active-orders/payment-success?order=${orderId}`} look={look} />
      <a className="link" href={order}>
        {m.payments_see_your_order()}
      </a>
    </div>
  )
}
