import type { SubmissionResult } from '@conform-to/react'
import { type Unit, formatCentimetres, formatInches, MEASURES, type SizeRow } from '~/sizes/size-charts'
import { area, line, type EditField } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { typedText } from '../form/side-by-side'
import { MAX_ROWS, ROW_FIELDS, rowField, rowTexts, FIELD_LENGTHS, gridRows, isMeasure } from './chart-fields'
import { chartSchema } from './chart.schema'
import type { DeskChart } from './charts.server'
import { Table } from '../list/table'

const BRA_HELP = 'The measures and the names elsewhere of bra sizes follow from the size (EN 13402-3).'
const HELP = {
  cm: 'Measures are in whole centimetres, such as 73–77; the shop adds inches.',
  in: 'Measures are in whole or half inches, such as 34–35½; the shop adds centimetres.',
}
const HELP_OF_ALL =
  'A column that you leave empty isn’t shown. An empty size is removed, and the shop lists sizes by their measures.'

export function ChartForm({ chart: { name, version, title, advice, unit, rows } }: { chart: DeskChart }) {
  const isBra = name === 'bra'
  const braSizes = rows.map(({ size }) => size).join(' ')
  return (
    <EditForm
      id="chart"
      name="Size table"
      schema={chartSchema}
      version={version}
      fields={[
        line('title', 'Title', title),
        line('advice', 'How to choose a row', advice),
        isBra
          ? area('bra_sizes', 'Sizes that the guide lists, by UK band and cup, with spaces between', braSizes, 2)
          : gridField(rows, unit),
        <p key="help" className="muted small">
          {isBra ? BRA_HELP : `${HELP[unit]} ${HELP_OF_ALL}`}
        </p>,
      ]}
      button="Save the size table"
    />
  )
}

/** The grid of sizes, whose fields `readRows` reads. */
function gridField(rows: DeskChart['rows'], unit: Unit): EditField<'bra_sizes'> {
  const texts = rows.map((row) => ROW_FIELDS.map((field) => rowTexts(row, unit)[field]))
  return {
    name: 'bra_sizes',
    label: 'Sizes',
    now: linesOf(texts),
    typed: (reply) => linesOf(typedRows(reply)),
    input: (_field, reply) => <ChartGrid rows={rows} unit={unit} typed={reply?.initialValue ?? null} />,
  }
}

function typedRows(reply: SubmissionResult | undefined): string[][] {
  return Array.from({ length: MAX_ROWS }, (_, row) =>
    ROW_FIELDS.map((field) => typedText(reply, rowField(field, row))),
  ).filter(([size]) => size)
}

const linesOf = (rows: string[][]) => rows.map((texts) => texts.filter((text) => text !== '').join(', ')).join('\n')

interface ChartGridProps {
  rows: readonly SizeRow[]
  unit: Unit
  /** The values of a refused form; null if the form is new. An empty field is missing. */
  typed: Record<string, unknown> | null
}

/** The sizes of a table as a grid of fields; Tab goes from measure to measure, and Enter saves. */
function ChartGrid({ rows, unit, typed }: ChartGridProps) {
  const count = typed === null ? gridRows(rows.length) : MAX_ROWS
  const columns = ROW_FIELDS.map((field) => [
    isMeasure(field) ? `${MEASURES[field]()}, ${unit}` : field === 'size' ? 'Size' : field.toUpperCase(),
    (place: number) => <GridCell field={field} place={place} row={rows[place]} unit={unit} typed={typed} />,
  ])
  return (
    <Table
      name="Sizes"
      rows={Array.from({ length: count }, (_, place) => place)}
      columns={Object.fromEntries(columns)}
      look="desk-grid desk-measures"
    />
  )
}

interface GridCellProps {
  field: (typeof ROW_FIELDS)[number]
  /** In the grid, from 0. */
  place: number
  /** Undefined for a new one. */
  row: SizeRow | undefined
  unit: Unit
  typed: ChartGridProps['typed']
}

function GridCell({ field, place, row, unit, typed }: GridCellProps) {
  const texts = row && rowTexts(row, unit)
  const own = typed?.[rowField(field, place)]
  const range = typed === null && isMeasure(field) ? row?.body[field] : undefined
  return (
    <>
      <input
        name={rowField(field, place)}
        aria-label={labelOf(field, texts?.size, place)}
        defaultValue={typed === null ? texts?.[field] : typeof own === 'string' ? own : ''}
        maxLength={FIELD_LENGTHS[field]}
        dir={isMeasure(field) ? 'ltr' : 'auto'}
        autoComplete="off"
      />
      {range ? (
        <span className="muted small desk-line">
          {unit === 'cm' ? `${formatInches(range)} in` : `${formatCentimetres(range)} cm`}
        </span>
      ) : null}
    </>
  )
}

function labelOf(field: (typeof ROW_FIELDS)[number], size: string | undefined, place: number): string {
  const name = isMeasure(field)
    ? MEASURES[field]()
    : { size: 'Size', uk: 'UK name', eu: 'EU name', us: 'US name' }[field]
  return `${name} of ${size ?? `row ${place + 1}`}`
}
