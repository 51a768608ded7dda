import { z } from 'zod'
import { inBackground, startRounds } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import type { Settings } from '~/platform/env.server'
import { createLog, describeError } from '~/platform/log.server'
import type { Shop } from '~/platform/shop.server'
import { openBackends } from '~/platform/supabase/clients.server'
import { isAboutRow } from '~/platform/supabase/refusals.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { cutText } from '~/platform/text'
import type { Courier, NotDone } from './courier'
import { askedCouriers, courierOf } from './couriers.server'
import { trackParcels } from './track-parcels.server'

type CourierShop = Pick<Shop, 'backends' | 'log' | 'settings'>

const claimedSchema = z.object({
  id: z.guid(),
  attempt: z.number(),
  state: z.enum(['waiting', 'cancelling']),
  courier: z.string().nullable(),
  /** Since when the courier may know of it; null if it was never asked. */
  asked_at: z.string().nullable(),
  tracking_number: z.string().nullable(),
  number: z.string(),
  to_collect: storedAmount,
  city: z.string(),
  address: z.record(z.string(), z.string().nullable()),
  phone: z.string().nullable(),
  items: z.array(
    z.object({ name: z.string(), quantity: z.number(), size: z.string().nullable(), color: z.string().nullable() }),
  ),
  notes: z.string().nullable(),
})
type Claimed = z.infer<typeof claimedSchema>
type Outcome = { outcome: 'booked'; tracking: string } | { outcome: 'cancelled' } | NotDone

/** After this many parcels in a row that a courier doesn't answer for, the rest waits for the next round. */
const MAX_FAILURES_IN_A_ROW = 3

export interface Run {
  booked: number
  cancelled: number
  refused: number
  unanswered: number
}

/**
 * Books and cancels the parcels that wait for it. Several runs may overlap: a parcel is claimed before its courier is asked, and settled
 * afterwards (database functions `claim_parcels`, `settle_parcel`). If the answer or the process is lost in between, the parcel is claimed
 * again, and the courier is first asked whether it has it. Throws if the database fails.
 */
export async function askCouriers(shop: CourierShop): Promise<Run> {
  const run: Run = { booked: 0, cancelled: 0, refused: 0, unanswered: 0 }
  for (let failuresInARow = 0; failuresInARow < MAX_FAILURES_IN_A_ROW;) {
    const parcel = await claim(shop)
    if (!parcel) break
    const result = await ask(courierOf(shop.settings, parcel.courier), parcel)
    const isSettled = await settle(shop, parcel, result)
    run[result.outcome === 'unknown' || !isSettled ? 'unanswered' : result.outcome] += 1
    failuresInARow = result.outcome === 'unknown' ? failuresInARow + 1 : 0
    if (!('problem' in result)) continue
    const { number, courier, attempt } = parcel
    // What a courier refuses is about the shopper, such as a city or a phone number, and only for the desk.
    const problem = result.outcome === 'unknown' ? result.problem : undefined
    shop.log.error({ event: 'courier not asked', order: number, courier, attempt, outcome: result.outcome, problem })
  }
  return run
}

export function askCouriersSoon(context: CourierShop & Needs<'background' | Reporting>): void {
  inBackground(context, 'couriers not asked', async () => void (await askCouriers(context)))
}

/** Asks the couriers every `COURIER_SECONDS`, also where the parcels are. Does nothing if the setting is 0. */
export function startCourierRounds(shop: CourierShop & Pick<Shop, 'background' | 'stopping'>): void {
  startRounds(shop, shop.settings.COURIER_SECONDS, 'couriers not asked', async () => {
    await askCouriers(shop)
    await trackParcels(shop)
  })
}

/** Asks the couriers for a timer or an operator, and logs to standard error. */
export async function runCouriers(settings: Settings): Promise<Run & { tracked: number }> {
  const shop = { backends: openBackends(settings), log: createLog(settings.LOG_LEVEL, 'stderr'), settings }
  return { ...(await askCouriers(shop)), tracked: await trackParcels(shop) }
}

async function claim(shop: CourierShop): Promise<Claimed | null> {
  const { data, error } = await serviceClient(shop, 'ask couriers').rpc('claim_parcels', {
    p_couriers: askedCouriers(shop.settings),
  })
  if (error) throw new Error(`Parcels not claimed: ${error.message}`, { cause: error })
  return z.array(claimedSchema).parse(data)[0] ?? null
}

async function ask(courier: Courier, parcel: Claimed): Promise<Outcome> {
  const { number, state, asked_at: asked, tracking_number: tracking, to_collect: toCollect } = parcel
  const isCancelled = state === 'cancelling'
  try {
    const found = tracking ?? (asked === null ? null : await courier.find(number, new Date(asked)))
    if (isCancelled) return found === null ? { outcome: 'cancelled' } : await courier.cancel(found)
    return found === null ? await courier.book({ ...parcel, toCollect }) : { outcome: 'booked', tracking: found }
  } catch (error) {
    return {
      outcome: 'unknown',
      problem: cutText(`The courier didn’t say whether it has the parcel (${(error as Error).message}).`, 300),
    }
  }
}

/**
 * Stores the outcome. A second parcel for the same order, which two runs may have booked, is cancelled. Returns false if the database refuses
 * this outcome, which is logged: the parcel is claimed again later.
 */
async function settle(shop: CourierShop, { id, attempt, courier, number }: Claimed, result: Outcome): Promise<boolean> {
  const tracking = result.outcome === 'booked' ? result.tracking : undefined
  const { data, error } = await serviceClient(shop, 'ask couriers').rpc('settle_parcel', {
    p_id: id,
    p_attempt: attempt,
    p_outcome: result.outcome,
    p_tracking: tracking,
    p_problem: 'problem' in result ? result.problem : undefined,
  })
  if (error && !isAboutRow(error)) throw new Error(`A parcel was not settled: ${error.message}`, { cause: error })
  if (error) shop.log.error({ event: 'parcel not settled', order: number, courier, attempt, ...describeError(error) })
  if (data !== 'doubled' || !tracking) return !error
  const cancelled = await courierOf(shop.settings, courier).cancel(tracking)
  shop.log.error({ event: 'parcel booked twice', order: number, courier, tracking, ...describeError(cancelled) })
  return true
}
