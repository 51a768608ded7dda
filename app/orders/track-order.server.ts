import { z } from 'zod'
import { normalizePhone } from '~/phone/phone'
import type { Needs } from '~/platform/context.server'
import { normalizeOrderId, STATUSES } from './order'

const Tracked = z.object({
  order_id: z.string(),
  status: z.enum(STATUSES),
  tracking_number: z.string().nullable(),
  arrives_from: z.string().nullable(),
  arrives_until: z.string().nullable(),
  created_at: z.string(),
  history: z.array(z.object({ status: z.enum(STATUSES), timestamp: z.string() })),
})
export type Tracked = z.infer<typeof Tracked>

/**
 * How far an order is, by its own or its tracking number together with the e-mail or phone it was placed with; null when
 * they don't belong together (database function `track_order`). Throws when the database can't be asked.
 */
export async function trackOrder(
  { backends }: Needs<'backends'>,
  number: string,
  contact: string,
): Promise<Tracked | null> {
  const { data, error } = await backends.anonymous.rpc('track_order', {
    p_number: normalizeOrderId(number) ?? number,
    p_contact: contact.includes('@') ? contact : (normalizePhone(contact) ?? contact),
  })
  if (error) throw new Error(`The order was not tracked: ${error.message}`, { cause: error })
  return Tracked.nullable().parse(data)
}
