import { restToPay } from '~/orders/order'
import { formatMoney } from '~/platform/money'
import { momentWords } from '../dates'
import type { DeskOrder } from './orders.server'

/** Where an unpaid order is paid, and a message with that. */
export interface PaymentLink {
  url: string
  whatsApp: string | null
}

/** What an order waits for that nobody at the desk can do. */
export function Waiting({ order, link }: { order: DeskOrder; link: PaymentLink | null }) {
  if (!link) return null
  const rest = restToPay(order)
  return (
    <>
      <p>
        {rest > 0 ? `${formatMoney(rest)} is` : 'It is'} still to be paid by card.
        {order.hold_until ? ` Its items are kept until ${momentWords(order.hold_until)}.` : ''}
      </p>
      <p className="desk-buttons">
        {link.whatsApp ? (
          <a className="button" href={link.whatsApp} rel="noreferrer">
            Send the payment link by WhatsApp
          </a>
        ) : (
          <a className="button button-outline" href="#payments">
            Payment link
          </a>
        )}
      </p>
    </>
  )
}
