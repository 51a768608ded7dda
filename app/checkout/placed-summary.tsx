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
import { signUpSchema } from '~/account/account.schema'
import { KeepSignedIn } from '~/account/keep-signed-in'
import { formatPhone } from '~/phone/phone'
import { cutText } from '~/platform/text'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'

/** `items` are empty where the page has all of the order below. */
export function PlacedSummary({ order, items }: { order: Order; items: OrderItem[] }) {
  const steps = nextSteps(order)
  return (
    <div className="placed">
      {items.length > 0 ? (
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
      ) : null}
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
  const { contact_email: email, contact_phone: phone } = order
  if (email)
    return <ParaglideMessage message={mailMessageOf(order)} inputs={{ email }} markup={{ address: Unbroken }} />
  return phone ? (
    <ParaglideMessage
      message={m.checkout_told_by_whatsapp}
      inputs={{ phone: formatPhone(phone) }}
      markup={{ number: Unbroken }}
    />
  ) : null
}

function mailMessageOf(order: Order) {
  if (isUnpaid(order)) return m.checkout_mail_unpaid_at
  return heldUntil(order) ? m.checkout_mail_later_at : m.checkout_mail_follows_at
}

/** The form of a new account: what the order says is filled in. Its page shows it again if something is wrong. */
export function SaveAccount({ order }: { order: Order }) {
  const form = useShopForm('save-account', signUpSchema, undefined)
  const { order_id: orderId, contact_email: email, shipping_address: person } = order
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ')
  return (
    <section className="panel stack" aria-labelledby="save-account-title">
      <h2 id="save-account-title">{m.checkout_faster()}</h2>
      <p>{email ? m.checkout_save_account_about_email({ email }) : m.checkout_save_account_about()}</p>
      <form className="stack settings" {...form.props} action="/create-account">
        <input type="hidden" name="order" value={orderId} />
        <input type="hidden" name="fullName" value={cutText(name, 120)} />
        {email ? (
          <input type="hidden" name="email" value={email} />
        ) : (
          <Field field={form.field('email')} label={m.checkout_email()} type="email" autoComplete="email" />
        )}
        <Field
          field={form.field('password')}
          label={m.account_password()}
          type="password"
          autoComplete="new-password"
          hint={m.account_password_rule()}
        />
        <KeepSignedIn form={form} />
        <SubmitButton className="button button-outline" busy={m.account_creating()}>
          {m.checkout_save_account()}
        </SubmitButton>
      </form>
    </section>
  )
}
