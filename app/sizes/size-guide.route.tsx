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

/** The position of each tape: its height in the drawing and half its width. */
const LINES = [
  { label: m.sizes_bust, y: 108, half: 45 },
  { label: m.sizes_underbust, y: 138, half: 38 },
  { label: m.sizes_waist, y: 178, half: 31 },
  { label: m.sizes_hips, y: 232, half: 48 },
]
const MIDDLE = 90

/** Renders a drawing of a slip with a tape at each measure. The text beside it says the same. */
function MeasureDrawing() {
  return (
    <svg className="measure-drawing" viewBox="0 0 264 304" role="img" aria-label={m.sizes_drawing()}>
      <path
        className="garment"
        d="M56 70q22-2 34 22 12-24 34-22l11 38-8 30-7 40 17 54 15 58q-62 14-124 0l15-58 17-54-7-40-8-30z"
      />
      <path
        className="seam"
        d="M56 70l8-60M124 70l-8-60M52 138q38 8 76 0M66 144l-8 140M114 144l8 140M30 280q60 14 120 0"
      />
      {LINES.map(({ label, y, half }) => {
        const around = `M${MIDDLE - half} ${y}q${half} 9 ${half * 2} 0`
        return (
          <g key={y}>
            <path className="tape" d={around} />
            <path className="ticks" d={around} />
            <path className="pointer" d={`M${MIDDLE + half + 5} ${y}H164`} />
            <text x="168" y={y + 4}>
              {label()}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
