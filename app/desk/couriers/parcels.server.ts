import { z } from 'zod'
import { refuse, succeed, type Result } from '~/platform/result'
import { declareSlowFunction } from '~/platform/supabase/backend-fetch.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import type { Operator } from '../access/operator.server'
import { mayOpen } from '../areas'
import { type Desk, makeJson, read } from '../desk.server'
import { ids, maybeTexts, pageOf, texts } from '../rows'
import type { OrderMark } from '../orders/order-query'
import { refusalWords } from '../refusals'
import { type FileBudget, type FileTable, readTable } from '../import/read-file.server'
import { FILE_OUTCOMES, type FileOutcome, type HandedParcel, withHeadings } from './hand-over'
import { type ParcelList, STATES } from '~/couriers/parcel-words'

const parcelSchema = z.object({
  id: z.guid(),
  version: z.number(),
  order_id: z.string(),
  /** Of what is in it: the order's number, or that of an exchange of it, and the version. */
  number: z.string(),
  sent_version: z.number(),
  is_to_be_sent: z.boolean(),
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
  left: Object.entries(left).map(([orderId, token]) => [orderId, refusalWords(token) ?? token]),
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

/** Of one list; rows as in the database. */
const BUDGET: FileBudget = { rows: 500, cells: 20_000, characters: 300_000 }

/** Reads a list of parcels, from a file or as pasted lines, with or without headings, of which some are known. Refuses in words for the operator. */
export async function readHandOverList(
  list: File | string,
  known: readonly string[] = [],
): Promise<Result<FileTable, string>> {
  // A line without separators has spaces between its numbers.
  const text =
    typeof list === 'string' ? list.replaceAll(/^[^,;\t\n]+$/gm, (line) => line.trim().split(/\s+/).join(',')) : ''
  const table = await readTable(typeof list === 'string' ? new File([text], 'numbers.txt') : list, BUDGET, known)
  if (!table.ok) return table
  const named = withHeadings(table.value)
  if (named.rows.length === 0) return refuse('The list has no rows below its headings.')
  if (new Set(named.headings).size < named.headings.length)
    return refuse('Each heading of the list has to be there once.')
  return succeed(named)
}

const sheetSchema = z.object({
  ...ids('id'),
  ...texts('name'),
  ...maybeTexts('tracking_heading', 'state_heading'),
  sheet: z.array(z.string()).nullable(),
  state_words: z.array(z.string()).nullable(),
})

/** Returns the couriers, with their sheets and what their files say; none for somebody who only looks at orders. */
export const listCouriers = async (operator: Operator) =>
  mayOpen(operator, '/desk/settings/courier')
    ? read(operator.db, 'desk_list', { list: 'courier' }, z.array(sheetSchema))
    : []

// It changes up to 500 orders.
declareSlowFunction('desk_note_parcels', 15)

const outcomesSchema = z.record(
  z.string(),
  z.union([
    z.string().transform((outcome) => ({ outcome, before: null })),
    z.object({ outcome: z.string(), before: z.string() }),
  ]),
)

/** A row of a courier's file with what comes of it: one of OUTCOMES, with the number that its own replaces; or why nothing does. */
export type NotedParcel = HandedParcel & ({ outcome: FileOutcome; before: string | null } | { why: string })

/** Records what a courier's file says of its parcels, or with `isTried` only returns what would come of that. */
export async function noteParcels(
  { db }: Desk,
  courier: string,
  parcels: readonly HandedParcel[],
  isShipped: boolean,
  isTried: boolean,
): Promise<Result<NotedParcel[], string>> {
  const made = await makeJson(
    db,
    'desk_note_parcels',
    { courier, rows: [...parcels], is_shipped: isShipped, is_tried: isTried },
    outcomesSchema,
  )
  if (!made.ok) return made
  return succeed(
    parcels.map((parcel) => {
      const { outcome, before } = made.value[parcel.line] ?? { outcome: 'unchanged', before: null }
      if (isOutcome(outcome)) return { ...parcel, outcome, before }
      return { ...parcel, why: refusalWords(outcome) ?? outcome }
    }),
  )
}

const isOutcome = (token: string): token is FileOutcome => Object.hasOwn(FILE_OUTCOMES, token)
