import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { addToCart, checkoutFields } from './checkout.ts'
import { Visitor, type Fields } from './visitor.ts'

type Backend = SupabaseClient<Database>

export interface AcceptedOrder {
  key: string
  orderId: string
}

/** The backend of these settings with the secret key. */
export function serviceBackend({ SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' }: Record<string, string>): Backend {
  return createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
}

/** Returns the same browser at another process. */
export function sameBrowser(url: string, cookies: Map<string, string>): Visitor {
  const visitor = new Visitor(url)
  visitor.cookies = new Map(cookies)
  return visitor
}

/** Fills the cart and the checkout form, ready to submit. */
export async function prepareOrder(visitor: Visitor, payment: 'cod' | 'payfast'): Promise<Fields> {
  await addToCart(visitor)
  // A saved address would bring its phone number, which may have only three open cash orders.
  return { ...(await checkoutFields(visitor, payment)), deliverTo: 'new' }
}

/** Submits a checkout form. Returns the order's number, or null if the response names none. */
export async function submitOrder(visitor: Visitor, fields: Fields): Promise<AcceptedOrder | null> {
  const response = await visitor.submit('/checkout', fields)
  const orderId = /ORD-\d+-\d+/.exec(response.headers.get('location') ?? '')?.[0]
  await response.body?.cancel()
  return orderId ? { key: String(fields.attemptKey), orderId } : null
}

/** Sets the stock of the ordered product so high that it never runs out. */
export async function setStock(backend: Backend, stock: number): Promise<void> {
  const { data: robe } = await backend.from('products').select('id').eq('slug', 'guest-robe').single()
  const { error } = await backend
    .from('product_variants')
    .update({ stock })
    .eq('product_id', robe?.id ?? '')
  if (error) throw error
}

/** Runs a function while the order's only product is sold out, and restores the stock. */
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

/** Removes the limits of open orders, for tests where few shoppers buy often. */
export async function allowManyOpenOrders(backend: Backend): Promise<void> {
  const { error } = await backend
    .from('order_rules')
    .update({ most_unpaid: 100_000, most_cash: 100_000, most_unconfirmed: 100_000, most_a_day: 100_000 })
    .eq('is_only', true)
  if (error) throw error
}

/** Returns all orders with their attempts' keys and their items. */
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
