import { useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { dateInPakistan, formatDate } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { DayFilter, Filters } from '../list/filters'
import { Table } from '../list/table'
import { Totals } from '../totals'
import { MAX_DAYS, parsePeriod, periodQuery, type Period } from './period'
import { averageOf, formatFigure, LISTS, salesTable, type FigureTable, type ListName } from './sales-table'
import { readSales, type Sales } from './sales.server'
import { Panel } from '../panel'

export const { handle, meta } = deskPage('Sales')

export const loader = atDesk(async ({ operator, request }) => {
  const period = parsePeriod(new URL(request.url).searchParams, dateInPakistan(new Date()))
  return { period, sales: await readSales(operator, period) }
})

export default function SalesPage() {
  const { period, sales } = useLoaderData<typeof loader>()
  const { total, days } = sales
  return (
    <>
      <h1>Sales</h1>
      <Filters action="/desk/sales" name="Period">
        <DayFilter name="from" label="From" value={period.from} />
        <DayFilter name="until" label={`Until (at most ${MAX_DAYS} days)`} value={period.until} />
      </Filters>
      <Totals
        totals={{
          Sold: formatMoney(total.amount),
          Orders: total.orders,
          'Average order': formatMoney(averageOf(total)),
          Returns: total.returns,
          'Cancelled cash orders': `${total.cash_cancelled} of ${total.cash}`,
        }}
      />
      <DayChart days={days} />
      {(Object.keys(LISTS) as ListName[]).map((by) => (
        <List key={by} by={by} period={period} sales={sales} />
      ))}
      <p className="muted small">
        Sold is what is paid, or to be paid in cash, and not cancelled. Sums of days, cities and ways in have the
        delivery in them; those of products have neither that nor promo codes. Lists of products and cities have at most
        a hundred rows.
      </p>
    </>
  )
}

type SalesRow = FigureTable['rows'][number]

/** The table of one list, with a bar for each sum, and the link to it as a file. */
function List({ by, period, sales }: { by: ListName; period: Period; sales: Sales }) {
  const { columns, rows } = salesTable(by, sales)
  const [first = '', ...others] = columns
  const most = Math.max(...rows.map(({ amount }) => amount), 0)
  const figures = others.map((column, place) => [column, (row: SalesRow) => formatFigure(row.figures[place] ?? 0)])
  return (
    <Panel id={`by-${by}`} title={LISTS[by]}>
      {rows.length === 0 ? <p className="muted">Nothing was sold.</p> : null}
      <Table
        name={`${LISTS[by]}: table`}
        rows={rows}
        columns={{
          [first]: ({ name, amount }) => (
            <>
              <span {...freeText(name)}>{name}</span>
              {amount > 0 ? <Bar amount={amount} most={most} /> : null}
            </>
          ),
          ...Object.fromEntries(figures),
        }}
        numbers={others}
        hasHeads
        isWide
      />
      <p>
        <a
          className="link"
          href={`/desk/sales/export?by=${by}&${periodQuery(period)}`}
          aria-label={`${LISTS[by]}: save as CSV`}
        >
          Save as CSV
        </a>
      </p>
    </Panel>
  )
}

const HEIGHT = 120
const STEP = 10
const GAP = 2

/** Bars of what was sold by day, the earliest first. The table below has the same as text. */
function DayChart({ days }: { days: readonly { day: string; amount: number }[] }) {
  const most = Math.max(...days.map(({ amount }) => amount), 1)
  const inOrder = days.toReversed()
  return (
    <figure className="desk-figure">
      <figcaption className="muted small">By day, the most on one day is {formatMoney(most)}</figcaption>
      <svg
        className="desk-chart"
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Sales by day; the most on one day is ${formatMoney(most)}.`}
      >
        {inOrder.map(({ day, amount }, place) => {
          const height = Math.round((amount / most) * HEIGHT)
          return (
            <rect key={day} x={place * STEP} y={HEIGHT - height} width={STEP - GAP} height={height}>
              <title>{`${formatDate(day)}: ${formatMoney(amount)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="muted small desk-ends">
        {[...new Set([inOrder[0], inOrder.at(-1)])].map(
          (end) => end && <span key={end.day}>{formatDate(end.day)}</span>,
        )}
      </p>
    </figure>
  )
}

function Bar({ amount, most }: { amount: number; most: number }) {
  return (
    <svg className="desk-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={most > 0 ? Math.round((amount / most) * 100) : 0} height={6} />
    </svg>
  )
}
