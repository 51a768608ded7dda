import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { arrivalWords } from '~/delivery/arrival'
import { addressLines } from '~/address/address-lines'
import { sumRows, type SumRow } from '~/sums/sums'
import { formatMoney } from '~/platform/money'
import { pictureUrl } from '~/ui/picture'
import type { MailedItem, MailedOrder, MailKind } from './claimed-mail'

export interface ItemLine {
  name: string
  /** Size and colour. */
  about: string
  /** `2 × Rs. 1,500.00` */
  count: string
  sum: string
  /** Absolute URL of a JPEG, or null. */
  picture: string | null
}

/** The part of an order that every mail about it shows. */
export interface OrderSummary {
  items: ItemLine[]
  sums: SumRow[]
  address: string[]
  payment: string
  /** The expected arrival in a sentence, or null. */
  arrival: string | null
}

/** Returns an order's summary for a kind of mail. `origin` is the shop's public URL. */
export function summarize(kind: MailKind, order: MailedOrder, items: MailedItem[], origin: string): OrderSummary {
  return {
    items: items.map((item) => itemLine(item, origin)),
    sums: sumRows(order),
    address: addressLines(order.shipping_address),
    payment: order.payment_method === 'cod' ? m.mails_cash_on_delivery() : m.mails_card(),
    arrival: arrivalSentence(kind, order),
  }
}

function itemLine(item: MailedItem, origin: string): ItemLine {
  const picture = pictureUrl(item.product_image ?? '', 160, 'jpg')
  return {
    name: item.product_name,
    about: listed([item.selected_size, item.selected_color && nameOf('color', item.selected_color)]),
    count: `${item.quantity} × ${formatMoney(item.price)}`,
    sum: formatMoney(item.price * item.quantity),
    picture: picture && origin + picture,
  }
}

/** Whether a mail says when the order is expected to arrive. */
const SAYS_ARRIVAL: Record<MailKind, boolean> = {
  unpaid: true,
  placed: true,
  paid: true,
  changed: true,
  shipped: true,
  delivered: false,
  returned_to_origin: false,
  cancelled: false,
  refund_due: false,
  refunded: false,
  return_requested: false,
  return_approved: false,
  return_received: false,
  return_refused: false,
  exchange_sent: false,
  operator_refund: false,
  operator_order: true,
}

function arrivalSentence(kind: MailKind, { arrives_from: from, arrives_until: until }: MailedOrder): string | null {
  if (!from || !until || !SAYS_ARRIVAL[kind]) return null
  const words = arrivalWords({ from, until })
  return kind === 'unpaid' ? m.mails_arrives_if_paid({ days: words }) : m.mails_arrives({ days: words })
}
