import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { attempt } from '~/platform/attempt.server'
import { Breadcrumb } from '~/ui/breadcrumb'
import { freeText } from '~/ui/free-text'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { TableHead } from '~/ui/table-head'
import { CUP_ROWS } from './bra-size'
import { MeasureDrawing } from './measure-drawing'
import { MEASURES, type SizeCharts } from './size-charts'
import { readSizeCharts } from './size-charts.server'
import { EquivalentsTable, Length, MeasureTable } from './size-table'

export const handle: PageHandle = { styles: ['sizes'], cachedBy: ['chart'] }

export const meta = (page: PageArgs) =>
  pageMeta('Size guide', {
    description: 'How to measure, and what each size fits: bras, nightwear, camisoles and panties in cm and inches.',
    shared: { page, path: '/size-guide' },
  })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const charts = await attempt(context, 'size guide without tables', () => readSizeCharts(context))
  return { charts, chosen: new URL(request.url).searchParams.get('chart') }
}

const HOW_TO_MEASURE = [
  { what: 'Underbust', how: 'Around your ribs, straight below the breasts. Firmly, and breathe out.' },
  { what: 'Bust', how: 'Around the fullest part, level all round, without pulling. Wear a bra without padding.' },
  { what: 'Waist', how: 'Around the narrowest part, usually two fingers above the navel.' },
  { what: 'Hips', how: 'Around the widest part, with your feet together.' },
  { what: 'Shoulder', how: 'Across your back, from the edge of one shoulder to that of the other.' },
]

/** Renders the size charts of all kinds of garments and how to measure. */
export default function SizeGuidePage() {
  const { charts, chosen } = useLoaderData<typeof loader>()
  const hasShoulder = Object.values(charts ?? {}).some(({ rows }) => rows.some(({ body }) => body.shoulder))
  return (
    <div className="wrap size-guide">
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: 'Size guide' }]} />
      <h1 className="page-title">{m.sizes_size_guide()}</h1>
      <p>
        Measure on bare skin or over thin clothes, with a soft tape. All tables are of your body, not of the garment.{' '}
        <a href="/size-finder">{m.sizes_the_size_finder()}</a> works out your bra size from two measurements.
      </p>
      <section className="measuring" aria-labelledby="measure">
        <div className="stack">
          <h2 id="measure">{m.sizes_how_to_measure()}</h2>
          <ol className="measure-steps">
            {HOW_TO_MEASURE.filter(({ what }) => what !== MEASURES.shoulder || hasShoulder).map(({ what, how }) => (
              <li key={what}>
                <b>{what}</b> {how}
              </li>
            ))}
          </ol>
        </div>
        <MeasureDrawing />
      </section>
      {charts ? (
        <Charts charts={charts} chosen={chosen} />
      ) : (
        <p className="notice">{m.sizes_we_cant_show_the_size_tables()}</p>
      )}
    </div>
  )
}

/** Renders the tables of all kinds of garments; that of the address is open. */
function Charts({ charts, chosen }: { charts: SizeCharts; chosen: string | null }) {
  return (
    <>
      {Object.entries(charts).map(([name, { title, advice, unit, rows }]) => {
        return (
          <details key={name} id={name} open={name === chosen}>
            <summary>
              <h2 {...freeText(title)}>{title}</h2>
            </summary>
            <p className="muted" {...freeText(advice)}>
              {advice}
            </p>
            <div className="size-tables">
              <MeasureTable caption={`${title}: your body in each size`} rows={rows} unit={unit} />
              <EquivalentsTable caption={`${title}: the same sizes elsewhere`} rows={rows} />
              {name === 'bra' ? <CupTable /> : null}
            </div>
          </details>
        )
      })}
    </>
  )
}

/** Renders the difference between bust and underbust of each cup; the names differ above D. */
function CupTable() {
  return (
    <table>
      <caption>{m.sizes_cups_how_much_more_your_bust()}</caption>
      <TableHead names={['UK', 'EU', 'US', 'Difference']} />
      <tbody>
        {CUP_ROWS.map(({ names, difference }) => (
          <tr key={names.uk}>
            <th scope="row">{names.uk}</th>
            <td>{names.eu}</td>
            <td>{names.us}</td>
            <td>
              <Length range={difference} unit="cm" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
