import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { changeLines } from '~/orders/change-lines'
import { restToPay } from '~/orders/order'
import { describeRefund, refundProgress } from '~/orders/refund'
import { storedWords } from '~/orders/tracking/tracking'
import { formatMoney } from '~/platform/money'
import { DAY, dayWords, formatDeadline } from '~/platform/time'
import type { MailedOrder, MailedRefund, MailedReturn, MailKind } from './claimed-mail'
import type { FilledWords, Values } from './words/fill-words'
import type { Letterhead } from './words/letter.server'

/** What a mail about an order is filled with: what becomes of payments is said as on the order's page. */
export function orderValues(order: MailedOrder, refund: MailedRefund | null): Values {
  const total = formatMoney(order.total_amount)
  return {
    order: order.order_id,
    total,
    name: order.shipping_address.first_name ?? null,
    hold_until: order.hold_until && formatDeadline(order.hold_until),
    tracking_number: order.tracking_number,
    cash: cashOf(order, total),
    due: restToPay(order) > 0 ? formatMoney(restToPay(order)) : null,
    refund: refund && refundSentences(refund),
    refunds: [
      ...(order.failure_reason ? [storedWords(order.failure_reason)] : []),
      ...(order.refunds.length > 0 ? order.refunds.flatMap(refundSentences) : [m.mails_nothing_to_pay()]),
    ],
  }
}

/** The rest of a paid order that is sent before it is paid in full is paid at the door. */
function cashOf({ payment_method: method, status, due_amount: due }: MailedOrder, total: string): string | null {
  if (method === 'cod') return total
  return status === 'Shipped' && due > 0 ? formatMoney(due) : null
}

/** What the mail about changes of an order, which has this ID, is filled with beside that. */
export function changeValues({ changes, refunds }: MailedOrder, mail: string): Values {
  const own = changes.filter((change) => change.mail === mail)
  const [first, last] = [own[0], own.at(-1)]
  const lines = first && last ? changeLines(first.before, last.after) : []
  return {
    changes: lines.length > 0 ? lines : [m.mails_nothing_changed()],
    refund: refunds
      .filter(({ reason, refunded_at: sent }) => reason === 'order_changed' && sent === null)
      .flatMap(refundSentences),
  }
}

/** What a mail about a return or exchange is filled with beside that. */
export function returnValues(
  { kind, answer, history, items }: MailedReturn,
  { settings, contact }: Pick<Letterhead, 'settings' | 'contact'>,
): Values {
  const lines = items.map(({ name, quantity, size, replacement: { name: newName, size: newSize, color } }) => ({
    item: `${quantity} × ${listed([name, size])}`,
    instead: listed([newName, newSize, color && nameOf('color', color)]),
  }))
  const until = lastSendDay(history, settings.RETURN_DAYS)
  return {
    request: kind === 'return' ? m.mails_return() : m.mails_exchange(),
    items: lines.map(({ item, instead }) => (instead ? m.mails_instead({ item, instead }) : item)),
    new_size: listed(lines.map(({ instead }) => instead)) || null,
    send_to: contact.address,
    send_until: until && dayWords(until),
    answer,
  }
}

/** Returns a moment on the last day for sending an approved return, or null; `days` is RETURN_DAYS. */
export function lastSendDay(history: MailedReturn['history'], days: number | undefined): Date | null {
  const approved = history.findLast(({ status }) => status === 'approved')
  return approved && days ? new Date(Date.parse(approved.timestamp) + days * DAY) : null
}

/** Returns sentences with what is to be paid for an exchange, or goes back for what is returned; none if it is nothing, or said already. */
export function returnSums(kind: MailKind, { due_amount: due, refund_amount: back }: MailedReturn): string[] {
  if (kind === 'return_refused') return []
  if (due > 0) return [(kind === 'exchange_sent' ? m.mails_due_now : m.mails_due_later)({ amount: formatMoney(due) })]
  const isToCome = kind === 'return_requested' || kind === 'return_approved'
  return isToCome && back > 0 ? [m.mails_goes_back({ amount: formatMoney(back) })] : []
}

export function operatorWords(order: MailedOrder | null, refund: MailedRefund): FilledWords {
  const subject = `Send back ${formatMoney(refund.amount)}${order ? ` for ${order.order_id}` : ''}`
  const contact = [order?.contact_email, order?.contact_phone].filter(Boolean).join(' ')
  return {
    subject,
    heading: subject,
    button: '',
    closing: [],
    paragraphs: [
      describeRefund(refund),
      `Payment: ${refund.provider} ${refund.provider_payment_id}`,
      ...(order ? [`Order: ${order.order_id}`] : []),
      ...(contact ? [`Shopper: ${contact}`] : []),
      'The desk lists every refund that is due, under Refunds. When you have sent it back, record it there.',
    ],
  }
}

/** The words of the mail to an operator about a new order, in English. */
/** Names nobody, so that a locked phone may show it. */
export function newOrderSubject(order: Pick<MailedOrder, 'order_id' | 'total_amount'> & { payment_method: string }) {
  const payment = order.payment_method === 'cod' ? 'in cash' : 'paid'
  return `New order ${order.order_id}: ${formatMoney(order.total_amount)} ${payment}`
}

export function newOrderWords(order: MailedOrder): FilledWords {
  const subject = newOrderSubject(order)
  return {
    subject,
    heading: subject,
    button: 'Open it at the desk',
    closing: ['You chose at the desk, on the page Today, to be mailed about new orders.'],
    paragraphs: [`Customer: ${listed([order.contact_phone, order.contact_email])}`],
  }
}

function refundSentences(refund: MailedRefund): string[] {
  return [describeRefund(refund), refundProgress(refund.refunded_at, refund.reason, dayWords)]
}
