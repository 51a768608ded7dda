import { hasInvoice, restToPay, statusLook } from '~/orders/order'
import { formatMoney } from '~/platform/money'
import { useAllowed } from '../areas'
import { momentWords } from '../dates'
import { CHANNELS } from './order-query'
import { isEditable } from './order-actions'
import type { DeskOrder } from './orders.server'

interface LinksProps {
  order: DeskOrder
  mark: string
  whatsApp: string | null
  /** Opens WhatsApp with the state and the page of an order about which nothing can be mailed. */
  unmailed: string | null
}

export function Links({ order, mark, whatsApp, unmailed }: LinksProps) {
  const mayChange = useAllowed('orders')
  const mayInvoice = useAllowed('orders', 'money')
  return (
    <>
      {unmailed ? (
        <p className="notice notice-info">
          Nothing is mailed: the order has no e-mail address. After each step, please{' '}
          <a href={unmailed} rel="noreferrer">
            send its page by WhatsApp
          </a>
          .
        </p>
      ) : null}
      {restToPay(order) > 0 ? (
        <p className="notice">
          {formatMoney(restToPay(order))} is still to be paid. The shopper pays it by the{' '}
          <a href="#payments">payment link</a>.
        </p>
      ) : null}
      <p className="desk-buttons">
        {isEditable(order) && mayChange ? (
          <a className="button button-outline" href={`/desk/orders/${order.order_id}/change`}>
            Change the order
          </a>
        ) : null}
        <a className="button button-outline" href={`/desk/orders/slips?order=${encodeURIComponent(mark)}`}>
          Packing slip
        </a>
        <a className="button button-outline" href={`/desk/orders/labels?order=${encodeURIComponent(mark)}`}>
          Label
        </a>
        {hasInvoice(order) && mayInvoice ? (
          <a className="button button-outline" href={`/desk/orders/invoices?order=${encodeURIComponent(mark)}`}>
            Invoice
          </a>
        ) : null}
        {order.status === 'Delivered' && mayChange ? (
          <a className="button button-outline" href={`/desk/orders/${order.order_id}/return`}>
            Return or exchange
          </a>
        ) : null}
        {whatsApp ? (
          <a className="button button-outline" href={whatsApp} rel="noreferrer">
            Ask by WhatsApp
          </a>
        ) : null}
      </p>
    </>
  )
}

export function Head({ order }: { order: DeskOrder }) {
  const look = statusLook(order.status)
  const changed = order.changes.findLast(({ by }) => by === 'shopper')
  return (
    <>
      <div>
        <div className="order-head">
          <h1 className="unbroken">{order.order_id}</h1>
          <span className={look.badge}>{look.label}</span>
        </div>
        <p className="muted small">
          Placed {momentWords(order.created_at)}
          {order.channel ? ` at the desk (${CHANNELS[order.channel]})` : ''}
          {order.confirmed_at ? ` · confirmed ${momentWords(order.confirmed_at)}` : ''}
          {order.packed_at ? ` · packed ${momentWords(order.packed_at)}` : ''}
          {changed ? ` · changed by the shopper ${momentWords(changed.at)}` : ''}
        </p>
      </div>
      {order.failure_reason ? <p className="notice">{order.failure_reason}</p> : null}
      {order.keeps_contact_for_return ? (
        <p className="notice">
          The account was deleted while something was on its way back. Please refund it as usual; an exchange became a
          return. E-mail and phone stay here until that is done.
        </p>
      ) : null}
    </>
  )
}
