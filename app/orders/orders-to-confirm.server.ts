import type { Settings } from '~/platform/env.server'
import { formatMoney } from '~/platform/money'
import { storedAmount } from '~/platform/supabase/stored-money'
import { openBackends } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { confirmationUrl } from './order-link.server'

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
  const whatsApp = phone ? `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(message)}` : null
  return { message, whatsApp }
}
