import { describe, expect, test, vi } from 'vitest'
import { fromCell, toCsv } from '../../app/desk/csv.ts'
import { readHeadings } from '../../app/desk/import/columns.ts'
import { shortenedIn, toImportRow } from '../../app/desk/import/columns.ts'
import { isShortened } from '../../app/desk/import/shortened.ts'
import { problemWords } from '../../app/desk/import/problem-words.ts'
import { readRows } from '../../app/desk/import/read-file.server.ts'

const file = (...parts: (string | Buffer)[]) =>
  new File(
    parts.map((part) => new Uint8Array(Buffer.from(part))),
    'products.csv',
  )

const BUDGET = { rows: 100, cells: 10_000, characters: 1_000_000 }

async function rowsOf(one: File): Promise<string[][]> {
  const rows: string[][] = []
  for await (const row of readRows(one, BUDGET)) {
    if (!row.ok) throw new Error(row.refusal)
    rows.push(row.value.cells)
  }
  return rows
}

const TEXT = 'Product,Name\ncotton-gown,"گاؤن, é\nnew"\n'
const CELLS = [
  ['Product', 'Name'],
  ['cotton-gown', 'گاؤن, é\nnew'],
]

/** UTF-16 with the more significant byte first. */
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('a file is read in', () => {
  test.each([
    ['UTF-8', file(TEXT)],
    ['UTF-8 with its mark', file('\uFEFF', TEXT)],
    ['UTF-16, little end first', file(Buffer.from(`\uFEFF${TEXT}`, 'utf16le'))],
    ['UTF-16, big end first', file(bigEndian(`\uFEFF${TEXT}`))],
    ['lines of Windows', file(TEXT.replaceAll('\n', '\r\n').replace('é\r\n', 'é\n'))],
    ['semicolons', file('Product;Name\ncotton-gown;"گاؤن, é\nnew"\n')],
    ['tabs', file('Product\tName\ncotton-gown\t"گاؤن, é\nnew"')],
  ])('%s', async (_name, one) => {
    expect(await rowsOf(one)).toEqual(CELLS)
  })
})

test('a letter that two pieces of the file share is read', async () => {
  const long = 'ا'.repeat(30_000)
  const rows = Array.from({ length: 20 }, (_, place) => `x${'y'.repeat(place)},"${long}"`)
  const read = await rowsOf(file(`Product,Description\n${rows.join('\n')}\n`))
  expect(read).toHaveLength(21)
  expect(new Set(read.slice(1).map(([, text]) => text))).toEqual(new Set([long]))
})

test('rows without content, which spreadsheets make, don’t count, and the others keep their numbers', async () => {
  const read = []
  for await (const row of readRows(file(`,,,\n a,b\n${',,,\n'.repeat(500_000)}" ",\nc,d\n`), BUDGET))
    read.push(row.ok ? row.value : row.refusal)
  expect(read).toEqual([
    { line: 2, cells: [' a', 'b'] },
    { line: 500_004, cells: ['c', 'd'] },
  ])
})

test('rows of different lengths are read without an error for each', async () => {
  const errors = vi.spyOn(Error, 'captureStackTrace')
  const rows = await rowsOf(file(`Product,Size\n${'"",,\n'.repeat(10_000)}${'a\n'.repeat(50)}`))
  expect([rows.length, errors.mock.calls.length < 10]).toEqual([51, true])
  errors.mockRestore()
})

test.each([
  ['rows', 'a,b\n', 'The file has more than 100 rows.'],
  ['cells', `${'a,'.repeat(499)}a\n`, 'The file has more than 10,000 cells.'],
  ['characters', `${'a'.repeat(50_000)}\n`, 'The file has more than 1,000,000 characters.'],
])('a file with too many %s is read no further than to the first beyond them', async (_unit, row, words) => {
  const large = file(row.repeat(12_000_000 / row.length))
  let end = 0
  const slice = large.slice.bind(large)
  large.slice = (from, to, type) => {
    end = Math.max(end, to ?? large.size)
    return slice(from, to, type)
  }
  await expect(rowsOf(large)).rejects.toThrow(words)
  expect(end).toBeLessThan(3_000_000)
})

test('a number that a spreadsheet has shortened is found, but not in columns of words', () => {
  const { columns } = { columns: ['product', 'name', 'sku', null] as const }
  expect(shortenedIn(['x', '1E+3', '2.50311E+13', '9.2E+11'], columns)).toBe('Article number “2.50311E+13”')
  expect(shortenedIn(['x', '1E+3', '25031100000001', '9.2E+11'], columns)).toBeNull()
  expect(['1E+5', '-2,5e+10', ' 2.5E+13 ', '2.50311E13', '25.0311E+12', '2.50311E+0013'].every(isShortened)).toBe(true)
  expect(['12E5', 'E+13', '2.5', 'CX-1E+13'].some(isShortened)).toBe(false)
})

test('a text may have more than a thousand commas', async () => {
  const text = ','.repeat(1_500)
  expect(await rowsOf(file(`Product,Description\nx,"${text}"\n`))).toEqual([
    ['Product', 'Description'],
    ['x', text],
  ])
})

describe('a file that can’t be read is refused with what to do', () => {
  test.each([
    ['Windows-1252', file(Buffer.from('Product,Name\nx,Caf\xe9\n', 'latin1')), /isn’t in UTF-8.*Save as/],
    ['UTF-16 without a mark', file(Buffer.from(TEXT, 'utf16le')), /no text file/],
    ['half a workbook', file(Buffer.from('504b030414000600', 'hex')), /This workbook can’t be read/],
    [
      'an old workbook',
      file(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
      /old workbook \(\.xls\).*“Excel Workbook \(\.xlsx\)” or “CSV UTF-8/,
    ],
    [
      'a portal’s page',
      file('\uFEFF\n<html><table><tr><td>Name'),
      /old workbook \(\.xls\).*“Excel Workbook \(\.xlsx\)” or “CSV UTF-8/,
    ],
    ['a mark that is never closed', file('Product,Name\nx,"open\ny,z\n'), /^Row 2: a quotation mark isn’t closed/],
    ['a single quotation mark', file('Product,Name\nx,4" hem\n'), /^Row 2: a quotation mark inside a cell/],
    ['a million empty cells', file(`Product,Name\nx,${'"",'.repeat(1_000_000)}\n`), /^Row 2: more than 1,000 cells/],
    [
      'cells between them',
      file(`Product,Name\n${`${','.repeat(900)}x`.repeat(1_200)}\n`),
      /^Row 2: more than 1,000 cells/,
    ],
    ['more rows than a sheet has', file(`Product,Name\n${',\n'.repeat(2 ** 20)}`), /more rows than a spreadsheet/],
    ['a million headings', file(`${'Name,'.repeat(1_000_000)}\n`), /^Row 1: more than 1,000 cells/],
    ['an endless row', file(`Product,Name\nx,${'y'.repeat(130_000)}\n`), /^Row 2: .*too long/],
  ])('%s', async (_name, one, words) => {
    await expect(rowsOf(one)).rejects.toThrow(words)
  })
})

test('headings are found in any order, case and spacing; others are named', () => {
  expect(readHeadings(['stock', ' SIZE', 'Rank', 'Stock_was', '', 'product'])).toEqual({
    ok: true,
    value: { columns: ['stock', 'size', null, 'stock_was', null, 'product'], ignored: ['Rank'] },
  })
})

test.each([
  [['Name', 'Price'], /lacks the column “Product”/],
  [['Product', 'Price', 'price'], /the column “Price” twice/],
  [['Product', 'Stock'], /lacks “Size”/],
  [['Product', 'Version', 'Rank'], /no column with anything to change/],
])('headings %j are refused', (cells, words) => {
  expect(readHeadings(cells)).toEqual({ ok: false, refusal: expect.stringMatching(words) })
})

test('a row has its cells by column, trimmed but for long texts', () => {
  const columns = ['product', 'size', null, 'description'] as const
  expect(toImportRow(7, [' gown ', 'M', 'x', ' a\r\nb '], columns)).toEqual({
    line: 7,
    slug: 'gown',
    size: 'M',
    given: { size: 'M', description: ' a\nb ' },
    cells: null,
  })
  expect(toImportRow(8, ['gown', 'M'], columns)).toMatchObject({ cells: 2, given: { description: '' } })
})

test('attack: what the export made harmless is read as it was', async () => {
  const texts = [
    '=cmd|"/c calc"!A1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    "'=1",
    "''@x",
    "'quoted'",
    "it's",
    'plain',
    "'",
    "a;=1\t'-2\n''+3|\"@4",
    'a;b',
  ]
  const csv = toCsv(texts.map((text) => [text]))
  const read = await rowsOf(file(csv))
  expect(read.map(([cell]) => fromCell(cell ?? ''))).toEqual(texts)
  for (const [cell = ''] of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

test('a problem says the column and the reason', () => {
  const problem = { column: 'colors', reason: 'color', value: 'Blak', line: null }
  expect(problemWords(problem)).toBe('Colours: there is no colour “Blak”. Several are written as Black | Red.')
  expect(problemWords({ column: '', reason: 'cells', value: '3', line: null })).toMatch(/^The row has 3 cells/)
})
