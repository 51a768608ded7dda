import { z } from 'zod'
import { refuse, succeed, type Result } from '~/platform/result'
import { cutText } from '~/platform/text'
import { type Desk, read } from '../desk.server'
import { readHeadings, type FileColumns, shortenedIn, toImportRow, type ImportRow } from './columns'
import { type FileBudget, readRows } from './read-file.server'
import { SHORTENED } from './shortened'

/** Of one file; rows as in the database. Its rows are stored while it is read. */
const BUDGET: FileBudget = { rows: 20_000, cells: 2_000_000, characters: 15_000_000 }
/** Rows and characters of one call of the database. */
const BATCH_ROWS = 500
const BATCH_CHARACTERS = 1_000_000

/** Stores the rows of a file as an import. Returns its ID; refuses a file that can't be read in words for the operator. */
export async function uploadFile({ db }: Desk, file: File, allowsNewSizes: boolean): Promise<Result<string, string>> {
  // The file is read twice: nothing is stored of one that can't be read to its end.
  const survey = await surveyFile(file)
  if (!survey.ok) return survey
  const { columns, ignored, total } = survey.value
  const name = cutText(file.name.trim(), -200) || 'products.csv'
  const given = { file: name, total, ignored: [...ignored], allows_new_sizes: allowsNewSizes }
  const id = await read(db, 'desk_start_import', given, z.string())
  for await (const rows of batchesOf(file, columns)) await read(db, 'desk_store_import_rows', { id, rows }, z.unknown())
  return succeed(id)
}

/** Reads the headings, and counts the rows. */
async function surveyFile(file: File): Promise<Result<FileColumns & { total: number }, string>> {
  let headings: FileColumns | null = null
  let total = 0
  for await (const row of readRows(file, BUDGET)) {
    if (!row.ok) return row
    const { line, cells } = row.value
    if (headings !== null) {
      const shortened = shortenedIn(cells, headings.columns)
      if (shortened !== null) return refuse(`Row ${line}, ${shortened}: ${SHORTENED}`)
      total += 1
      continue
    }
    const known = readHeadings(cells)
    if (!known.ok) return known
    headings = known.value
  }
  if (headings === null) return refuse('The file is empty.')
  return total === 0 ? refuse('The file has headings, but no rows.') : succeed({ ...headings, total })
}

async function* batchesOf(file: File, columns: FileColumns['columns']): AsyncGenerator<ImportRow[]> {
  let batch: ImportRow[] = []
  let characters = 0
  let isBelowHeadings = false
  for await (const one of readRows(file, BUDGET)) {
    if (!one.ok) throw new Error(`A file could be read only once: ${one.refusal}`)
    const { line, cells } = one.value
    if (isBelowHeadings) batch.push(toImportRow(line, cells, columns))
    isBelowHeadings = true
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
