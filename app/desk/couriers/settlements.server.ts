import { z } from 'zod'
import { refuse, type Result } from '~/platform/result'
import { declareSlowFunction } from '~/platform/supabase/backend-fetch.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { cutText } from '~/platform/text'
import { type Desk, make, read } from '../desk.server'
import { amounts, numbers, pageOf, texts } from '../rows'
import { type FileBudget, readTable } from '../import/read-file.server'
import { DEDUCTIONS, OUTCOMES, type Deduction, type SettlementOutcome } from '~/couriers/settlement-words'

// They read or change up to 5,000 rows.
for (const name of [
  'desk_start_settlement',
  'desk_map_settlement',
  'desk_settlement',
  'desk_apply_settlement',
  'desk_take_back_settlement',
  'desk_remove_settlement',
  'desk_record_received',
  'desk_write_off',
  'desk_export_settlement',
])
  declareSlowFunction(name, 10)

const outcome = z.enum(Object.keys(OUTCOMES) as [SettlementOutcome])
const column = z.string().optional()
const columnsSchema = z.object({
  tracking: column,
  order: column,
  collected: column,
  net: column,
  state: column,
  deductions: z.record(z.string(), z.enum(Object.keys(DEDUCTIONS) as [Deduction])).optional(),
})
const kept = amounts('charge', 'charge_tax', 'income_tax', 'sales_tax')
const sumSchema = z.object({ ...numbers('count'), ...kept, ...amounts('collected', 'net', 'rest') })
const amount = storedAmount.nullish().transform((paisa) => paisa ?? null)

/** A row of a settlement, or a parcel that it lacks; amounts in paisa. */
const lineSchema = z.object({
  line: z.number().nullish(),
  number: z.string().nullable(),
  order_number: z.string().nullable(),
  to_collect: amount,
  collected: amount,
  charge: amount,
  charge_tax: amount,
  income_tax: amount,
  sales_tax: amount,
  net: amount,
  /** What the courier owes of it then; less than nothing if it paid too much, or for no parcel. */
  rest: amount,
  outcome,
})

const headSchema = z.object({
  id: z.guid(),
  courier: z.string(),
  file_name: z.string(),
  made_at: z.string(),
  applied_at: z.string().nullable(),
})

const settlementSchema = headSchema.extend({
  version: z.number(),
  headings: z.array(z.string()),
  columns: columnsSchema.nullable(),
  /** The headings that aren't named. */
  unused: z.array(z.string()),
  /** What the file says that the courier pays, what reached the bank, and how much less that is. */
  net: storedAmount,
  received: storedAmount.nullable(),
  received_on: z.string().nullable(),
  lacks: storedAmount.nullable(),
  taken_back_at: z.string().nullable(),
  taken_back_reason: z.string().nullable(),
  /** Tells what the sums were made of. */
  seen: z.string(),
  sums: z.partialRecord(outcome, sumSchema),
  total: z.number(),
  /** `subject` tells what is written off. */
  rows: z.array(lineSchema.extend({ subject: z.string() })),
})

/** A settlement with a page of its rows; amounts in paisa. */
export type DeskSettlement = z.infer<typeof settlementSchema>

const owedSchema = z.object({
  courier: z.string().nullable(),
  parcels: z.number(),
  amount: storedAmount,
  week: storedAmount,
  fortnight: storedAmount,
  month: storedAmount,
  older: storedAmount,
  /** What it paid for no parcel, too much or before a delivery was recorded, which is less than nothing. */
  other: storedAmount,
})
/** What a courier owes, by the time since the delivery. */
export type Owed = z.infer<typeof owedSchema>

const withheldSchema = z.array(
  z.object({ ...texts('courier'), ...numbers('year', 'parcels'), ...amounts('income_tax', 'sales_tax') }),
)
/** What couriers withheld for the state; `year` is that in which the tax year ends. */
export type Withheld = z.infer<typeof withheldSchema>[number]

const listSchema = pageOf(headSchema).extend({
  owed: z.array(owedSchema),
  withheld: withheldSchema,
  couriers: z.array(z.string()),
})
const exportSchema = z.array(
  lineSchema.extend({
    courier: z.string().nullable(),
    delivered_at: z.string().nullable(),
    settled: amount,
    rounding: amount,
    written_off: amount,
  }),
)

/** Returns a page of settlements, latest first, what each courier owes and withheld, and the names of all couriers. */
export const listSettlements = ({ db }: Desk, page: number) => read(db, 'desk_settlements', { page }, listSchema)

/** Returns a settlement with a page of its rows, or null. `list` is an outcome, 'differences' or 'all'. */
export const readSettlement = ({ db }: Desk, id: string, list: string, page: number) =>
  read(db, 'desk_settlement', { id, list, page }, settlementSchema.nullable())

/** Returns the rows of a settlement and what is missing from it, or without an ID all parcels that aren't paid. */
export const exportSettlement = ({ db }: Desk, id: string | null) =>
  read(db, 'desk_export_settlement', { id }, exportSchema)

/** Returns what was withheld, for the file. */
export const exportWithheld = ({ db }: Desk) => read(db, 'desk_export_withheld', {}, withheldSchema)

/** Of one file; rows as in the database, which takes 4 million characters of them. */
const BUDGET: FileBudget = { rows: 5_000, cells: 300_000, characters: 3_000_000 }

/** Stores the rows of a courier's file. Returns the settlement's ID; refuses in words for the operator. */
export async function startSettlement({ db }: Desk, courier: string, file: File): Promise<Result<string, string>> {
  const table = await readTable(file, BUDGET)
  if (!table.ok) return table
  const { headings, rows } = table.value
  if (rows.length === 0) return refuse('The file has no rows below its headings.')
  if (headings.filter((heading, place) => heading !== `Column ${place + 1}`).length < 2)
    return refuse('The first row has no headings. Please delete the lines above the headings.')
  if (new Set(headings).size < headings.length) return refuse('Each heading of the file has to be there once.')
  return make(db, 'desk_start_settlement', {
    courier,
    file: cutText(file.name, -200),
    headings,
    rows: rows.map(({ cells }) => cells),
    lines: rows.map(({ line }) => line),
  })
}
