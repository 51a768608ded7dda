import { refuse, succeed, type Result } from '~/platform/result'
import { fromCell } from '../csv'
import type { Desk } from '../desk.server'
import { type FileBudget, readRows } from '../import/read-file.server'
import { type GivenUrdu, listTexts, saveUrdu } from './translations.server'

const HEADINGS = ['Kind', 'Table', 'Row', 'Column', 'At most', 'English', 'Urdu', 'Check'] as const
const READ = { source: 'Table', id: 'Row', name: 'Column', urdu: 'Urdu', seen: 'Check' } as const
type Read = keyof typeof READ

/** Texts of one call of the database. */
const AT_ONCE = 5_000
/** Of one file, which is saved at once; the database takes 12 million characters. */
const BUDGET: FileBudget = { rows: 30_000, cells: 300_000, characters: 8_000_000 }

/** Returns the texts of the shop as rows of a file, with headings: all, or those without Urdu. */
export async function exportTexts(desk: Desk, isMissing: boolean): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [[...HEADINGS]]
  for (let after: string | undefined = ''; after !== undefined;) {
    const texts = await listTexts(desk, { is_missing: isMissing, after, most: AT_ONCE })
    for (const { kind, source, id, name, most, english, urdu, seen } of texts)
      rows.push([kind, source, id, name, most, english, urdu ?? '', seen])
    after = texts.length < AT_ONCE ? undefined : texts.at(-1)?.place
  }
  return rows
}

/** Saves the Urdu of a file, all or nothing, and returns how many texts were changed. Refuses in words for the operator. */
export async function saveFile(desk: Desk, file: File): Promise<Result<number, string> & { status?: 400 }> {
  const given = await readTexts(file)
  return given.ok ? saveUrdu(desk, given.value) : { ...given, status: 400 }
}

async function readTexts(file: File): Promise<Result<GivenUrdu[], string>> {
  let columns: Record<Read, number> | null = null
  const given: GivenUrdu[] = []
  for await (const row of readRows(file, BUDGET)) {
    if (!row.ok) return row
    const { line, cells } = row.value
    if (columns) given.push({ ...valuesOf(cells, columns), at: `row ${line}` })
    else {
      const found = columnsOf(cells)
      if (!found.ok) return found
      columns = found.value
    }
  }
  return given.length > 0 ? succeed(given) : refuse('The file has no texts.')
}

/** Returns the places of the columns that are read. Refuses headings that lack one. */
function columnsOf(cells: string[]): Result<Record<Read, number>, string> {
  const headings = cells.map((cell) => cell.trim().toLowerCase())
  const places = Object.entries(READ).map(([name, heading]) => [name, headings.indexOf(heading.toLowerCase())] as const)
  const lacking = places.find(([, place]) => place === -1)
  if (lacking) return refuse(`The file has no column “${READ[lacking[0] as Read]}”.`)
  return succeed(Object.fromEntries(places) as Record<Read, number>)
}

function valuesOf(cells: string[], columns: Record<Read, number>): Record<Read, string> {
  const values = Object.entries(columns).map(([name, place]) => [name, fromCell(cells[place] ?? '')])
  return Object.fromEntries(values) as Record<Read, string>
}
