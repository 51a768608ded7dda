import type { Needs } from '~/platform/context.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

/** A cash order on its confirmation page. It shows no personal data, since anybody may have the link. */
export interface OrderToBeConfirmed {
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
