import { mailedOrderUrl } from '~/orders/order-link.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/messages'
import { listed } from '~/language/names'
import { formatMoney } from '~/platform/money'
import { publicUrl } from '~/platform/public-url'
import { inOrderLanguage, isToShopper, type MailToSend } from './claimed-mail'
import { letterMail } from './letter-mail.server'
import type { Contact } from './mail-frame'
import { OrderMail } from './order-mail'
import { summarize, type OrderSummary } from './order-summary'
import { toHtml, type ComposedMail } from './to-html.server'
import { changeValues, newOrderWords, operatorWords, orderValues, returnSums, returnValues } from './wording'
import { fillWords, type FilledWords } from './words/fill-words'
import { contactOf, shopValues, type Letterhead } from './words/letter.server'

/** A mail as the edge function `send-order-mail` expects it. */
export interface OrderMailToSend extends ComposedMail {
  /** Null for the shop's own address. */
  email: string | null
}

/** Composes a mail in HTML and text, in the current language. Throws if the claimed mail lacks its order or refund. */
export function composeMail(letterhead: Letterhead, claimed: MailToSend): OrderMailToSend {
  const { settings } = letterhead
  const contact = contactOf(letterhead)
  const { id, kind, to, order, items, refund, return: asked } = inOrderLanguage(claimed)
  if (kind === 'operator_refund') {
    if (!refund) throw new Error('A mail about a refund has none.')
    return { email: null, ...letterMail(operatorWords(order, refund), null, contact) }
  }
  if (!order) throw new Error('A mail about an order has none.')
  if (!isToShopper(kind)) {
    const url = publicUrl(settings, `/desk/orders/${encodeURIComponent(order.order_id)}`)
    return { email: to, ...orderMail(newOrderWords(order), summarize(kind, order, items, settings.PUBLIC_URL), url) }
  }
  const filled = fillWords(letterhead.words[currentLanguage()][kind], {
    ...shopValues(letterhead),
    ...orderValues(order, refund),
    ...(kind === 'changed' ? changeValues(order, id) : {}),
    ...(asked ? returnValues(asked, letterhead) : {}),
  })
  const words = { ...filled, paragraphs: [...filled.paragraphs, ...(asked ? returnSums(kind, asked) : [])] }
  const summary = summarize(kind, order, items, settings.PUBLIC_URL)
  const url = mailedOrderUrl(settings, order)
  return { email: order.contact_email, ...orderMail(words, summary, url) }

  function orderMail(words: FilledWords, summary: OrderSummary, url: string): ComposedMail {
    const orderId = order?.order_id ?? ''
    return {
      subject: words.subject,
      text: toText(words, summary, orderId, url, contact),
      html: toHtml(<OrderMail words={words} summary={summary} orderId={orderId} url={url} contact={contact} />),
    }
  }
}

function toText(words: FilledWords, summary: OrderSummary, orderId: string, url: string, contact: Contact): string {
  const items = summary.items.map(({ name, about, count, sum }) => `${count}  ${listed([name, about])}: ${sum}`)
  const sums = summary.sums.map(({ name, value }) => `${name}: ${formatMoney(value)}`)
  return [
    words.heading,
    ...words.paragraphs,
    `${words.button}: ${url}`,
    m.mails_order({ order: orderId }),
    items.join('\n'),
    `${sums.join('\n')}\n${m.mails_payment()}: ${summary.payment}`,
    ...(summary.arrival ? [summary.arrival] : []),
    [m.mails_delivery_to(), ...summary.address].join('\n'),
    [words.closing.join('\n\n'), `${contact.brand}, ${publicUrl({ PUBLIC_URL: contact.shopUrl }, '/')}`]
      .filter(Boolean)
      .join('\n'),
  ].join('\n\n')
}
