import { refuse, succeed, type Result } from '~/platform/result'
import { plainText } from '~/platform/text'
import { parseBraSize } from '~/sizes/bra-size'
import {
  formatCentimetres,
  formatInches,
  MEASURES,
  toCentimetres,
  type Measure,
  type SizeRow,
  type Unit,
} from '~/sizes/size-charts'

/** A row of a table as the database function `desk_save_size_chart` takes it. */
export type ChartRow = { size: string; uk: string; eu: string; us: string } & Partial<Record<Measure, [number, number]>>

export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[]
const NAMES = ['uk', 'eu', 'us'] as const

/** The fields of a row, in the order of the grid. */
export const ROW_FIELDS = ['size', ...MEASURE_NAMES, ...NAMES] as const
type RowField = (typeof ROW_FIELDS)[number]

/** The most characters of each field. */
export const FIELD_LENGTHS: Record<RowField, number> = {
  size: 20,
  underbust: 12,
  bust: 12,
  waist: 12,
  hips: 12,
  shoulder: 12,
  uk: 10,
  eu: 10,
  us: 10,
}

/** The most rows of a table. Each has nine fields, and a form has at most MAX_FIELDS (read-body.server.ts). */
export const MAX_ROWS = 20
const NEW_ROWS = 3

/** Body measures in centimetres that can be somebody's. */
const [SMALLEST, LARGEST] = [20, 250]

/** Returns the name of a field in a row of the grid, from 0. */
export function rowField(name: RowField, row: number): string {
  return `${name}-${row}`
}

export function gridRows(sizes: number): number {
  return Math.min(sizes + NEW_ROWS, MAX_ROWS)
}

/** Returns the texts of a row's fields, with measures in `unit`. */
export function rowTexts({ size, body, names }: SizeRow, unit: Unit): Record<RowField, string> {
  const format = unit === 'cm' ? formatCentimetres : formatInches
  const text = (measure: Measure) => {
    const range = body[measure]
    return range ? format(range) : ''
  }
  const [underbust, bust, waist] = [text('underbust'), text('bust'), text('waist')]
  return { size, underbust, bust, waist, hips: text('hips'), shoulder: text('shoulder'), ...names }
}

/**
 * Reads the grid of a table; a row without a size is left out. The rows are sorted by their measures. Refuses, in words for the operator,
 * what is no range in `unit`, a size that is there twice, and a table without sizes.
 */
export function readRows(form: FormData, unit: Unit): Result<ChartRow[], string> {
  const rows: ChartRow[] = []
  for (let place = 0; place < MAX_ROWS; place += 1) {
    const read = (name: RowField) => textOf(form, rowField(name, place))
    const size = read('size')
    if (size === '') continue
    if (ROW_FIELDS.some((name) => read(name).length > FIELD_LENGTHS[name]))
      return refuse(`Row ${place + 1}: this text is too long.`)
    const row: ChartRow = { size, uk: read('uk'), eu: read('eu'), us: read('us') }
    for (const measure of MEASURE_NAMES) {
      if (read(measure) === '') continue
      const range = parseRange(read(measure), unit)
      if (!range) return refuse(`${size}: please enter its ${measure} in ${UNIT_WORDS[unit]}.`)
      row[measure] = range
    }
    if (!MEASURE_NAMES.some((measure) => row[measure])) return refuse(`${size}: please enter at least one measure.`)
    if (rows.some((other) => other.size === size)) return refuse(`${size} is there twice.`)
    rows.push(row)
  }
  return rows.length === 0
    ? refuse('Please enter at least one size.')
    : succeed(rows.sort((one, other) => smallest(one) - smallest(other)))
}

/** Reads the bra sizes that the guide lists, in this order. Refuses, in words for the operator, what is no bra size. */
export function readBraSizes(text: string): Result<ChartRow[], string> {
  const sizes = [...new Set(text.toUpperCase().split(/[\s,]+/))].filter((size) => size !== '')
  const wrong = sizes.find((size) => !parseBraSize(size))
  if (wrong) return refuse(`‘${wrong}’ is no bra size with a UK band and cup, such as 34B.`)
  if (sizes.length === 0) return refuse('Please enter at least one size.')
  if (sizes.length > 2 * MAX_ROWS) return refuse(`The guide lists at most ${2 * MAX_ROWS} bra sizes.`)
  return succeed(sizes.map((size) => ({ size, uk: '', eu: '', us: '' })))
}

export function isMeasure(field: RowField): field is Measure {
  return Object.hasOwn(MEASURES, field)
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const UNIT_WORDS: Record<Unit, string> = {
  cm: 'whole centimetres, such as 73–77',
  in: 'whole or half inches, such as 34–35½',
}

const LENGTHS: Record<Unit, RegExp> = {
  cm: /^(\d{2,3})(?:\s*(?:-|to)\s*(\d{2,3}))?$/i,
  in: /^(\d{1,2}(?:½|\.[05])?)(?:\s*(?:-|to)\s*(\d{1,2}(?:½|\.[05])?))?$/i,
}

/**
 * Reads '73–77', '73-77', '73 to 77' or '73', in inches also '34–35½', as whole centimetres; null for anything else. Half inches keep
 * their value: a centimetre is less than half an inch.
 */
function parseRange(text: string, unit: Unit): [number, number] | null {
  const [, first = '', last = first] = LENGTHS[unit].exec(plainText(text)) ?? []
  const centimetres = (length: string) => Math.round(toCentimetres(Number(length.replace('½', '.5')), unit))
  const [from, to] = [centimetres(first), centimetres(last)]
  return from >= SMALLEST && from <= to && to <= LARGEST ? [from, to] : null
}

function smallest(row: ChartRow): number {
  const measured = MEASURE_NAMES.map((measure) => row[measure]?.[0]).find((length) => length !== undefined)
  return measured ?? 0
}
