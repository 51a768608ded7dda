import { m } from '~/language/messages'
import { TableHead } from '~/ui/table-head'
import { formatCentimetres, formatInches, MEASURES, type Measure, type SizeRow, type Unit } from './size-charts'

interface MeasureTableProps {
  caption: string
  rows: SizeRow[]
  unit: Unit
  /** Returns the page on which a size is chosen, or undefined for one that can't be. */
  to?: (size: string) => string | undefined
}

export function MeasureTable({ caption, rows, unit, to }: MeasureTableProps) {
  const measures = (Object.keys(MEASURES) as Measure[]).filter((measure) => rows.some(({ body }) => body[measure]))
  return (
    <table>
      <caption>{caption}</caption>
      <TableHead names={[m.sizes_size(), ...measures.map((measure) => MEASURES[measure]())]} />
      <tbody>
        {rows.map(({ size, body }) => (
          <tr key={size}>
            <th scope="row">
              <Size size={size} to={to?.(size)} />
            </th>
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

function Size({ size, to }: { size: string; to: string | undefined }) {
  if (to === undefined) return size
  return (
    <a href={to} data-size={size} aria-label={m.sizes_choose_in({ size })}>
      {size}
    </a>
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

const COUNTRIES = ['uk', 'eu', 'us'] as const

export function EquivalentsTable({ caption, rows }: { caption: string; rows: SizeRow[] }) {
  const countries = COUNTRIES.filter((country) => rows.some(({ names }) => names[country]))
  if (countries.length === 0) return null
  return (
    <table>
      <caption>{caption}</caption>
      <TableHead names={[m.sizes_size(), ...countries.map((country) => country.toUpperCase())]} />
      <tbody>
        {rows.map(({ size, names }) => (
          <tr key={size}>
            <th scope="row">{size}</th>
            {countries.map((country) => (
              <td key={country}>{names[country] || '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
