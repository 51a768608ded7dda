import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { ExpectedArrival } from '~/delivery/arrival-line'
import { methodName, toConfirm, heldUntil } from '~/orders/order'
import type { Order, OrderItem } from '~/orders/order-rows'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { isUnpaid } from '~/orders/payment-choices'
import { Unbroken } from '~/payments/unbroken'

export function PlacedSummary({ order, items }: { order: Order; items: OrderItem[] }) {
  const steps = nextSteps(order)
  return (
    <div className="placed">
      <section className="panel stack" aria-labelledby="placed-items-title">
        <h2 id="placed-items-title">{m.checkout_your_order()}</h2>
        <ul className="placed-items">
          {items.map((item) => (
            <li key={item.id}>
              <Picture source={item.product_image} alt="" widths={[160]} sizes="72px" />
              <span>
                <span {...freeText(item.product_name)}>{item.product_name}</span>
                <br />
                <span className="muted small">
                  {listed([
                    item.selected_size,
                    item.selected_color && nameOf('color', item.selected_color),
                    m.checkout_quantity({ count: item.quantity }),
                  ])}
                </span>
              </span>
            </li>
          ))}
        </ul>
        <p className="placed-total">
          <span>
            {m.checkout_total()} <span className="muted small">{methodName(order.payment_method)}</span>
          </span>{' '}
          <b>{formatMoney(order.total_amount)}</b>
        </p>
        <ExpectedArrival order={order} />
      </section>
      {steps.length > 0 ? (
        <section className="panel stack" aria-labelledby="next-title">
          <h2 id="next-title">{m.checkout_next_title()}</h2>
          <ol className="next-steps">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      ) : null}
    </div>
  )
}

function nextSteps({
  payment_method: method,
  status,
  total_amount: total,
  hold_until: holdUntil,
}: Pick<Order, 'payment_method' | 'status' | 'total_amount' | 'hold_until'>): string[] {
  const isCash = method === 'cod'
  const isUnpaid = status === 'PaymentPending' || status === 'PaymentFailed'
  if (status === 'Cancelled') return [m.checkout_nothing_sent()]
  if (status === 'ReturnedToOrigin') return [m.checkout_coming_back()]
  if (status === 'Delivered') return []
  const isSent = status === 'Shipped'
  return [
    ...(isUnpaid ? [m.checkout_we_hold()] : []),
    ...(isCash && holdUntil ? [toConfirm(holdUntil)] : []),
    ...(isSent ? [] : [m.checkout_we_pack(), m.checkout_we_track()]),
    m.checkout_rider_calls(),
    ...(isCash ? [m.checkout_pay_when_handed({ total: formatMoney(total) })] : []),
  ]
}

/** Says which mail follows. Only paid and cash orders get a confirmation. */
export function MailWords({ order }: { order: Order }) {
  if (order.status === 'Cancelled') return m.checkout_order_cancelled()
  if (order.status === 'ReturnedToOrigin') return m.checkout_not_delivered()
  const [sentTo, sent] = messagesOf(order)
  const email = order.contact_email
  if (!email) return sent()
  return <ParaglideMessage message={sentTo} inputs={{ email }} markup={{ address: Unbroken }} />
}

/** Returns the message with the address of the mail, and the one without. */
function messagesOf(order: Order) {
  if (isUnpaid(order)) return [m.checkout_mail_unpaid_at, m.checkout_mail_unpaid] as const
  if (heldUntil(order)) return [m.checkout_mail_later_at, m.checkout_mail_later] as const
  return [m.checkout_mail_follows_at, m.checkout_mail_follows] as const
}

export function SaveAccount({ email }: { email: string | null }) {
  return (
    <section className="panel stack" aria-labelledby="save-account-title">
      <h2 id="save-account-title">{m.checkout_faster()}</h2>
      <p>{email ? m.checkout_save_account_about_email({ email }) : m.checkout_save_account_about()}</p>
      <p>
        <a className="button button-outline" href="/create-account">
          {m.checkout_save_account()}
        </a>
      </p>
    </section>
  )
}
