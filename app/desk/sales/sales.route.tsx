import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { dateInPakistan } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { Bar, DayChart } from './day-chart'
import { MAX_DAYS, parsePeriod, periodQuery, type Period } from './period'
import { averageOf, formatFigure, LISTS, salesTable, type ListName } from './sales-table'
import { readSales, type Sales } from './sales.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Sales', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const period = parsePeriod(new URL(request.url).searchParams, dateInPakistan(new Date()))
  return { period, sales: await readSales(operator, period) }
}

export default function SalesPage() {
  const { period, sales } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Sales</h1>
      <PeriodForm period={period} />
      <Totals total={sales.total} />
      <DayChart days={sales.days} />
      {(Object.keys(LISTS) as ListName[]).map((by) => (
        <List key={by} by={by} period={period} sales={sales} />
      ))}
      <p className="muted small">
        Sold is what is paid, or to be paid in cash, and not cancelled. Sums of days and cities have the delivery in
        them; those of products have neither that nor promo codes. Lists of products and cities have at most a hundred
        rows.
      </p>
    </>
  )
}

function PeriodForm({ period: { from, until } }: { period: Period }) {
  return (
    <form className="desk-filters" action="/desk/sales" role="search" aria-label="Period">
      <div className="field">
        <label htmlFor="from">From</label>
        <input id="from" name="from" type="date" defaultValue={from} />
      </div>
      <div className="field">
        <label htmlFor="until">Until (at most {MAX_DAYS} days)</label>
        <input id="until" name="until" type="date" defaultValue={until} />
      </div>
      <button className="button">Show</button>
    </form>
  )
}

function Totals({ total }: { total: Sales['total'] }) {
  const figures = [
    ['Sold', formatMoney(total.amount)],
    ['Orders', total.orders],
    ['Average order', formatMoney(averageOf(total))],
    ['Returns', total.returns],
    ['Cancelled cash orders', `${total.cash_cancelled} of ${total.cash}`],
  ] as const
  return (
    <dl className="desk-totals">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The table of one list, with a bar for each sum, and the link to it as a file. */
function List({ by, period, sales }: { by: ListName; period: Period; sales: Sales }) {
  const { columns, rows } = salesTable(by, sales)
  const most = Math.max(...rows.map(({ amount }) => amount), 0)
  return (
    <section className="panel stack" aria-labelledby={`by-${by}`}>
      <h2 id={`by-${by}`}>{LISTS[by]}</h2>
      {rows.length === 0 ? <p className="muted">Nothing was sold.</p> : null}
      <div className="desk-scroll" role="group" aria-label={LISTS[by]} tabIndex={0}>
        <table className="desk-table">
          <thead>
            <tr>
              {columns.map((name, place) => (
                <th key={name} scope="col" className={place > 0 ? 'number' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, figures, amount }) => (
              <tr key={key}>
                <th scope="row">
                  <span {...freeText(name)}>{name}</span>
                  <Bar amount={amount} most={most} />
                </th>
                {figures.map((figure, place) => (
                  <td key={columns[place + 1]} className="number">
                    {formatFigure(figure)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <a
          className="link"
          href={`/desk/sales/export?by=${by}&${periodQuery(period)}`}
          aria-label={`${LISTS[by]}: save as CSV`}
        >
          Save as CSV
        </a>
      </p>
    </section>
  )
}
