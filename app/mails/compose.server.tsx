import { renderToStaticMarkup } from 'react-dom/server'
import { mailedOrderUrl } from '~/orders/order-link.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/messages'
import { listed } from '~/language/names'
import { formatMoney } from '~/platform/money'
import type { MailToSend } from './claimed-mail'
import { OrderMail, PlainMail, type Contact } from './order-mail'
import { summarize, type OrderSummary } from './order-summary'
import { changeValues, operatorWording, orderValues, returnValues } from './wording'
import { fillWords, type FilledWords } from './words/fill-words'
import { shopValues, type Letterhead } from './words/letter'

/** A mail as the edge function `send-order-mail` expects it. */
export interface ComposedMail {
  /** Null for the shop's own address. */
  email: string | null
  subject: string
  text: string
  html: string
}

/** Composes a mail in HTML and text. Throws if the claimed mail lacks its order or refund. */
export function composeMail(letterhead: Letterhead, mail: MailToSend): ComposedMail {
  const { settings } = letterhead
  const contact: Contact = {
    brand: settings.BRAND_NAME,
    email: letterhead.contact.email,
    shopUrl: settings.PUBLIC_URL,
  }
  const { kind, order, items, refund, return: asked } = mail
  if (kind === 'operator_refund') {
    if (!refund) throw new Error('A mail about a refund has none.')
    const { subject, paragraphs } = operatorWording(order, refund)
    const html = toHtml(<PlainMail title={subject} paragraphs={paragraphs} />)
    return { email: null, subject, text: paragraphs.join('\n\n'), html }
  }
  if (!order) throw new Error('A mail about an order has none.')
  const words = fillWords(letterhead.words[currentLanguage()][kind], {
    ...shopValues(letterhead),
    ...orderValues(order, refund),
    ...(kind === 'changed' ? changeValues(order, mail.id) : {}),
    ...(asked ? returnValues(asked, letterhead) : {}),
  })
  const summary = summarize(kind, order, items, settings.PUBLIC_URL)
  const url = mailedOrderUrl(settings, order.order_id, order.user_id === null)
  return {
    email: order.contact_email,
    subject: words.subject,
    text: toText(words, summary, order.order_id, url, contact),
    html: toHtml(<OrderMail words={words} summary={summary} orderId={order.order_id} url={url} contact={contact} />),
  }
}

function toHtml(mail: JSX.Element): string {
  return `<!doctype html>${renderToStaticMarkup(mail)}`
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
    [words.closing.join('\n\n'), `${contact.brand}, ${contact.shopUrl}`].filter(Boolean).join('\n'),
  ].join('\n\n')
}
