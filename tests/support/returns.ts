import { serviceClient } from './people.ts'

/** Delivers an order, and requests the return of one piece of it, or its exchange for another size. Returns the request's ID. */
export async function requestedReturn(orderId: string, kind: 'return' | 'exchange'): Promise<string> {
  const service = serviceClient()
  for (const status of ['Shipped', 'Delivered']) await service.from('orders').update({ status }).eq('order_id', orderId)
  const { data: item } = await service
    .from('order_items')
    .select('id, order_id, product_id, variant_id, orders!inner(order_id)')
    .eq('orders.order_id', orderId)
    .limit(1)
    .single()
  const { data: sizes } = await service
    .from('product_variants')
    .select('id, label')
    .eq('product_id', item?.product_id ?? '')
    .neq('id', item?.variant_id ?? '')
    .limit(1)
  const { data, error } = await service
    .from('returns')
    .insert({
      order_id: item?.order_id ?? '',
      kind,
      reason: 'size',
      request_key: crypto.randomUUID(),
      refund_amount: kind === 'return' ? 500 : 0,
    })
    .select('id')
    .single()
  if (error) throw error
  const size = kind === 'exchange' ? { variant_id: sizes?.[0]?.id, size: sizes?.[0]?.label } : {}
  await service.from('return_items').insert({ return_id: data.id, order_item_id: item?.id ?? '', quantity: 1, ...size })
  return data.id
}

/** Moves a return on, as operators do. */
export async function returnBecomes(id: string, status: string, answer?: string): Promise<void> {
  const { error } = await serviceClient().from('returns').update({ status, answer }).eq('id', id)
  if (error) throw error
}
