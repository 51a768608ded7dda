import { expect, test } from 'vitest'
import { listZip, type ZippedFile } from '../../app/desk/import/zip.server.ts'
import { readTable } from '../../app/desk/import/read-file.server.ts'
import { zip, type ZipPart } from '../support/archives.ts'

const KB = 1024
const BUDGET = { files: 100, bytes: 300 * KB, fileBytes: 200 * KB }

async function list(parts: readonly ZipPart[]): Promise<ZippedFile[]> {
  const listed = await listZip(new Blob([zip(parts)]), BUDGET)
  if (!listed.ok) throw new Error(listed.refusal)
  return listed.value
}
const only = async (part: ZipPart) => (await list([part]))[0]!

test('the files of an archive are read, without its folders', async () => {
  const files = await list([
    { name: 'robes/', content: '' },
    { name: 'robes/سیاہ.txt', content: 'soft' },
  ])
  expect(files.map(({ name, problem }) => [name, problem])).toEqual([['robes/سیاہ.txt', null]])
  expect((await files[0]?.read())?.toString()).toBe('soft')
})

test('attack: a name that leads elsewhere is a name', async () => {
  const names = ['../../etc/passwd', '/etc/passwd', 'C:\\x', '__proto__']
  const files = await list(names.map((name) => ({ name, content: 'x' })))
  expect(files.map(({ name }) => name)).toEqual(['../../etc/passwd', '/etc/passwd', 'C:/x', '__proto__'])
})

test('attack: an archive is refused by what it says of its sizes, before anything is unpacked', async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({ name: `${n}.jpg`, content: '' }))
  await expect(list(many)).rejects.toThrow('more than 100 files')
  const large = { name: 'a', content: Buffer.alloc(150 * KB) }
  await expect(list([large, large, large])).rejects.toThrow('Unpacked it is larger than')
  expect((await only({ name: 'a', content: '', bytes: 201 * KB })).problem).toMatch(/^It is larger than/)
})

test('attack: a file that unpacks to more than the archive says of it is read no further', async () => {
  const bomb = await only({ name: 'a.jpg', content: Buffer.alloc(50 * KB * KB), bytes: 10 })
  await expect(bomb.read()).rejects.toThrow(/too many bytes/)
  const short = await only({ name: 'a.jpg', content: 'x', bytes: 10 })
  await expect(short.read()).rejects.toThrow(/not enough bytes/)
})

test('an encrypted file is named as such, and what is no archive is refused', async () => {
  expect((await only({ name: 'a', content: 'x', isEncrypted: true })).problem).toBe('It is protected by a password.')
  for (const bytes of ['', 'PK', 'PK\u0003\u0004', '%PDF', zip([{ name: 'a', content: 'x' }]).subarray(0, 40)]) {
    const listed = await listZip(new Blob([new Uint8Array(Buffer.from(bytes))]), BUDGET)
    expect(listed).toEqual({ ok: false, refusal: 'This is no ZIP archive, or it is damaged.' })
  }
})

const WORKBOOK = { rows: 10, cells: 100, characters: 1_000 }
const SHEET =
  '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="C1" t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>'
const RELATIONS = '<Relationships><Relationship Id="a" Target="/xl/s.xml"/></Relationships>'
const readSheet = (sheet: string, ...others: ZipPart[]) =>
  readTable(
    new File(
      [
        zip([
          { name: 'xl/workbook.xml', content: '<x:workbook xmlns:x="x"><x:sheet r:id="a" xmlns:r="r"/></x:workbook>' },
          { name: 'xl/_rels/workbook.xml.rels', content: RELATIONS },
          { name: 'xl/s.xml', content: sheet },
          ...others,
        ]),
      ],
      'a.xlsx',
    ),
    WORKBOOK,
  )

test('a sheet is read from other programs too', async () => {
  expect(await readSheet(SHEET)).toMatchObject({ ok: true, value: { headings: ['1', 'x'] } })
})

const ENTITIES = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "&a;&a;&a;">]>`
const BAD: [name: string, sheet: string, words: RegExp][] = [
  ['entities', `${ENTITIES}<worksheet><c><v>&b;</v></c></worksheet>`, /can’t be read/],
  ['no end', '<worksheet><sheetData>', /can’t be read/],
  ['no letters', '\uFFFF', /can’t be read/],
  ['a cell far away', '<worksheet><row><c r="XFD1"><v>1</v></c></row></worksheet>', /more than 1,000 cells/],
  ['too many rows', `<worksheet>${'<row><c><v>1</v></c></row>'.repeat(12)}</worksheet>`, /more than 10 rows/],
  [
    'too long a text',
    `<worksheet><row><c><v>${'9'.repeat(2_000)}</v></c></row></worksheet>`,
    /more than 1,000 characters/,
  ],
]
test.each(BAD)('attack: a sheet with %s is refused', async (_name, sheet, words) => {
  const table = await readSheet(sheet)
  expect(table.ok ? JSON.stringify(table.value) : table.refusal).toMatch(words)
})

test('attack: a workbook with a million texts is refused', async () => {
  const texts = { name: 'xl/sharedStrings.xml', content: `<sst>${'<si/>'.repeat(1_000_000)}</sst>` }
  expect(await readSheet(SHEET, texts)).toMatchObject({ ok: false, refusal: expect.stringContaining('too many texts') })
})
