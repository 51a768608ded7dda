import { ParaglideMessage } from '@inlang/paraglide-js-react'
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
import { MEASURES, type Measure, type SizeCharts } from './size-charts'
import { readSizeCharts } from './size-charts.server'
import { EquivalentsTable, Length, MeasureTable } from './size-table'

export const handle: PageHandle = { styles: ['sizes'], cachedBy: ['chart'] }

export const meta = (page: PageArgs) =>
  pageMeta(m.sizes_size_guide(), {
    description: m.sizes_guide_description(),
    shared: { page, path: '/size-guide' },
  })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const charts = await attempt(context, 'size guide without tables', () => readSizeCharts(context))
  return { charts, chosen: new URL(request.url).searchParams.get('chart') }
}

const MEASURE_NAMES = Object.keys(MEASURES) as Measure[]

const HOW_TO_MEASURE = {
  underbust: m.sizes_how_underbust,
  bust: m.sizes_how_bust,
  waist: m.sizes_how_waist,
  hips: m.sizes_how_hips,
  shoulder: m.sizes_how_shoulder,
}

/** Renders the size charts of all kinds of garments and how to measure. */
export default function SizeGuidePage() {
  const { charts, chosen } = useLoaderData<typeof loader>()
  const hasShoulder = Object.values(charts ?? {}).some(({ rows }) => rows.some(({ body }) => body.shoulder))
  return (
    <div className="wrap size-guide">
      <Breadcrumb steps={[{ name: m.sizes_home(), to: '/' }, { name: m.sizes_size_guide() }]} />
      <h1 className="page-title">{m.sizes_size_guide()}</h1>
      <p>
        <ParaglideMessage
          message={m.sizes_guide_intro}
          inputs={{}}
          markup={{ finder: ({ children }) => <a href="/size-finder">{children}</a> }}
        />
      </p>
      <section className="measuring" aria-labelledby="measure">
        <div className="stack">
          <h2 id="measure">{m.sizes_how_to_measure()}</h2>
          <ol className="measure-steps">
            {MEASURE_NAMES.filter((what) => what !== 'shoulder' || hasShoulder).map((what) => (
              <li key={what}>
                <b>{MEASURES[what]()}</b> {HOW_TO_MEASURE[what]()}
              </li>
            ))}
          </ol>
        </div>
        <MeasureDrawing />
      </section>
      {charts ? <Charts charts={charts} chosen={chosen} /> : <p className="notice">{m.sizes_no_tables()}</p>}
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
              <MeasureTable caption={m.sizes_chart_body({ chart: title })} rows={rows} unit={unit} />
              <EquivalentsTable caption={m.sizes_chart_elsewhere({ chart: title })} rows={rows} />
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
      <caption>{m.sizes_cups()}</caption>
      <TableHead names={['UK', 'EU', 'US', m.sizes_difference()]} />
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
