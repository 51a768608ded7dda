import { z } from 'zod'
import { declareSlowFunction } from '~/platform/supabase/backend-fetch.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { type Desk, read } from '../desk.server'
import { amounts, maybeTexts, numbers, pageOf, texts } from '../rows'
import { FIGURE_CODES, type List, type parseEntryQuery } from './figures'
import type { Period } from './period'

declareSlowFunction('desk_export_entries', 10)

const salesSchema = z.object({
  figures: z.array(z.object({ figure: z.enum(FIGURE_CODES), ...amounts('amount', 'before') })),
  ...numbers('orders', 'orders_before', 'total'),
  rows: z.array(
    z.object({
      ...texts('key'),
      ...maybeTexts('name'),
      ...amounts('sold', 'refunded', 'returned_to_origin'),
      ...numbers('pieces'),
    }),
  ),
})
/** The figures of a period and of the one before it, and a list of them; amounts in paisa. */
export type Sales = z.infer<typeof salesSchema>
export type SalesRow = Sales['rows'][number]

export const ROWS_PER_PAGE = 100

/** Reads the sales of a period with a page of a list; with `page` null all of it. */
export function readSales({ db }: Desk, { from, until }: Period, by: List, page: number | null): Promise<Sales> {
  return read(db, 'desk_sales_by', { from, until, by, page }, salesSchema)
}

const entrySchema = z.object({
  ...numbers('number'),
  ...texts('made_at', 'kind', 'cause'),
  ...maybeTexts('order_number', 'product', 'courier', 'reason', 'made_by'),
  figure: z.enum(FIGURE_CODES).nullable(),
  ...amounts('amount'),
  pieces: z.number().nullable(),
})
const entriesSchema = pageOf(entrySchema).extend({
  sum: storedAmount.nullable(),
  names: z.record(z.string(), z.string().nullable()),
})

/** Reads a page of the entries of a period, with their sum as the figure has it. */
export function readEntries(
  { db }: Desk,
  { from, until }: Period,
  { figure, filter }: ReturnType<typeof parseEntryQuery>,
  page: number,
) {
  return read(db, 'desk_ledger', { from, until, figure, filter, page }, entriesSchema)
}

const exportedSchema = z.object({
  ...numbers('number', 'amount'),
  ...texts('time', 'account', 'kind', 'cause', 'about'),
  ...maybeTexts('order_number', 'made_by', 'courier', 'reason', 'product'),
  figure: z.enum(FIGURE_CODES).nullable(),
  pieces: z.number().nullable(),
  invoice: z.number().nullable(),
  credit_note: z.number().nullable(),
  tax: z.number().nullable(),
})

/** Returns all entries of a month, with amounts in rupees. Needs a fresh second factor, and is recorded. */
export function exportEntries({ db }: Desk, month: string) {
  return read(db, 'desk_export_entries', { month: `${month}-01` }, z.array(exportedSchema))
}
