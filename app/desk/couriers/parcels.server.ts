import { z } from 'zod'
import { STATUSES } from '~/orders/order'
import { refuse, succeed, type Result } from '~/platform/result'
import { storedAmount } from '~/platform/supabase/stored-money'
import { type Desk, makeJson, read } from '../desk.server'
import { pageOf } from '../rows'
import type { OrderMark } from '../orders/order-query'
import { REFUSALS } from '../refusals'
import { type ParcelList, STATES } from '~/couriers/parcel-words'

const parcelSchema = z.object({
  id: z.guid(),
  version: z.number(),
  order_id: z.string(),
  order_version: z.number(),
  status: z.enum(STATUSES),
  name: z.string(),
  order_city: z.string(),
  city: z.string().nullable(),
  courier: z.string().nullable(),
  state: z.enum(STATES),
  tracking_number: z.string().nullable(),
  to_collect: storedAmount,
  courier_words: z.string().nullable(),
  problem: z.string().nullable(),
  created_at: z.string(),
  booked_at: z.string().nullable(),
})
/** A parcel; amounts in paisa. */
export type DeskParcel = z.infer<typeof parcelSchema>

const parcelListSchema = pageOf(parcelSchema).extend({ waiting: z.number(), couriers: z.array(z.string()) })

interface ParcelQuery {
  list: ParcelList | null
  batch: string | null
  page: number
}

/** Returns a page of parcels, latest first; how many there are, and how many of them wait for their courier. And all couriers. */
export const listParcels = ({ db }: Desk, query: ParcelQuery) =>
  read(db, 'desk_parcels', { ...query }, parcelListSchema)

export const parcelsOf = async ({ db }: Desk, order: string) =>
  (await read(db, 'desk_parcels', { order }, parcelListSchema)).rows

const doneSchema = z.object({ done: z.number(), left: z.record(z.string(), z.string()) })
/** How many rows of a list were done, and why not the others, by order numbers. */
export type Done = { done: number; left: [orderId: string, why: string][] }

const inWords = ({ done, left }: z.infer<typeof doneSchema>): Done => ({
  done,
  left: Object.entries(left).map(([orderId, token]) => [orderId, REFUSALS[token as keyof typeof REFUSALS] ?? token]),
})

/** Books parcels of orders: they wait for their courier. `city` is how the courier writes that of a single order. */
export async function bookParcels(
  { db }: Desk,
  marks: readonly OrderMark[],
  { courier, batch, city }: { courier: string; batch: string; city?: string },
): Promise<Result<Done, string>> {
  const orders = marks.map(({ orderId, version }) => ({ order_id: orderId, version }))
  const made = await makeJson(db, 'desk_book_parcels', { orders, courier, batch, city: city ?? null }, doneSchema)
  return made.ok ? succeed(inWords(made.value)) : made
}

/** Records parcels that were handed to a courier, by order numbers and tracking numbers. */
export async function sendByHand(
  { db }: Desk,
  courier: string,
  rows: readonly { order_id: string; tracking: string }[],
  isShipped: boolean,
): Promise<Result<Done, string>> {
  if (rows.length === 0)
    return refuse('There is no order number in it. Each line is an order number and a tracking number.')
  const made = await makeJson(db, 'desk_send_by_hand', { courier, rows: [...rows], is_shipped: isShipped }, doneSchema)
  return made.ok ? succeed(inWords(made.value)) : made
}
