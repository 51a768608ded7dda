import { formatCentimetres, formatInches, MEASURES, type SizeRow, type Unit } from '~/sizes/size-charts'
import { Table } from '../list/table'
import { FIELD_LENGTHS, gridRows, isMeasure, MAX_ROWS, ROW_FIELDS, rowField, rowTexts } from './chart-fields'

interface ChartGridProps {
  rows: readonly SizeRow[]
  unit: Unit
  /** The values of a refused form; null if the form is new. An empty field is missing. */
  typed: Record<string, unknown> | null
}

/** The sizes of a table as a grid of fields; Tab goes from measure to measure, and Enter saves. */
export function ChartGrid({ rows, unit, typed }: ChartGridProps) {
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
      isWide
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
