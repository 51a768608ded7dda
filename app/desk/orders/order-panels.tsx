import { methodName } from '~/orders/order'
import { MAIL_NAMES } from '~/mails/words/mail-names'
import { OrderItem } from '~/orders/order-item'
import { describeRefund } from '~/orders/refund'
import { SumList } from '~/sums/sums'
import { TrackingNumber } from '~/orders/tracking/tracking'
import { DeliveryNote } from '~/orders/order-details'
import { inOneLine } from '~/language/formats'
import { formatPhone } from '~/phone/phone'
import { formatMoney } from '~/platform/money'
import { addressLines } from '~/address/address-lines'
import { Only } from '../areas'
import { dateWords, momentWords } from '../dates'
import { EmailForm } from './email-form'
import { Blocks } from '../people/blocks'
import { TagList } from '../people/tag-list'
import type { DeskOrder, NumberHistory, OrderAside } from './orders.server'
import { LinkLine, TextLink } from '../list/table'
import { Panel } from '../panel'
import type { PaymentLink } from './waiting'

interface PanelProps {
  order: DeskOrder
}

export function Items({ order }: PanelProps) {
  return (
    <Panel id="items" title="Items">
      <ul className="stack">
        {order.items.map((item) => (
          <OrderItem key={item.id} item={item} />
        ))}
      </ul>
      <SumList sums={order} />
      {order.promo_code ? <p className="small muted">Promo code {order.promo_code}</p> : null}
    </Panel>
  )
}

interface ShopperProps extends PanelProps {
  tracking: string | null
  aside: OrderAside
}

export function Shopper({ order, tracking, aside: { number, shopper } }: ShopperProps) {
  const phone = order.contact_phone && formatPhone(order.contact_phone)
  const address = order.shipping_address
  return (
    <Panel id="shopper" title="Shopper">
      <Address
        order={{ ...order, shipping_address: { ...address, phone: address.phone === phone ? null : address.phone } }}
      />
      <p>
        {order.contact_phone ? (
          <a href={`tel:${order.contact_phone}`} dir="ltr">
            {phone}
          </a>
        ) : (
          'No phone'
        )}
        <br />
        <bdi>{order.contact_email ?? 'No e-mail'}</bdi>
        <br />
        <span className="muted small">{order.user_id === null ? 'Ordered as a guest' : 'Has an account'}</span>
      </p>
      {order.contact_phone ? <p className="muted small">{numberWords(number)}</p> : null}
      {shopper ? (
        <>
          <TagList tags={shopper.tags} />
          <Blocks blocks={shopper.blocks} />
          <Only areas={['people']}>
            <LinkLine to={`/desk/people/${shopper.person}`} text="All about this shopper" />
          </Only>
        </>
      ) : null}
      {order.contact_phone && (address.first_name ?? address.last_name) ? (
        <Only areas={['orders']}>
          <EmailForm order={order} />
        </Only>
      ) : null}
      <DeliveryNote note={order.notes} />
      {order.tracking_number ? <TrackingNumber number={order.tracking_number} url={tracking} /> : null}
    </Panel>
  )
}

/** Returns how other orders ended: 'This number: 2 delivered, 1 refused, 0 cancelled, 1 open'. */
export const numberWords = ({ delivered, refused, cancelled, open }: NumberHistory, whose = 'This number') =>
  `${whose}: ${delivered} delivered, ${refused} refused, ${cancelled} cancelled, ${open} open`

interface PaymentsProps extends PanelProps {
  /** Where an unpaid order is paid. */
  link: PaymentLink | null
}

export function Payments({ order, link }: PaymentsProps) {
  return (
    <Panel id="payments" title="Payment">
      <p>
        {methodName(order.payment_method)},{' '}
        {order.payment_method === 'cod' ? 'paid on delivery' : order.payment_status ? 'paid' : 'not paid'}
      </p>
      {link ? (
        <p className="small">
          Payment link for the shopper
          {order.hold_until ? `, whose items are held until ${momentWords(order.hold_until)}` : ''}:
          <br />
          <bdi dir="ltr">{link.url}</bdi>
          {link.whatsApp ? (
            <>
              <br />
              <a className="link" href={link.whatsApp} rel="noreferrer">
                Send it by WhatsApp
              </a>
            </>
          ) : null}
        </p>
      ) : null}
      <ul className="stack small">
        {order.payments.map((payment) => (
          <li key={payment.id}>
            {momentWords(payment.at)}: {payment.payment_status ?? 'notification'} by {payment.provider}
            {payment.amount === null ? '' : `, ${inOneLine(formatMoney(payment.amount))}`}
            <br />
            <span className="muted">
              {payment.verdict ?? 'not judged'} <bdi>{payment.payment_id}</bdi>
            </span>
          </li>
        ))}
        {order.refunds.map((refund) => (
          <li key={refund.id}>
            {describeRefund(refund)}
            <br />
            <b>{refund.refunded_at ? `Sent on ${dateWords(refund.refunded_at)}` : 'Not sent yet'}</b>{' '}
            <bdi>{refund.reference}</bdi> {refund.refunded_at ? null : <TextLink to="/desk/refunds" text="Record it" />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const NAMES: Partial<Record<string, string>> = {
  ...MAIL_NAMES,
  operator_refund: 'Refund to send, to the desk',
  operator_order: 'New order, to the desk',
}
const STATES = { waiting: 'waits', sent: 'sent', superseded: 'not needed', given_up: 'given up' }

export function Mails({ order }: PanelProps) {
  return (
    <Panel id="mails" title="Mails">
      {order.mails.length === 0 ? <p className="muted">None.</p> : null}
      <ul className="stack small">
        {order.mails.map(({ id, kind, state, created_at: made, ended_at: ended, held_until: held, problem }) => (
          <li key={id}>
            {NAMES[kind] ?? kind}: {STATES[state]}, {momentWords(ended ?? made)}
            {held ? (
              <span className="muted"> The address has had many mails; tried again {momentWords(held)}.</span>
            ) : null}
            {problem ? <span className="error"> {problem}</span> : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface AddressProps {
  order: Pick<DeskOrder, 'shipping_address'>
  className?: string
}

export function Address({ order, className }: AddressProps) {
  return (
    <address dir="auto" className={className}>
      {addressLines(order.shipping_address).map((line) => (
        <span key={line} className="desk-line">
          <bdi>{line}</bdi>
        </span>
      ))}
    </address>
  )
}
