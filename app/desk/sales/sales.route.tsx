import { useLoaderData } from '@remix-run/react'
import { formatMoney, moneyInText } from '~/platform/money'
import { dateInPakistan } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { dateWords } from '../dates'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { DayFilter, Filters, Tabs } from '../list/filters'
import { pageNumber } from '../list/list-address'
import { Pages } from '../list/list-page'
import { Table } from '../list/table'
import { Panel } from '../panel'
import { Totals } from '../totals'
import { AccountantsFile } from './accountants-file'
import {
  entriesUrl,
  figureName,
  FIGURES,
  LIST_CODES,
  LISTS,
  listPage,
  rowName,
  rowUrl,
  SUMS,
  type List,
} from './figures'
import { daysOf, MAX_DAYS, parsePeriod, periodBefore, periodQuery, type Period } from './period'
import { readSales, ROWS_PER_PAGE, type Sales, type SalesRow } from './sales.server'

export const { handle, meta } = deskPage('Sales')

export const loader = atDesk(async ({ operator, request }) => {
  const { searchParams } = new URL(request.url)
  const today = dateInPakistan(new Date())
  const period = parsePeriod(searchParams, today)
  const by = LIST_CODES.find((list) => list === searchParams.get('by')) ?? 'day'
  const sales = await readSales(operator, period, by, by === 'day' ? null : pageNumber(searchParams))
  return { period, by, sales, thisMonth: today.slice(0, 7) }
})

export default function SalesPage() {
  const { period, by, sales, thisMonth } = useLoaderData<typeof loader>()
  const totals = totalsOf(sales)
  const average = (orders: number, sold: number) => formatMoney(orders === 0 ? 0 : Math.round(sold / orders))
  return (
    <>
      <h1>Sales</h1>
      <Filters action="/desk/sales" name="Period">
        <input type="hidden" name="by" value={by} />
        <DayFilter name="from" label="From" value={period.from} />
        <DayFilter name="until" label={`Until (at most ${MAX_DAYS} days)`} value={period.until} />
      </Filters>
      <Totals
        totals={{
          Net: formatMoney(totals('net').amount),
          'Money that arrived': formatMoney(totals('arrived').amount),
          Orders: `${sales.orders} (before: ${sales.orders_before})`,
          'Average order': average(sales.orders, totals('sold').amount),
        }}
      />
      <FigureTable period={period} totals={totals} />
      <Panel id="list" title={LISTS[by][0]}>
        <Tabs
          name="Lists"
          tabs={LIST_CODES.map((list) => [listPage(period, list), LISTS[list][0]])}
          shown={listPage(period, by)}
        />
        {by === 'day' ? <DayChart days={daysOf(period)} rows={sales.rows} /> : null}
        <List by={by} period={period} sales={sales} totals={totals} />
      </Panel>
      <AccountantsFile month={thisMonth} />
    </>
  )
}

type AnyFigure = keyof typeof FIGURES | keyof typeof SUMS
type TotalOf = (figure: AnyFigure) => { amount: number; before: number }

/** Returns what a figure is in the period and in the one before. */
function totalsOf({ figures }: Sales): TotalOf {
  return (figure) => {
    const parts: readonly string[] = figure === 'net' || figure === 'arrived' ? SUMS[figure][1] : [figure]
    const found = figures.filter((one) => parts.includes(one.figure))
    const sum = (name: 'amount' | 'before') => found.reduce((total, one) => total + one[name], 0)
    return { amount: sum('amount'), before: sum('before') }
  }
}

/** The figures of the table, each sum below what it sums up. */
const ORDER: readonly AnyFigure[] = [
  ...SUMS.net[1],
  'net',
  ...SUMS.arrived[1],
  'arrived',
  'unconfirmed',
  'unpaid',
  'before_cancelled',
  'cancelled',
]

function FigureTable({ period, totals }: { period: Period; totals: TotalOf }) {
  const before = periodBefore(period)
  const [now, then] = [period, before].map(({ from, until }) => `${dateWords(from)} – ${dateWords(until)}`)
  const nameOf = (figure: AnyFigure) =>
    figure === 'net' || figure === 'arrived' ? <b>{figureName(figure)}</b> : figureName(figure)
  return (
    <Panel id="figures" title="Figures">
      <Table
        name="Figures of the period and of the one before"
        rows={ORDER.map((figure) => ({ figure, ...totals(figure) }))}
        columns={{
          Figure: ({ figure }) => nameOf(figure),
          [now ?? '']: ({ figure, amount }) => <Amount paisa={amount} to={entriesUrl(period, figure)} />,
          [then ?? '']: ({ figure, before: paisa }) => <Amount paisa={paisa} to={entriesUrl(before, figure)} />,
        }}
        numbers={[now ?? '', then ?? '']}
        hasHeads
        look="desk-figures"
      />
      <p className="muted small">
        All figures are sums of entries of the books, by their day in Pakistan; each opens its entries. Net is what was
        sold less what was refunded or came back. An entry moves to another figure when its order is confirmed, paid or
        cancelled.
      </p>
    </Panel>
  )
}

/** An amount that leads to its entries; nothing has none. */
function Amount({ paisa, to }: { paisa: number; to: string }) {
  if (paisa === 0) return formatMoney(0)
  return (
    <a className="link unbroken" href={to}>
      {formatMoney(paisa)}
    </a>
  )
}

const netOf = ({ sold, refunded, returned_to_origin: returned }: SalesRow) => sold + refunded + returned
const MONEY = ['sold', 'refunded', 'returned_to_origin'] as const

interface ListProps {
  by: List
  period: Period
  sales: Sales
  totals: TotalOf
}

/** The rows of a list with a bar for each net sum, the sum of all rows, and the link to the file. */
function List({ by, period, sales, totals }: ListProps) {
  const figures = by === 'reason' ? (['refunded'] as const) : ([...MONEY, 'net'] as const)
  const rows = by === 'day' ? daysOf(period).map((day) => rowOfDay(sales.rows, day)) : sales.rows
  const most = Math.max(...rows.map((row) => Math.abs(netOf(row))), 1)
  const amountOf = (row: SalesRow, figure: (typeof figures)[number]) => (figure === 'net' ? netOf(row) : row[figure])
  const columns = figures.map((figure) => [
    figureName(figure),
    (row: SalesRow) => <Amount paisa={amountOf(row, figure)} to={rowUrl(period, figure, by, row.key)} />,
  ])
  const name = (row: SalesRow) => (by === 'day' ? dateWords(row.key) : rowName(by, row.key, row.name))
  return (
    <>
      {rows.length === 0 ? <p className="muted">Nothing yet.</p> : null}
      <Table
        name={`${LISTS[by][0]}: table`}
        rows={rows}
        columns={{
          [LISTS[by][1]]: (row) => (
            <>
              <span {...freeText(name(row))}>{name(row)}</span>
              <Bar amount={Math.abs(netOf(row))} most={most} />
            </>
          ),
          // Returned pieces count down in the books.
          Pieces: ({ pieces }) => (by === 'reason' ? Math.abs(pieces) : pieces),
          ...Object.fromEntries(columns),
        }}
        numbers={['Pieces', ...figures.map(figureName)]}
        hasHeads
        look="desk-figures"
      >
        <tr>
          <th scope="row">{sales.total > rows.length ? 'All pages' : 'All'}</th>
          <td />
          {figures.map((figure) => (
            <td key={figure} className="number" data-label={figureName(figure)}>
              <Amount paisa={totals(figure).amount} to={entriesUrl(period, figure)} />
            </td>
          ))}
        </tr>
      </Table>
      {by === 'day' ? null : <Pages total={sales.total} perPage={ROWS_PER_PAGE} />}
      <p>
        <a
          className="link"
          href={`/desk/sales/export?by=${by}&${periodQuery(period)}`}
          aria-label={`${LISTS[by][0]}: save as CSV`}
        >
          Save as CSV
        </a>
      </p>
    </>
  )
}

const rowOfDay = (rows: readonly SalesRow[], day: string): SalesRow =>
  rows.find(({ key }) => key === day) ?? {
    key: day,
    name: null,
    sold: 0,
    refunded: 0,
    returned_to_origin: 0,
    pieces: 0,
  }

const HEIGHT = 120
const STEP = 10
const GAP = 2

/** Bars of what was sold by day, the earliest first. The table below has the same as text. */
function DayChart({ days, rows }: { days: readonly string[]; rows: readonly SalesRow[] }) {
  const inOrder = days.toReversed().map((day) => rowOfDay(rows, day))
  const most = Math.max(...inOrder.map(({ sold }) => sold), 1)
  return (
    <figure className="desk-figure">
      <figcaption className="muted small">Sold by day, the most on one day is {moneyInText(most)}</figcaption>
      <svg
        className="desk-chart"
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Sales by day; the most on one day is ${formatMoney(most)}.`}
      >
        {inOrder.map(({ key, sold }, place) => {
          const height = Math.max(Math.round((sold / most) * HEIGHT), 0)
          return (
            <rect key={key} x={place * STEP} y={HEIGHT - height} width={STEP - GAP} height={height}>
              <title>{`${dateWords(key)}: ${formatMoney(sold)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="muted small desk-ends">
        {[...new Set([days.at(-1), days[0]])].map((end) => end && <span key={end}>{dateWords(end)}</span>)}
      </p>
    </figure>
  )
}

function Bar({ amount, most }: { amount: number; most: number }) {
  if (amount === 0) return null
  return (
    <svg className="desk-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.round((amount / most) * 100)} height={6} />
    </svg>
  )
}
