import { z } from 'zod'
import { describeError } from '~/platform/log.server'
import type { Shop } from '~/platform/shop.server'
import { isAboutRow } from '~/platform/supabase/refusals.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { askedCouriers, courierOf } from './couriers.server'

type CourierShop = Pick<Shop, 'backends' | 'log' | 'settings'>

const trackedSchema = z.object({ id: z.guid(), courier: z.string(), tracking_number: z.string() })
type Tracked = z.infer<typeof trackedSchema>

/**
 * Asks the couriers where the parcels are that weren't asked for lately, and lets their orders follow (database functions `claim_tracking`,
 * `note_tracking`). Returns for how many something has changed. Throws if the database fails.
 */
export async function trackParcels(shop: CourierShop): Promise<number> {
  const db = serviceClient(shop, 'track parcels')
  let changed = 0
  for (;;) {
    const { data, error } = await db.rpc('claim_tracking', { p_couriers: askedCouriers(shop.settings) })
    if (error) throw new Error(`Parcels not claimed: ${error.message}`, { cause: error })
    const parcels = z.array(trackedSchema).parse(data)
    if (parcels.length === 0) return changed
    for (const [courier, own = []] of Object.entries(Object.groupBy(parcels, (parcel) => parcel.courier)))
      changed += await trackWith(shop, courier, own)
  }
}

/** A courier that doesn't say is asked again half an hour later. */
async function trackWith(shop: CourierShop, courier: string, parcels: readonly Tracked[]): Promise<number> {
  let changed = 0
  try {
    const told = await courierOf(shop.settings, courier).track(parcels.map((parcel) => parcel.tracking_number))
    for (const { id, tracking_number: tracking } of parcels) {
      const found = told.find((one) => one.tracking === tracking)
      if (!found) continue
      const { data, error } = await serviceClient(shop, 'track parcels').rpc('note_tracking', {
        p_id: id,
        // The function takes null, which its generated type doesn't say.
        p_state: found.state as string,
        p_words: found.words,
      })
      if (error && !isAboutRow(error)) throw new Error(`A parcel was not followed: ${error.message}`, { cause: error })
      if (error) shop.log.error({ event: 'parcel not tracked', courier, tracking, ...describeError(error) })
      changed += data ? 1 : 0
    }
  } catch (error) {
    shop.log.error({ event: 'parcels not tracked', courier, parcels: parcels.length, ...describeError(error) })
  }
  return changed
}
