import { z } from 'zod'
import { normalizePhone } from '~/phone/phone'
import type { Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { normalizeOrderId, STATUSES } from '../order'

const trackedOrderSchema = z.object({
  order_id: z.string(),
  status: z.enum(STATUSES),
  tracking_number: z.string().nullable(),
  arrives_from: z.string().nullable(),
  arrives_until: z.string().nullable(),
  created_at: z.string(),
  history: z.array(z.object({ status: z.enum(STATUSES), timestamp: z.string() })),
})
export type Tracked = z.infer<typeof trackedOrderSchema>

/**
 * Returns an order's status by its order or tracking number and the e-mail or phone of its shopper (database function `track_order`);
 * null if they don't match. Throws if the database fails.
 */
export async function trackOrder(context: Needs<'backends'>, number: string, contact: string): Promise<Tracked | null> {
  const { data, error } = await serviceClient(context, 'track an order').rpc('track_order', {
    p_number: normalizeOrderId(number) ?? number,
    p_contact: contact.includes('@') ? contact : (normalizePhone(contact) ?? contact),
  })
  if (error) throw new Error(`The order was not tracked: ${error.message}`, { cause: error })
  return trackedOrderSchema.nullable().parse(data)
}
