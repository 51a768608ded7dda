import { z } from 'zod'
import { type Desk, read } from '../database.server'
import { COLUMNS, HEADINGS, type Column } from './columns'

const pieceSchema = z.object({
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]).nullable())),
  last: z.string().nullable(),
})

const NUMBERS: ReadonlySet<Column> = new Set(['price', 'discount', 'stock', 'stock_was', 'version'])

/** Returns all products as the rows of a file, with headings: one row for each size. Needs a fresh second factor, and is recorded. */
export async function exportProducts({ db }: Desk): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [COLUMNS.map((column) => HEADINGS[column])]
  let after: string | null = ''
  while (after !== null) {
    const piece: z.infer<typeof pieceSchema> = await read(db, 'desk_export_products', { p_after: after }, pieceSchema)
    for (const row of piece.rows) rows.push(COLUMNS.map((column) => cellOf(column, row[column] ?? '')))
    after = piece.last
  }
  return rows
}

function cellOf(column: Column, value: string | number): string | number {
  return NUMBERS.has(column) && value !== '' ? Number(value) : value
}
