import { z } from 'zod'
import { storedAmount } from '~/platform/supabase/stored-money'

// Columns of the rows that functions of the desk return, by what they hold.

const columnsOf =
  <Schema extends z.ZodType>(schema: Schema) =>
  <Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>

export const ids = columnsOf(z.guid())
export const texts = columnsOf(z.string())
/** Texts and moments that may be missing. */
export const maybeTexts = columnsOf(z.string().nullable())
export const numbers = columnsOf(z.number())
export const flags = columnsOf(z.boolean())
/** Amounts, which are read as paisa. */
export const amounts = columnsOf(storedAmount)

/** The schema of a page of rows, and how many there are in all. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ ...numbers('total'), rows: z.array(row) })
