import type { Settings } from '~/platform/env.server'
import { formatMoney } from '~/platform/money'
import { storedAmount } from '~/platform/supabase/stored-money'
import { openBackends } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { confirmationUrl, mailedOrderUrl } from './order-link.server'
import type { Order } from './order-rows'

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
    return { order, placedAt, name, phone, city, total, ...messageToConfirm(settings, { order, name, phone, total }) }
  })
}

/** Returns the message that asks the shopper to confirm a cash order, and the link that opens WhatsApp with it. */
export function messageToConfirm(
  settings: Settings,
  { order, name, phone, total }: Pick<OrderToConfirm, 'order' | 'name' | 'total'> & { phone: string | null },
): Pick<OrderToConfirm, 'message' | 'whatsApp'> {
  const greeting = name ? `Assalam o Alaikum ${name},` : 'Assalam o Alaikum,'
  const message = `${greeting} this is ${settings.BRAND_NAME}. Please confirm your order ${order} (${total}, cash on delivery): ${confirmationUrl(settings, order)}`
  return { message, whatsApp: whatsAppUrl(phone, message) }
}

const whatsAppUrl = (phone: string | null, message: string) =>
  phone ? `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(message)}` : null

/** Returns the link to the page on which an unpaid order, or the rest of a changed one, is paid, and the link that opens WhatsApp with it. */
export function paymentLink(
  settings: Settings,
  order: Pick<Order, 'order_id' | 'user_id' | 'contact_phone' | 'total_amount' | 'due_amount'>,
): { url: string; whatsApp: string | null } {
  const url = mailedOrderUrl(settings, order.order_id, order.user_id === null)
  const message = `This is ${settings.BRAND_NAME}. Please pay your order ${order.order_id} (${formatMoney(order.due_amount || order.total_amount)}) here: ${url}`
  return { url, whatsApp: whatsAppUrl(order.contact_phone, message) }
}
