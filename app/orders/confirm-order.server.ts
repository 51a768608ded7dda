import { inLanguage } from '~/language/current.server'
import { isLanguage } from '~/language/languages'
import { m } from '~/language/messages'
import type { Needs } from '~/platform/context.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Settings } from '~/platform/env.server'
import { formatMoney } from '~/platform/money'
import { openBackends } from '~/platform/supabase/clients.server'
import { confirmationUrl, mailedOrderUrl } from './order-link.server'
import { statusLook } from './order'
import type { Order } from './order-rows'

/** A cash order on its confirmation page. It shows no personal data, since anybody may have the link. */
interface OrderToBeConfirmed {
  orderId: string
  /** In paisa. */
  total: number
  items: string[]
  state: 'open' | 'confirmed' | 'not confirmable'
}

/** Returns the order of a confirmation link, or null. Throws if the database fails. */
export async function findOrderToConfirm(
  context: Needs<'backends'>,
  orderId: string,
): Promise<OrderToBeConfirmed | null> {
  const { data, error } = await serviceClient(context, 'confirm cash orders')
    .from('orders')
    .select('order_id, total_amount, status, payment_method, confirmed_at, order_items(product_name, quantity)')
    .eq('order_id', orderId)
    .maybeSingle()
  if (error) throw new Error(`The order to confirm was not read: ${error.message}`, { cause: error })
  if (!data) return null
  const isCash = data.payment_method === 'cod' && data.status !== 'Cancelled'
  return {
    orderId: data.order_id,
    total: storedAmount.parse(data.total_amount),
    items: data.order_items.map(({ product_name: name, quantity }) => `${quantity} × ${name}`),
    state: !isCash ? 'not confirmable' : data.confirmed_at ? 'confirmed' : 'open',
  }
}

/** Confirms a cash order. The caller has checked the link's token. Throws if the database fails. */
export async function confirmOrder(
  context: Needs<'backends'>,
  orderId: string,
): Promise<Result<null, 'not confirmable'>> {
  const { error } = await serviceClient(context, 'confirm cash orders').rpc('confirm_order', { p_order_id: orderId })
  if (!error) return succeed(null)
  if (databaseRefusal(error)) return refuse('not confirmable')
  throw new Error(`The order was not confirmed: ${error.message}`, { cause: error })
}

/** An unconfirmed cash order, with a message to its shopper. */
interface OrderToConfirm {
  order: string
  placedAt: string
  name: string
  phone: string
  city: string
  total: string
  message: string
  /** Opens WhatsApp with the message filled in; null without a phone number. */
  whatsApp: string | null
}

/** Returns the unconfirmed cash orders, oldest first (database function `list_orders_to_confirm`). */
export async function listOrdersToConfirm(settings: Settings): Promise<OrderToConfirm[]> {
  const { data, error } = await serviceClient({ backends: openBackends(settings) }, 'confirm cash orders').rpc(
    'list_orders_to_confirm',
  )
  if (error) throw new Error(`Orders to confirm were not read: ${error.message}`, { cause: error })
  return data.map(({ order_id: order, placed_at: placedAt, name, phone, city, ...row }) => {
    const total = formatMoney(storedAmount.parse(row.total))
    const about = { order, name, phone, total, language: row.language }
    return { order, placedAt, name, phone, city, total, ...messageToConfirm(settings, about) }
  })
}

interface AskedOrder extends Pick<OrderToConfirm, 'order' | 'name' | 'total'> {
  phone: string | null
  /** In which it was placed: the desk's page is in English. */
  language: string
}

export function messageToConfirm(
  settings: Settings,
  { order, name, phone, total, language }: AskedOrder,
): Pick<OrderToConfirm, 'message' | 'whatsApp'> {
  const message = inOrderLanguage(language, () => {
    const given = { brand: settings.BRAND_NAME, order, total, url: confirmationUrl(settings, order) }
    return name ? m.orders_message_to_confirm_named({ ...given, name }) : m.orders_message_to_confirm(given)
  })
  return { message, whatsApp: whatsAppUrl(phone, message) }
}

const inOrderLanguage = <Result>(language: string, work: () => Result) =>
  inLanguage(isLanguage(language) ? language : 'en', work)

const whatsAppUrl = (phone: string | null, message: string) =>
  phone ? `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(message)}` : null

/**
 * Returns the link that opens WhatsApp with how an order is doing and the link to its page, for a shopper who gets no mails; null for one
 * who does, and without a phone number.
 */
export function messageAbout(
  settings: Settings,
  order: Pick<Order, 'order_id' | 'user_id' | 'link_number' | 'contact_email' | 'contact_phone' | 'status'> & {
    language: string
  },
): string | null {
  if (order.contact_email !== null) return null
  return inOrderLanguage(order.language, () =>
    whatsAppUrl(
      order.contact_phone,
      m.orders_message_about({
        brand: settings.BRAND_NAME,
        order: order.order_id,
        status: statusLook(order.status).label,
        url: mailedOrderUrl(settings, order),
      }),
    ),
  )
}

/** Returns the link to the page on which an unpaid order, or the rest of a changed one, is paid, and the link that opens WhatsApp with it. */
export function paymentLink(
  settings: Settings,
  order: Pick<Order, 'order_id' | 'user_id' | 'link_number' | 'contact_phone' | 'total_amount' | 'due_amount'> & {
    language: string
  },
): { url: string; whatsApp: string | null } {
  return inOrderLanguage(order.language, () => {
    const url = mailedOrderUrl(settings, order)
    const message = m.orders_message_to_pay({
      brand: settings.BRAND_NAME,
      order: order.order_id,
      amount: formatMoney(order.due_amount || order.total_amount),
      url,
    })
    return { url, whatsApp: whatsAppUrl(order.contact_phone, message) }
  })
}
