import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'
import { restToPay, type Status } from './order'

interface PaymentChoicesProps {
  order: {
    order_id: string
    status: Status
    payment_method: 'payfast' | 'cod'
    total_amount: number
    due_amount: number
  }
  /** URL of the card payment; null if the shop takes no cards. */
  repayUrl: string | null
  /** What cash on delivery costs beside the rest, in paisa; null if it isn't known, and then it costs nothing. */
  cashFee: number | null
}

const UNPAID: ReadonlySet<Status> = new Set(['Pending', 'PaymentPending', 'PaymentFailed'])

export function isUnpaid({ status, payment_method: method }: PaymentChoicesProps['order']): boolean {
  return method === 'payfast' && UNPAID.has(status)
}

/** Asks for the rest of a paid order that costs more since it was changed. */
function Rest({ order, repayUrl }: Omit<PaymentChoicesProps, 'cashFee'>) {
  const rest = restToPay(order)
  if (rest === 0) return null
  return (
    <section className="panel stack payment-choices" aria-labelledby="rest-title">
      <h2 id="rest-title">{m.orders_rest({ amount: formatMoney(rest) })}</h2>
      <p>{m.orders_rest_text()}</p>
      {repayUrl ? (
        <form method="post" action={repayUrl}>
          <button className="button button-wide">{m.orders_pay({ amount: formatMoney(rest) })}</button>
        </form>
      ) : null}
    </section>
  )
}

/**
 * Renders the choices for an unpaid order: pay by card, pay in cash, or cancel. For a paid one what is still to be paid, if anything (decision 101
 * and 184).
 */
export function PaymentChoices({ order, repayUrl, cashFee }: PaymentChoicesProps) {
  if (!isUnpaid(order)) return <Rest order={order} repayUrl={repayUrl} />
  const change = `/orders/${order.order_id}/change`
  const pay = order.status === 'PaymentFailed' ? m.orders_pay_again : m.orders_pay_now
  return (
    <section className="panel stack payment-choices" aria-labelledby="payment-choices-title">
      <h2 id="payment-choices-title">{m.orders_not_paid()}</h2>
      {repayUrl ? (
        <form method="post" action={repayUrl}>
          <button className="button button-wide">{pay({ amount: formatMoney(order.total_amount) })}</button>
        </form>
      ) : null}
      <form method="post" action={change}>
        <input type="hidden" name="intent" value="cash" />
        {cashFee === null ? null : <input type="hidden" name="total" value={order.total_amount + cashFee} />}
        <button className="button button-outline button-wide">
          {cashFee
            ? m.orders_pay_cash_instead_for({ total: formatMoney(order.total_amount + cashFee) })
            : m.orders_pay_cash_instead()}
        </button>
      </form>
      <CancelOrder orderId={order.order_id} />
    </section>
  )
}

/** Asks for confirmation before cancelling, without JavaScript. */
function CancelOrder({ orderId }: { orderId: string }) {
  return (
    <details>
      <summary className="link link-more">{m.orders_cancel()}</summary>
      <form className="stack" method="post" action={`/orders/${orderId}/change`}>
        <input type="hidden" name="intent" value="cancel" />
        <p>{m.orders_cancel_text()}</p>
        <button className="button button-outline button-wide">{m.orders_cancel_yes()}</button>
      </form>
    </details>
  )
}
