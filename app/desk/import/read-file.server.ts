import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse, type Options } from 'csv-parse'
import { refuse, succeed, type Result } from '~/platform/result'
import { cleanText, cutText } from '~/platform/text'

const KB = 1024
/** The file is read in pieces of this size, so that other requests are served in between. */
const PIECE = 128 * KB
/** Bytes of a row. The longest texts of a product have two thirds as many. */
const MAX_ROW = 120 * KB

/** Cells of a row. The parser's bound on a row doesn't count empty ones, and each takes time and memory. */
const MAX_CELLS = 1_000

/** Rows of a sheet in Excel and LibreOffice, which save empty ones too if they are formatted. */
const MAX_LINES = 2 ** 20

const AS_CSV = 'In Excel, choose “Save as” and the type “CSV UTF-8 (Comma delimited)”.'
/** How files begin that are none of CSV. */
const OTHER_FORMATS = new Set(['504b0304', 'd0cf11e0', '25504446'])

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
 * Reads the rows with content of a CSV file in UTF-8, or in UTF-16 with its mark, with commas, semicolons or tabs between the cells. What
 * can't be read or is beyond the budget is refused in words for the operator, and is the last; nothing behind it is read.
 */
export async function* readRows(file: File, budget: FileBudget): AsyncGenerator<Result<FileRow, string>> {
  const encoding = encodingOf(new Uint8Array(await file.slice(0, 4 * KB).arrayBuffer()))
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

/** A file with headings, read whole; `line` is the row of the headings. Columns without any content are left out. */
export interface FileTable {
  line: number
  headings: string[]
  rows: FileRow[]
}

/** Characters of a cell. */
const MAX_CELL = 200

/** Reads a file with headings as a whole, with cells of at most 200 characters. Refuses in words for the operator. */
export async function readTable(file: File, budget: FileBudget): Promise<Result<FileTable, string>> {
  const rows: FileRow[] = []
  for await (const row of readRows(file, budget)) {
    if (!row.ok) return row
    const { line, cells } = row.value
    rows.push({ line, cells: cells.map((cell) => cutText(cell.trim(), MAX_CELL)) })
  }
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
  if (OTHER_FORMATS.has(begins)) return refuse(`This is a workbook or a document, not a CSV file. ${AS_CSV}`)
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

/** Returns the separator that is most frequent in the headings, which contain none themselves. */
async function separatorOf(file: File, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding)
  const [headings = ''] = decoder.decode(await file.slice(0, 4 * KB).arrayBuffer()).split(/[\r\n]/, 1)
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
