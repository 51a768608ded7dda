import { z } from 'zod'
import { refuse, type Result } from '~/platform/result'
import { declareSlowFunction } from '~/platform/supabase/backend-fetch.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { cutText } from '~/platform/text'
import { type Desk, make, read } from '../desk.server'
import { pageOf } from '../rows'
import { type FileBudget, readTable } from '../import/read-file.server'
import { COLUMNS, OUTCOMES, type SettlementColumn, type SettlementOutcome } from '~/couriers/settlement-words'

// They read or change up to 5,000 rows.
for (const name of ['desk_start_settlement', 'desk_settlement', 'desk_apply_settlement', 'desk_export_settlement'])
  declareSlowFunction(name, 10)

const outcome = z.enum(Object.keys(OUTCOMES) as [SettlementOutcome])
const columnsSchema = z.partialRecord(z.enum(Object.keys(COLUMNS) as [SettlementColumn]), z.string())
const sumSchema = z.object({ count: z.number(), collected: storedAmount, charges: storedAmount })
const amount = storedAmount.nullish().transform((paisa) => paisa ?? null)

/** A row of a settlement, or a parcel that it lacks; amounts in paisa. */
const lineSchema = z.object({
  line: z.number().nullish(),
  number: z.string().nullable(),
  order_number: z.string().nullable(),
  to_collect: amount,
  collected: amount,
  charges: amount,
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
  /** Tells what the sums were made of. */
  seen: z.string(),
  sums: z.partialRecord(outcome, sumSchema),
  total: z.number(),
  rows: z.array(lineSchema),
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
})
/** What a courier owes, by the time since the delivery. */
export type Owed = z.infer<typeof owedSchema>

const listSchema = pageOf(headSchema).extend({ owed: z.array(owedSchema), couriers: z.array(z.string()) })
const exportSchema = z.array(lineSchema.extend({ courier: z.string().nullable(), delivered_at: z.string().nullable() }))

/** Returns a page of settlements, latest first, what each courier owes, and the names of all couriers. */
export const listSettlements = ({ db }: Desk, page: number) => read(db, 'desk_settlements', { page }, listSchema)

/** Returns a settlement with a page of its rows, or null. `list` is an outcome, 'differences' or 'all'. */
export const readSettlement = ({ db }: Desk, id: string, list: string, page: number) =>
  read(db, 'desk_settlement', { id, list, page }, settlementSchema.nullable())

/** Returns the rows of a settlement and what is missing from it, or without an ID all parcels that aren't paid. */
export const exportSettlement = ({ db }: Desk, id: string | null) =>
  read(db, 'desk_export_settlement', { id }, exportSchema)

/** Of one file; rows as in the database, which takes 4 million characters of them. */
const BUDGET: FileBudget = { rows: 5_000, cells: 300_000, characters: 3_000_000 }

/** Stores the rows of a courier's file. Returns the settlement's ID; refuses in words for the operator. */
export async function startSettlement({ db }: Desk, courier: string, file: File): Promise<Result<string, string>> {
  const table = await readTable(file, BUDGET)
  if (!table.ok) return table
  const { headings, rows } = table.value
  if (rows.length === 0) return refuse('The file has no rows below its headings.')
  if (new Set(headings).size < headings.length) return refuse('Each heading of the file has to be there once.')
  return make(db, 'desk_start_settlement', {
    courier,
    file: cutText(file.name, -200),
    headings,
    rows: rows.map(({ cells }) => cells),
    lines: rows.map(({ line }) => line),
  })
}
