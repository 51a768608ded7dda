import { z } from 'zod'
import { translationOf, translations } from '~/language/translated'
import type { Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { declareCookie } from '~/platform/cookies.server'
import { DAY } from '~/platform/time'
import type { Shopper } from '~/platform/supabase/session.server'
import { SUM_COLUMNS } from '~/sums/sums.schema'
import { ACTIVE, type Status } from './order'
import { orderItemSchema, orderSchema, type Order, type OrderItem } from './order-rows'

const COLUMNS = `${SUM_COLUMNS}, id, version, order_id, user_id, status, payment_status, payment_method, contact_email, contact_phone, shipping_address, billing_address, shipping_method, promo_code, discount_reason, due_amount, changes, failure_reason, tracking_number, notes, arrives_from, arrives_until, hold_until, history, created_at, refunds(id, amount, reason, note, refunded_at), order_mails(held_until)`

const listedOrderSchema = orderSchema
  .pick({
    id: true,
    order_id: true,
    status: true,
    total_amount: true,
    created_at: true,
    payment_method: true,
    arrives_from: true,
    arrives_until: true,
  })
  .extend({
    order_items: z.array(
      z
        .object({
          product_name: z.string(),
          product_image: z.string().nullable(),
          quantity: z.number(),
          products: z.object({ translations }).nullish(),
        })
        .transform(({ products, ...item }) => ({
          ...item,
          product_name: translationOf(products, 'name') ?? item.product_name,
        })),
    ),
  })
export type ListedOrder = z.infer<typeof listedOrderSchema>

async function list({ db, id }: Shopper, statuses: readonly Status[]): Promise<ListedOrder[]> {
  const { data, error } = await db
    .from('orders')
    .select(
      'id, order_id, status, total_amount, created_at, payment_method, arrives_from, arrives_until, order_items(product_name, product_image, quantity, products(translations))',
    )
    .eq('user_id', id)
    .in('status', [...statuses])
    .order('created_at', { ascending: false })
    .limit(200)
  if (error) throw new Error(`No orders: ${error.message}`, { cause: error })
  return z.array(listedOrderSchema).parse(data)
}

/** Returns the shopper's active orders, newest first. */
export function listActiveOrders(shopper: Shopper): Promise<ListedOrder[]> {
  return list(shopper, ACTIVE)
}

/** Returns the shopper's delivered orders, newest first. */
export function listCompleteOrders(shopper: Shopper): Promise<ListedOrder[]> {
  return list(shopper, ['Delivered'])
}

/** Returns the shopper's orders that came back or were cancelled, newest first; the page of complete orders shows them (A7). */
export function listCancelledOrders(shopper: Shopper): Promise<ListedOrder[]> {
  return list(shopper, ['Cancelled', 'ReturnedToOrigin'])
}

/** Returns the shopper's order by its number, or null. */
export async function findOrder({ db, id }: Shopper, orderId: string): Promise<Order | null> {
  const { data, error } = await db
    .from('orders')
    .select(COLUMNS)
    .eq('order_id', orderId)
    .eq('user_id', id)
    .maybeSingle()
  if (error) throw new Error(`Order not read: ${error.message}`, { cause: error })
  return orderSchema.nullable().parse(data)
}

const ITEM_COLUMNS =
  'id, product_id, product_name, product_image, quantity, price, price_at_purchase, set_off, selected_color, selected_size, subtotal, products(slug, description, translations, product_media(url, is_banner, colors(name)))'

export async function listItems({ db }: Shopper, order: Order): Promise<OrderItem[]> {
  return itemsOf(await db.from('order_items').select(ITEM_COLUMNS).eq('order_id', order.id))
}

/** Returns the items of the shopper's order by its number, so that they can be read together with the order. */
export async function listItemsByNumber({ db, id }: Shopper, orderId: string): Promise<OrderItem[]> {
  const items = db.from('order_items').select(`${ITEM_COLUMNS}, orders!inner()`)
  return itemsOf(await items.eq('orders.order_id', orderId).eq('orders.user_id', id))
}

function itemsOf({ data, error }: { data: unknown; error: { message: string } | null }): OrderItem[] {
  if (error) throw new Error(`Items not read: ${error.message}`, { cause: error })
  return z.array(orderItemSchema).parse(data)
}

const guestOrderSchema = orderSchema.extend({ items: z.array(orderItemSchema) })
export type GuestOrder = z.infer<typeof guestOrderSchema>

/** Returns a guest's order for the browser that has its key, or null (RT-56, RT-57). */
export async function findGuestOrder(
  { backends }: Needs<'backends'>,
  orderId: string,
  attemptKey: string,
): Promise<GuestOrder | null> {
  const { data, error } = await backends.anonymous.rpc('get_guest_order', {
    p_order_id: orderId,
    p_attempt_key: attemptKey,
  })
  if (error) throw new Error(`Order not read: ${error.message}`, { cause: error })
  return guestOrderSchema.nullable().parse(data)
}

/** Returns whether an order with this number exists. It decides between two texts, both with status 404 (A15). */
export async function orderExists(context: Needs<'backends'>, orderId: string): Promise<boolean> {
  const { data, error } = await serviceClient(context, 'look up a guest’s order')
    .from('orders')
    .select('id')
    .eq('order_id', orderId)
    .maybeSingle()
  if (error) throw new Error(`Order not looked up: ${error.message}`, { cause: error })
  return data !== null
}

export const guestOrdersCookie = declareCookie({ name: 'website_orders', maxAge: 30 * DAY, endsWithSession: true })

/** Returns the keys of this browser's guest orders, by order number. */
export async function readGuestKeys({ cookies }: Needs<'cookies'>, request: Request): Promise<Map<string, string>> {
  const parsed = z
    .record(z.string(), z.guid())
    .safeParse(await cookies.of(guestOrdersCookie).parse(request.headers.get('cookie')))
  return new Map(parsed.success ? Object.entries(parsed.data) : [])
}
