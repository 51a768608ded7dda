import { formatInches, MEASURES, type SizeRow } from '~/sizes/size-charts'
import { Table } from '../table'
import {
  FIELD_LENGTHS,
  gridRows,
  isMeasure,
  MAX_ROWS,
  MEASURE_NAMES,
  ROW_FIELDS,
  rowField,
  rowTexts,
} from './chart-fields'

interface ChartGridProps {
  rows: readonly SizeRow[]
  /** The values of a refused form; null if the form is new. An empty field is missing. */
  typed: Record<string, unknown> | null
}

/** The sizes of a table as a grid of fields; Tab goes from measure to measure, and Enter saves. */
export function ChartGrid({ rows, typed }: ChartGridProps) {
  const count = typed === null ? gridRows(rows.length) : MAX_ROWS
  return (
    <Table
      name="Sizes"
      columns={['Size', ...MEASURE_NAMES.map((measure) => `${MEASURES[measure]}, cm`), 'UK', 'EU', 'US']}
      className="desk-table desk-grid desk-measures"
    >
      {Array.from({ length: count }, (_, place) => (
        <GridRow key={place} place={place} row={rows[place]} typed={typed} />
      ))}
    </Table>
  )
}

interface GridRowProps {
  /** In the grid, from 0. */
  place: number
  /** Undefined for a new one. */
  row: SizeRow | undefined
  typed: ChartGridProps['typed']
}

function GridRow({ place, row, typed }: GridRowProps) {
  const texts = row && rowTexts(row)
  return (
    <tr>
      {ROW_FIELDS.map((field) => {
        const own = typed?.[rowField(field, place)]
        const range = typed === null && isMeasure(field) ? row?.body[field] : undefined
        return (
          <td key={field}>
            <input
              name={rowField(field, place)}
              aria-label={labelOf(field, texts?.size, place)}
              defaultValue={typed === null ? texts?.[field] : typeof own === 'string' ? own : ''}
              maxLength={FIELD_LENGTHS[field]}
              dir={isMeasure(field) ? 'ltr' : 'auto'}
              autoComplete="off"
            />
            {range ? <span className="muted small desk-line">{formatInches(range)} in</span> : null}
          </td>
        )
      })}
    </tr>
  )
}

function labelOf(field: (typeof ROW_FIELDS)[number], size: string | undefined, place: number): string {
  const name = { ...MEASURES, size: 'Size', uk: 'UK name', eu: 'EU name', us: 'US name' }[field]
  return `${name} of ${size ?? `row ${place + 1}`}`
}
