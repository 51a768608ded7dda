import { setImmediate } from 'node:timers/promises'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { refuse, succeed, type Result } from '~/platform/result'
import { listZip, type ZipBudget, type ZippedFile } from './zip.server'

const MB = 1024 ** 2
/** Of a workbook. Sheets are read piece by piece; the texts that cells share are in memory at once. */
const BUDGET: ZipBudget = { files: 500, bytes: 60 * MB, fileBytes: 40 * MB }
const MAX_SHARED = 10 * MB
const MAX_SHARED_TEXTS = 300_000
const PIECE = 128 * 1024

const UNREADABLE = 'This workbook can’t be read. Please save it again as CSV UTF-8.'
const TOO_MANY_TEXTS = 'The workbook has too many texts. Please divide it, or save it as CSV UTF-8.'

/** A row of a sheet: its number in the spreadsheet, and its cells as texts; '' for an empty one. */
interface SheetRow {
  line: number
  cells: string[]
}

/** What a sheet has in places of a workbook (ECMA-376, part 1, 18.3 and 18.4). */
type Tag = SaxesTagPlain & { local: string }

/**
 * Reads the rows of the first sheet of a workbook (XLSX). Numbers are as exact as the file has them, and dates are their numbers. What can't
 * be read is refused in words for the operator, and is the last.
 */
export async function* readSheet(file: Blob, mostCells: number): AsyncGenerator<Result<SheetRow, string>> {
  const listed = await listZip(file, BUDGET)
  if (!listed.ok) return yield refuse(UNREADABLE)
  const files = new Map(listed.value.map((one) => [one.name.replace(/^\//, '').toLowerCase(), one]))
  try {
    const sheet = await firstSheet(files)
    if (sheet === null) return yield refuse('This is a document, not a workbook with a sheet.')
    const problem = sheet.problem ?? files.get('xl/sharedstrings.xml')?.problem
    if (problem) return yield refuse(problem)
    yield* rowsOf(sheet, await sharedTexts(files.get('xl/sharedstrings.xml')), mostCells)
  } catch (error) {
    yield refuse(error instanceof RangeError ? error.message : UNREADABLE)
  }
}

/** Returns the first sheet that the workbook names, or null. */
async function firstSheet(files: ReadonlyMap<string, ZippedFile>): Promise<ZippedFile | null> {
  let id: string | undefined
  const targets = new Map<string, string>()
  await parseAll(files.get('xl/workbook.xml'), {
    open: ({ local, attributes }) => {
      if (local === 'sheet') id ??= Object.entries(attributes).find(([name]) => /(^|:)id$/.test(name))?.[1]
    },
  })
  await parseAll(files.get('xl/_rels/workbook.xml.rels'), {
    open: ({ local, attributes: { Id, Target } }) => {
      if (local === 'Relationship' && Id && Target) targets.set(Id, Target)
    },
  })
  const target = targets.get(id ?? '') ?? ''
  const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  return files.get(path.toLowerCase()) ?? null
}

/** Returns the texts that cells name by their numbers, without how they are pronounced. */
async function sharedTexts(file: ZippedFile | undefined): Promise<string[]> {
  if (!file) return []
  if (file.bytes > MAX_SHARED) throw new RangeError(TOO_MANY_TEXTS)
  const texts: string[] = []
  const text = textIn(['t'], ['rPh'])
  await parseAll(file, {
    open: text.open,
    text: text.add,
    close: (local) => {
      text.close(local)
      if (local !== 'si') return
      texts.push(text.take())
      if (texts.length > MAX_SHARED_TEXTS) throw new RangeError(TOO_MANY_TEXTS)
    },
  })
  return texts
}

async function* rowsOf(
  sheet: ZippedFile,
  shared: readonly string[],
  mostCells: number,
): AsyncGenerator<Result<SheetRow, string>> {
  const parser = new SaxesParser()
  const text = textIn(['t', 'v'], ['rPh', 'f'])
  let rows: SheetRow[] = []
  let row: SheetRow = { line: 0, cells: [] }
  let cell = { place: 0, kind: '' }
  handle(parser, {
    open: (tag) => {
      const { local, attributes } = tag
      text.open(tag)
      if (local === 'row') row = { line: Number(attributes.r) || row.line + 1, cells: [] }
      if (local === 'c') cell = { place: placeOf(attributes.r) ?? row.cells.length, kind: attributes.t ?? '' }
      if (local === 'c' && cell.place >= mostCells)
        throw new RangeError(
          `Row ${row.line}: more than ${mostCells.toLocaleString('en-US')} cells. Please delete the empty columns.`,
        )
    },
    text: text.add,
    close: (local) => {
      text.close(local)
      if (local === 'c') {
        while (row.cells.length < cell.place) row.cells.push('')
        row.cells[cell.place] = wordsOf(cell.kind, text.take(), shared)
      }
      if (local === 'row') rows.push(row)
    },
  })
  const bytes = await sheet.read()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length; at += PIECE) {
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }))
    for (const one of rows) yield succeed(one)
    rows = []
    // Nothing else would be served until the sheet is read.
    await setImmediate()
  }
  parser.close()
}

/** Returns the place of a cell that is called like `AB12`; null for none. */
function placeOf(name: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(name ?? '')?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + (letter.charCodeAt(0) - 64), 0) - 1 : null
}

function wordsOf(kind: string, text: string, shared: readonly string[]): string {
  if (kind === 's') return shared[Number(text)] ?? ''
  if (kind === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  // A number as the file has it may be 2.5031100000001E13: all its digits are there.
  const isNumber = (kind === '' || kind === 'n') && text !== '' && Number.isFinite(Number(text))
  return isNumber ? String(Number(text)) : text
}

/** Collects the text within some elements, but not that within others; `take` returns it, and begins anew. */
function textIn(wanted: readonly string[], unwanted: readonly string[]) {
  const inside: string[] = []
  let words = ''
  return {
    open: ({ local }: Tag): void => {
      if (wanted.includes(local) || unwanted.includes(local)) inside.push(local)
    },
    close: (local: string): void => {
      if (inside.at(-1) === local) inside.pop()
    },
    add: (text: string): void => {
      if (inside.length > 0 && !inside.some((local) => unwanted.includes(local))) words += text
    },
    take: (): string => {
      const taken = words
      words = ''
      return taken
    },
  }
}

interface Handlers {
  open: (tag: Tag) => void
  text?: (text: string) => void
  close?: (local: string) => void
}

/** Elements are known by their names alone: some programs give them prefixes. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function handle(parser: SaxesParser, { open, text, close }: Handlers): void {
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag) => open({ ...tag, local: localName(tag.name) }))
  if (text) parser.on('text', text)
  if (text) parser.on('cdata', text)
  if (close) parser.on('closetag', ({ name }) => close(localName(name)))
}

async function parseAll(file: ZippedFile | undefined, handlers: Handlers): Promise<void> {
  if (!file || file.problem) return
  const parser = new SaxesParser()
  handle(parser, handlers)
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(await file.read())).close()
}
