import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse, type Options } from 'csv-parse'
import { refuse, succeed, type Result } from '~/platform/result'
import { cleanText, cutText } from '~/platform/text'
import { readSheet } from './workbook.server'

const KB = 1024
/** The file is read in pieces of this size, so that other requests are served in between. */
const PIECE = 128 * KB
/** Bytes of a row. The longest texts of a product have two thirds as many. */
const MAX_ROW = 120 * KB

/** Cells of a row. The parser's bound on a row doesn't count empty ones, and each takes time and memory. */
const MAX_CELLS = 1_000

/** Rows of a sheet in Excel and LibreOffice, which save empty ones too if they are formatted. */
const MAX_LINES = 2 ** 20

const SAVE_AS = 'In Excel, choose “Save as” and the type'
const AS_CSV = `${SAVE_AS} “CSV UTF-8 (Comma delimited)”.`
const AS_EITHER = `${SAVE_AS} “Excel Workbook (.xlsx)” or “CSV UTF-8 (Comma delimited)”.`
/** How a workbook of today begins, which is a ZIP archive, and how files begin that are neither that nor CSV. */
const WORKBOOK = '504b0304'
const OTHER_FORMATS = new Set(['d0cf11e0', '25504446'])
/** A page or XML, which portals call a workbook, and Excel opens. */
const isMarkup = (start: Uint8Array) => /^\uFEFF?\s*</.test(Buffer.from(start).toString())
const startOf = async (file: File, bytes: number) => new Uint8Array(await file.slice(0, bytes).arrayBuffer())
const isWorkbook = async (file: File) => Buffer.from(await startOf(file, 4)).toString('hex') === WORKBOOK

/** A row of a file: its number in a spreadsheet, where headings are row 1, and its cells. */
export interface FileRow {
  line: number
  cells: string[]
}

/** How much is read of a file. Rows without content don't count, and the row of headings isn't one of `rows`. */
export interface FileBudget {
  rows: number
  cells: number
  characters: number
}

/**
 * Reads the rows with content of the first sheet of a workbook (XLSX), or of a CSV file in UTF-8, or in UTF-16 with its mark, with commas,
 * semicolons or tabs between the cells. What can't be read or is beyond the budget is refused in words for the operator, and is the last;
 * nothing behind it is read.
 */
export async function* readRows(file: File, budget: FileBudget): AsyncGenerator<Result<FileRow, string>> {
  if (await isWorkbook(file)) return yield* readWorkbook(file, budget)
  const encoding = encodingOf(await startOf(file, 4 * KB))
  if (!encoding.ok) return yield encoding
  let line = 0
  const spend = spender(budget)
  const options: Options<FileRow, string[]> = {
    delimiter: await separatorOf(file, encoding.value),
    // A row with too few or too many cells is a bad row of the import.
    relax_column_count: true,
    max_record_size: MAX_ROW,
    cast: (cell, { index }) => {
      if (index >= MAX_CELLS)
        throw new RangeError(`Row ${line + 1}: more than 1,000 cells. Please delete the empty columns.`)
      return cell === '' ? cell : cleanText(cell)
    },
    // Called while a piece of the file is parsed, so that no more rows than the budget has are ever in memory.
    on_record: (cells) => {
      line += 1
      if (line > MAX_LINES)
        throw new RangeError('The file has more rows than a spreadsheet. Please delete the empty ones.')
      // Else the parser makes an error, with its stack, for each row that isn't as long as the first one.
      Object.assign(parser.info, { records: 0 })
      if (cells.every((cell) => cell.trim() === '')) return null
      spend(cells)
      return { line, cells }
    },
  }
  // Its types don't know that a function may return another kind of record.
  const parser = parse(options as unknown as Options)
  pipeline(Readable.from(texts(file, encoding.value)), parser, () => undefined)
  try {
    for await (const row of parser as AsyncIterable<FileRow>) yield succeed(row)
  } catch (error) {
    yield refuse(refusalOf(error, line))
  }
}

async function* readWorkbook(file: File, budget: FileBudget): AsyncGenerator<Result<FileRow, string>> {
  const spend = spender(budget)
  for await (const row of readSheet(file, MAX_CELLS)) {
    if (!row.ok) return yield row
    const cells = row.value.cells.map(cleanText)
    if (cells.every((cell) => cell.trim() === '')) continue
    try {
      spend(cells)
    } catch (error) {
      return yield refuse(refusalOf(error, row.value.line))
    }
    yield succeed({ line: row.value.line, cells })
  }
}

/** A file with headings, read whole; `line` is the row of the headings. Columns without any content are left out. */
export interface FileTable {
  line: number
  headings: string[]
  rows: FileRow[]
}

/** Characters of a cell. */
const MAX_CELL = 200

/** Rows above which the headings are looked for: couriers write a title and days above them. */
const MAX_TITLES = 20

/**
 * Reads a courier's file as a whole, with cells of at most 200 characters; also in Windows-1252, since what counts in it are numbers and
 * codes. Its headings are the first row that has one of those that are known, or else the first with more than one cell. Refuses in words
 * for the operator.
 */
export async function readTable(
  file: File,
  budget: FileBudget,
  known: readonly string[] = [],
): Promise<Result<FileTable, string>> {
  const all: FileRow[] = []
  for await (const row of readRows(await inUtf8(file), budget)) {
    if (!row.ok) return row
    const { line, cells } = row.value
    all.push({ line, cells: cells.map((cell) => cutText(withoutFormula(cell.trim()), MAX_CELL)) })
  }
  const rows = all.slice(titlesOf(all, known))
  const used = new Set(rows.flatMap(({ cells }) => [...cells.keys()].filter((place) => cells[place] !== '')))
  const places = [...used].sort((one, other) => one - other)
  const [headings, ...others] = rows.map(({ line, cells }) => ({
    line,
    cells: places.map((place) => cells[place] ?? ''),
  }))
  if (headings === undefined) return refuse('The file is empty.')
  return succeed({
    line: headings.line,
    headings: headings.cells.map((heading, index) => heading || `Column ${index + 1}`),
    rows: others,
  })
}

/** Returns how many rows are above the headings. */
function titlesOf(rows: readonly FileRow[], known: readonly string[]): number {
  const first = rows.slice(0, MAX_TITLES)
  const named = first.findIndex(({ cells }) => cells.some((cell) => known.includes(cell)))
  const filled = first.findIndex(({ cells }) => cells.filter(Boolean).length > 1)
  return Math.max(0, named === -1 ? filled : named)
}

/** Returns what a cell like `="0123"` shows, as portals write numbers for spreadsheets. */
const withoutFormula = (cell: string) => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell

async function inUtf8(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isUtf8(bytes) || (await isWorkbook(file))) return file
  const encoding = encodingOf(bytes.subarray(0, 4 * KB))
  return !encoding.ok || encoding.value !== 'utf-8'
    ? file
    : new File([new TextDecoder('windows-1252').decode(bytes)], file.name)
}

/** Returns a function that counts the cells of a row, and throws RangeError, in words for the operator, at the first row beyond the budget. */
function spender(budget: FileBudget): (cells: readonly string[]) => void {
  const spent: FileBudget = { rows: -1, cells: 0, characters: 0 }
  return (cells) => {
    spent.rows += 1
    spent.cells += cells.length
    spent.characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    const beyond = (['rows', 'cells', 'characters'] as const).find((unit) => spent[unit] > budget[unit])
    if (beyond === undefined) return
    throw new RangeError(
      `The file has more than ${budget[beyond].toLocaleString('en-US')} ${beyond}. Please divide it, or delete columns that aren’t needed.`,
    )
  }
}

/** Returns the encoding that the file's first bytes tell. Refuses what is no text. */
function encodingOf(start: Uint8Array): Result<string, string> {
  const begins = Buffer.from(start.subarray(0, 4)).toString('hex')
  if (OTHER_FORMATS.has(begins) || isMarkup(start))
    return refuse(`This is an old workbook (.xls), a page of a portal or a document, which can’t be read. ${AS_EITHER}`)
  if (begins.startsWith('fffe')) return succeed('utf-16le')
  if (begins.startsWith('feff')) return succeed('utf-16be')
  return start.includes(0) ? refuse(`This is no text file. ${AS_CSV}`) : succeed('utf-8')
}

/** Decodes the file piece by piece. Throws TypeError for bytes that aren't in its encoding. */
async function* texts(file: File, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < file.size; at += PIECE) {
    yield decoder.decode(await file.slice(at, at + PIECE).arrayBuffer(), { stream: true })
    // Streams pass pieces on without waiting, so nothing else would be served until the file is read.
    await setImmediate()
  }
  yield decoder.decode()
}

/** Returns the separator that is most frequent in the first line with one: the headings contain none themselves. */
async function separatorOf(file: File, encoding: string): Promise<string> {
  const lines = new TextDecoder(encoding).decode(await startOf(file, 4 * KB)).split(/[\r\n]/)
  const headings = lines.find((line) => /[,;\t]/.test(line)) ?? ''
  const count = (separator: string) => headings.split(separator).length
  return [';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best), ',')
}

/** Returns why a file couldn't be read behind a row. Throws what isn't the file's fault. */
function refusalOf(error: unknown, line: number): string {
  if (error instanceof RangeError) return error.message
  if (error instanceof CsvError) {
    const row = `Row ${line + 1}`
    return error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `${row}: a quotation mark isn’t closed, or the row is too long.`
      : `${row}: a quotation mark inside a cell has to be doubled, and the whole cell to be in quotation marks.`
  }
  const isDecoding = error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  if (!isDecoding) throw error
  // Windows-1252 and similar encodings can't be distinguished, and Excel has already replaced what they lack, such as Urdu, by question marks.
  return `This file isn’t in UTF-8, so its letters can’t be read with certainty. ${AS_CSV}`
}
