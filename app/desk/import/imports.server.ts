import { succeed, type Result } from '~/platform/result'
import { declareSlowFunction } from '~/platform/supabase/backend-fetch.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { SECOND } from '~/platform/time'
import { resultOf } from '../result-of.server'
import { type Desk, read } from '../database.server'
import { importListSchema, importSchema, progressSchema, type ImportProgress } from './imports'

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

/** Returns an import with a page of its changes or bad rows, or null. */
export const readImport = ({ db }: Desk, id: string, list: string, page: number) =>
  read(db, 'desk_import', { p_id: id, p_list: list, p_page: page }, importSchema.nullable())

/** Returns the imports of the last day, latest first. */
export const listImports = ({ db }: Desk) => read(db, 'desk_imports', {}, importListSchema)

/**
 * Makes all changes of an import whose dry run has this version. Returns whether they are made: if anything has changed since, nothing is,
 * and there is a new dry run. Refuses in words for the operator.
 */
export async function applyImport({ db }: Desk, id: string, version: number): Promise<Result<boolean, string>> {
  const { data, error } = await db.rpc('desk_apply_import', { p_id: id, p_version: version })
  const result = resultOf(error)
  return result.ok ? succeed(data === 'applied') : result
}
