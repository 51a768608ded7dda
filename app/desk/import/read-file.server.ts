import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { refuse, succeed, type Result } from '~/platform/result'

const KB = 1024
/** The file is read in pieces of this size, so that other requests are served in between. */
const PIECE = 128 * KB
/** Bytes of a row. The longest texts of a product have two thirds as many. */
const MAX_ROW = 120 * KB

/** Cells of a row. The parser's bound on a row doesn't count empty ones, and each takes time and memory. */
const MAX_CELLS = 1_000

const AS_CSV = 'In Excel, choose “Save as” and the type “CSV UTF-8 (Comma delimited)”.'
/** How files begin that are none of CSV. */
const OTHER_FORMATS = new Set(['504b0304', 'd0cf11e0', '25504446'])

/** A row of a file: its number in a spreadsheet, where headings are row 1, and its cells. */
export interface FileRow {
  line: number
  cells: string[]
}

/**
 * Reads the rows of a CSV file in UTF-8, or in UTF-16 with its mark, with commas, semicolons or tabs between the cells. What can't be
 * read is refused in words for the operator, and is the last.
 */
export async function* readRows(file: File): AsyncGenerator<Result<FileRow, string>> {
  const encoding = encodingOf(new Uint8Array(await file.slice(0, 4 * KB).arrayBuffer()))
  if (!encoding.ok) return yield encoding
  const parser = parse({
    delimiter: await separatorOf(file, encoding.value),
    // A row with too few or too many cells is a bad row of the import.
    relax_column_count: true,
    max_record_size: MAX_ROW,
    cast: (cell, { index, records }) => {
      if (index >= MAX_CELLS) throw new RangeError(`Row ${records + 1}`)
      return cell
    },
  })
  pipeline(Readable.from(texts(file, encoding.value)), parser, () => undefined)
  let line = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      line += 1
      yield succeed({ line, cells })
    }
  } catch (error) {
    yield refuse(refusalOf(error))
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

/** Returns why a file couldn't be read. Throws what isn't the file's fault. */
function refusalOf(error: unknown): string {
  if (error instanceof RangeError) return `${error.message}: more than 1,000 cells. Please delete the empty columns.`
  if (error instanceof CsvError) {
    const row = `Row ${Number(error.records) + 1}`
    return error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `${row}: a quotation mark isn’t closed, or the row is too long.`
      : `${row}: a quotation mark inside a cell has to be doubled, and the whole cell to be in quotation marks.`
  }
  const isDecoding = error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  if (!isDecoding) throw error
  // Windows-1252 and similar encodings can't be distinguished, and Excel has already replaced what they lack, such as Urdu, by question marks.
  return `This file isn’t in UTF-8, so its letters can’t be read with certainty. ${AS_CSV}`
}
