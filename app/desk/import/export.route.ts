import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { dateInPakistan } from '~/platform/time'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { type Desk, read } from '../desk.server'
import { COLUMNS, HEADINGS, type Column } from './columns'

/** Sends all products as a file for spreadsheets, which an import reads. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireFresh(context, request, '/desk/products/import')
  return csvFile(`products-${dateInPakistan(new Date())}`, await exportProducts(operator))
}

const pieceSchema = z.object({
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]).nullable())),
  last: z.string().nullable(),
})

const NUMBERS: ReadonlySet<Column> = new Set(['price', 'discount', 'stock', 'stock_was', 'version'])

/** Returns all products as the rows of a file, with headings: one row for each size. Needs a fresh second factor, and is recorded. */
async function exportProducts({ db }: Desk): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [COLUMNS.map((column) => HEADINGS[column])]
  let after: string | null = ''
  while (after !== null) {
    const piece: z.infer<typeof pieceSchema> = await read(db, 'desk_export_products', { after }, pieceSchema)
    for (const row of piece.rows) rows.push(COLUMNS.map((column) => cellOf(column, row[column] ?? '')))
    after = piece.last
  }
  return rows
}

function cellOf(column: Column, value: string | number): string | number {
  return NUMBERS.has(column) && value !== '' ? Number(value) : value
}
