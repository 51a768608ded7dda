import { crc32, deflateRawSync } from 'node:zlib'

// ZIP archives (PKWARE's APPNOTE.TXT) and workbooks made of them, also such as no program makes.

export interface ZipPart {
  name: string
  content: string | Buffer
  /** What the archive says of its size instead. */
  bytes?: number
  isEncrypted?: boolean
}

/** Returns an archive of files, in their order. */
export function zip(parts: readonly ZipPart[]): Buffer<ArrayBuffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, bytes, isEncrypted } of parts) {
    const whole = Buffer.from(content)
    const packed = deflateRawSync(whole)
    const path = Buffer.from(name)
    // From the version that is needed to the length of the extra field, which both headers have alike: names are in UTF-8.
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(whole), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(bytes ?? whole.length, 18)
    about.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, path, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, rest, path]))
    files.push(local)
    at += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, entries, Buffer.from('PK\x05\x06'), end])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns a workbook (XLSX) with one sheet, as Excel writes it: texts are shared, and numbers have all their digits. */
export function workbook(rows: readonly (readonly (string | number)[])[]): Buffer<ArrayBuffer> {
  const shared: string[] = []
  const cell = (value: string | number, row: number, place: number) => {
    const name = `${String.fromCharCode(65 + place)}${row}`
    if (value === '') return ''
    if (typeof value === 'number') return `<c r="${name}"><v>${value.toExponential()}</v></c>`
    return `<c r="${name}" t="s"><v>${shared.push(value) - 1}</v></c>`
  }
  const sheet = rows.map(
    (cells, index) => `<row r="${index + 1}">${cells.map((one, place) => cell(one, index + 1, place)).join('')}</row>`,
  )
  const texts = shared.map((text) => `<si><r><t>${escaped(text)}</t></r><rPh><t>no</t></rPh></si>`)
  return zip([
    {
      name: 'xl/workbook.xml',
      content:
        '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId7"/><sheet name="B" r:id="rId8"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${texts.join('')}</sst>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0"?><worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    },
  ])
}
