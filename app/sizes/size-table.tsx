import { TableHead } from '~/ui/table-head'
import { formatCentimetres, formatInches, MEASURES, type Measure, type SizeRow } from './size-charts'

/** Renders the body measures of each size, in centimetres and inches. */
export function MeasureTable({ caption, rows }: { caption: string; rows: SizeRow[] }) {
  const measures = (Object.keys(MEASURES) as Measure[]).filter((measure) => rows.some(({ body }) => body[measure]))
  return (
    <table>
      <caption>{caption}</caption>
      <TableHead names={['Size', ...measures.map((measure) => MEASURES[measure])]} />
      <tbody>
        {rows.map(({ size, body }) => (
          <tr key={size}>
            <th scope="row">{size}</th>
            {measures.map((measure) => (
              <td key={measure}>
                <Length range={body[measure]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Renders a range in both units. */
export function Length({ range }: { range: [number, number] | undefined }) {
  if (!range) return '–'
  return (
    <>
      {formatCentimetres(range)} cm <small className="muted">{formatInches(range)} in</small>
    </>
  )
}

/** Renders each size's names in the UK, the EU and the US. */
export function EquivalentsTable({ caption, rows }: { caption: string; rows: SizeRow[] }) {
  return (
    <table>
      <caption>{caption}</caption>
      <TableHead names={['Size', 'UK', 'EU', 'US']} />
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
