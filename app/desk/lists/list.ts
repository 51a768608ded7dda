import type { ReactNode } from 'react'
import { z } from 'zod'
import { shortLabel, type EditField } from '../form/edit-fields'
import { upload, version } from '../form/form-fields'
import type { UrduOrder } from '../translations/urdu-form'
import { show, type Column } from './columns'

/**
 * A list that operators edit row by row, as database function `shop.desk_lists` has it: all that is said of it at the desk. A row is called
 * by the column `called`, or its first one, if that is a text; else by its ID.
 */
export interface List {
  title: string
  /** What a row is called, as in 'The colour is saved.' */
  noun: string
  /** What it is for, and where it shows. */
  about: string
  called?: string
  /** The fields of its form; those in a list stand beside each other. */
  fields: readonly (Column | readonly Column[])[]
  /** The other columns of its table. Without a table, rows are forms on the list's page, and none is made once there is one. */
  shown?: readonly string[]
  /** What rows are used by, as the heading of a column. */
  usedBy?: string
  /** The column of pictures, for which the form takes a file. */
  picture?: string
  /** Returns a column, and what is wrong with it although each value is right by itself; or null. */
  problem?: (values: Values) => readonly [column: string, message: string] | null
}

/** What a form of a list was read as. A new row has neither ID nor version. */
export interface Values {
  id?: string
  version?: number
  file?: File
  [column: string]: unknown
}

/** A row of a list, with its columns; `uses` is how many others use it, so that it can't be removed. */
export const rowSchema = z.looseObject({ id: z.string(), version: z.number(), uses: z.number() })
export type Row = z.infer<typeof rowSchema>

export function schemaOf({ fields, problem }: List): z.ZodType<Values, Record<string, unknown>> {
  const columns = Object.fromEntries(fields.flat().map(({ name, schema }) => [name, schema]))
  return z
    .object({ id: z.string().max(40).optional(), version: version.optional(), file: upload, ...columns })
    .superRefine((values, context) => {
      const [column, message] = problem?.(values) ?? []
      if (column) context.addIssue({ code: 'custom', path: [column], message })
    })
}

/** Returns the message for something that was done to a row: 'The colour is saved.', 'The limits are saved.' */
export const doneWords = ({ noun }: List, done: 'saved' | 'removed') =>
  `The ${noun} ${noun.endsWith('s') ? 'are' : 'is'} ${done}.`

const unreadable = (stored: unknown) => `Can’t be read: ${show(stored)}`

/** Returns a column's cell of a row. A value that the column can't read is shown as it is stored, so that the page doesn't fail with it. */
export function cellOf({ name, cell }: Column, row: Record<string, unknown>): ReactNode {
  try {
    return cell(row[name], row)
  } catch {
    return unreadable(row[name])
  }
}

/** Returns a column's field. For a value that the column can't read it is empty. `all` are the values of the list's rows. */
export function fieldOf({ field }: Column, stored: unknown, all: readonly unknown[], row?: Row): EditField {
  try {
    return field(stored, all, row)
  } catch {
    return { ...field(undefined, all), now: unreadable(stored) }
  }
}

export function nameOf({ called, fields }: List, row: Record<string, unknown>): string {
  const [first] = fields.flat()
  const stored = row[called ?? first?.name ?? '']
  const name = typeof stored !== 'string' ? null : called ? stored : first && cellOf(first, row)
  return typeof name === 'string' ? name : String(row.id)
}

/** Returns the columns of the list’s form, and what a row has in them, as its Urdu is compared with. */
export const urduOrder = ({ fields }: List, row: Record<string, unknown>): UrduOrder =>
  fields.flat().map(({ name, label }) => [name, shortLabel(label), show(row[name]) ?? null])

/** Returns the message for a new row: 'Tailor is a job now. It isn’t shown yet.' */
export function madeWords(list: List, row: Record<string, unknown>): string {
  const made = `${nameOf(list, row)} is a ${list.noun} now.`
  return row.is_active === false ? `${made} It isn’t shown yet.` : made
}
