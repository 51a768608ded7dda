import { z } from 'zod'
import { succeed, type Result } from '~/platform/result'
import { declareSlowFunction } from '~/platform/supabase/backend-fetch.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { SECOND } from '~/platform/time'
import { change, type Desk, make, read } from '../desk.server'
import { ids, maybeTexts, numbers, texts } from '../rows'

const progressSchema = z.object(numbers('total', 'checked'))
/** How many rows an import has, and how many of them are compared with the catalogue. */
export type ImportProgress = z.infer<typeof progressSchema>

const problemSchema = z.object({
  ...texts('column', 'reason'),
  ...maybeTexts('value'),
  line: z.number().nullable(),
})
/** What is wrong with a row: `reason` is one of PROBLEMS; `line` is another row that it is about. */
export type ImportProblem = z.infer<typeof problemSchema>

const rowSchema = z.object({
  ...numbers('line'),
  ...texts('product', 'size'),
  /** By column, the old and the new text; null for none. */
  changes: z.record(z.string(), z.tuple([z.string().nullable(), z.string().nullable()])),
  problems: z.array(problemSchema),
  /** Whether it changes a price so much that the desk asks about it. */
  has_large_price: z.boolean(),
})
export type ComparedRow = z.infer<typeof rowSchema>

const headSchema = progressSchema.extend({
  ...ids('id'),
  /** `by` is the e-mail of the person who uploaded it. */
  ...texts('file_name', 'made_at', 'by'),
  ...maybeTexts('applied_at'),
})
const importListSchema = z.array(headSchema)
export type ImportHead = z.infer<typeof headSchema>

const importSchema = headSchema.extend({
  ignored: z.array(z.string()),
  /** `version` is the number of the dry run. */
  ...numbers('version', 'bad', 'new_products', 'changed_products', 'new_sizes', 'changed_rows', 'large_prices'),
  rows: z.array(rowSchema),
})
/** An import whose rows are all compared, with a page of them. */
export type DeskImport = z.infer<typeof importSchema>

export const LISTS = ['problems', 'changes'] as const
export type ImportList = (typeof LISTS)[number]

// It changes up to 20,000 rows.
declareSlowFunction('desk_apply_import', 15)

const WORKING_TIME = 1 * SECOND

/** Compares rows with the catalogue for about a second. Returns how far the import is, or null if there is none. */
export async function compareRows({ db }: Desk, id: string): Promise<ImportProgress | null> {
  const until = performance.now() + WORKING_TIME
  for (;;) {
    const { data, error } = await db.rpc('desk_check_import', { p_id: id })
    if (error && databaseRefusal(error) === 'no_such_import') return null
    if (error) throw new Error(`Rows not compared: ${error.message}`, { cause: error })
    const progress = progressSchema.parse(data)
    if (progress.checked === progress.total || performance.now() > until) return progress
  }
}

export const readImport = ({ db }: Desk, id: string, list: string, page: number) =>
  read(db, 'desk_import', { id, list, page }, importSchema.nullable())

/** Returns the imports of the last day, latest first. */
export const listImports = ({ db }: Desk) => read(db, 'desk_imports', {}, importListSchema)

/**
 * Makes all changes of an import whose dry run has this version, with large changes of prices if somebody is sure. Returns whether they are made: if anything has changed since, nothing is,
 * and there is a new dry run. Refuses in words for the operator.
 */
export async function applyImport(
  { db }: Desk,
  id: string,
  version: number,
  isSure: boolean,
): Promise<Result<boolean, string>> {
  const outcome = await make(db, 'desk_apply_import', { id, version, is_sure: isSure })
  return outcome.ok ? succeed(outcome.value === 'applied') : outcome
}

/** Leaves the bad rows of an import out, and returns its ID. Refuses in words for the operator. */
export async function leaveOutBadRows({ db }: Desk, id: string): Promise<Result<string, string>> {
  const done = await change(db, 'desk_leave_out_bad_rows', { id })
  return done.ok ? succeed(id) : done
}

/** Makes an import that takes an applied one back, and returns its ID. Refuses in words for the operator. */
export const reverseImport = ({ db }: Desk, id: string) => make(db, 'desk_reverse_import', { id })
