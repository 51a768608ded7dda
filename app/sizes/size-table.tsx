import { m } from '~/language/messages'
import { TableHead } from '~/ui/table-head'
import { formatCentimetres, formatInches, MEASURES, type Measure, type SizeRow, type Unit } from './size-charts'

export function MeasureTable({ caption, rows, unit }: { caption: string; rows: SizeRow[]; unit: Unit }) {
  const measures = (Object.keys(MEASURES) as Measure[]).filter((measure) => rows.some(({ body }) => body[measure]))
  return (
    <table>
      <caption>{caption}</caption>
      <TableHead names={[m.sizes_size(), ...measures.map((measure) => MEASURES[measure]())]} />
      <tbody>
        {rows.map(({ size, body }) => (
          <tr key={size}>
            <th scope="row">{size}</th>
            {measures.map((measure) => (
              <td key={measure}>
                <Length range={body[measure]} unit={unit} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Renders a range of centimetres in both units, `unit` first. */
export function Length({ range, unit }: { range: [number, number] | undefined; unit: Unit }) {
  if (!range) return '–'
  const lengths = [`${formatCentimetres(range)} cm`, `${formatInches(range)} in`]
  const [first, second] = unit === 'cm' ? lengths : lengths.toReversed()
  return (
    <>
      {first} <small className="muted">{second}</small>
    </>
  )
}

export function EquivalentsTable({ caption, rows }: { caption: string; rows: SizeRow[] }) {
  if (!rows.some(({ names: { uk, eu, us } }) => uk || eu || us)) return null
  return (
    <table>
      <caption>{caption}</caption>
      <TableHead names={[m.sizes_size(), 'UK', 'EU', 'US']} />
      <tbody>
        {rows.map(({ size, names }) => (
          <tr key={size}>
            <th scope="row">{size}</th>
            <td>{names.uk || '–'}</td>
            <td>{names.eu || '–'}</td>
            <td>{names.us || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
