import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { addToCart, checkoutFields } from './checkout.ts'
import { Visitor, type Fields } from './visitor.ts'

type Backend = SupabaseClient<Database>

/** An order that the shop said it took. */
export interface AcceptedOrder {
  key: string
  orderId: string
}

/** The backend of these settings, past row security. */
export function serviceBackend({ SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' }: Record<string, string>): Backend {
  return createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
}

/** The same browser at another process. */
export function sameBrowser(url: string, cookies: Map<string, string>): Visitor {
  const visitor = new Visitor(url)
  visitor.cookies = new Map(cookies)
  return visitor
}

/** Fills the cart and the checkout form; what is left is to submit it. */
export async function prepareOrder(visitor: Visitor, payment: 'cod' | 'payfast'): Promise<Fields> {
  await addToCart(visitor)
  // A saved address would bring its phone, to which three cash orders may be open at most.
  return { ...(await checkoutFields(visitor, payment)), deliverTo: 'new' }
}

/** Submits a checkout form; the order's number, or null when the response names none. */
export async function submitOrder(visitor: Visitor, fields: Fields): Promise<AcceptedOrder | null> {
  const answer = await visitor.submit('/checkout', fields)
  const orderId = /ORD-\d+-\d+/.exec(answer.headers.get('location') ?? '')?.[0]
  await answer.body?.cancel()
  return orderId ? { key: String(fields.attemptKey), orderId } : null
}

/** So much stock of the product that is ordered that it lasts. */
export async function fillShelves(backend: Backend, stock: number): Promise<void> {
  const { data: robe } = await backend.from('products').select('id').eq('slug', 'guest-robe').single()
  const { error } = await backend
    .from('product_variants')
    .update({ stock })
    .eq('product_id', robe?.id ?? '')
  if (error) throw error
}

/** Does something while nothing is left of what an order's only line holds, and fills the shelf again. */
export async function whileOutOfStock<Value>(
  backend: Backend,
  orderId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const { data } = await backend
    .from('order_items')
    .select('variant_id, product_variants(stock), orders!inner(order_id)')
    .eq('orders.order_id', orderId)
    .single()
  const stockBecomes = (stock: number | null) =>
    backend
      .from('product_variants')
      .update({ stock })
      .eq('id', data?.variant_id ?? '')
  await stockBecomes(0)
  const value = await work()
  await stockBecomes(data?.product_variants?.stock ?? null)
  return value
}

export interface StoredOrder {
  order_id: string
  attempt_key: string
  /** In rupees. */
  subtotal: number
  total_amount: number
  order_items: { id: string; subtotal: number }[]
}

/** Lifts the limits of open orders, where a few people buy all the time. */
export async function allowManyOpenOrders(backend: Backend): Promise<void> {
  const { error } = await backend
    .from('order_rules')
    .update({ most_unpaid: 100_000, most_cash: 100_000, most_unconfirmed: 100_000 })
    .eq('is_only', true)
  if (error) throw error
}

/** Every order there is, with its attempt's key and its items. */
export async function storedOrders(backend: Backend): Promise<StoredOrder[]> {
  const rows: StoredOrder[] = []
  for (;;) {
    const { data, error } = await backend
      .from('orders')
      .select('order_id, attempt_key, subtotal, total_amount, order_items(id, subtotal)')
      .order('id')
      .range(rows.length, rows.length + 499)
    if (error) throw error
    rows.push(...data)
    if (data.length < 500) return rows
  }
}
