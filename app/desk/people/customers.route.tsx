import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatDate } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { pageNumber } from '../page-number'
import { Pages } from '../pages'
import { searchWords } from '../search-words'
import { CUSTOMERS_PER_PAGE, listCustomers, type CustomerRow } from './people.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('People', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { searchParams } = new URL(request.url)
  const search = searchWords(searchParams)
  const page = pageNumber(searchParams)
  return { search, page, isManager: operator.role === 'manager', ...(await listCustomers(operator, search, page)) }
}

const urlOf = (search: string, page: number) => `/desk/people?${new URLSearchParams({ search, page: String(page) })}`

export default function Customers() {
  const { search, page, isManager, rows, total } = useLoaderData<typeof loader>()
  const isShort = search.length > 0 && search.length < 3
  return (
    <>
      <h1>Customers</h1>
      {isManager ? (
        <p>
          <a href="/desk/people/operators">Operators and managers</a>
        </p>
      ) : null}
      <form className="desk-filters" action="/desk/people" role="search">
        <div className="field">
          <label htmlFor="search">Name, e-mail or phone</label>
          <input id="search" name="search" type="search" dir="auto" maxLength={100} defaultValue={search} />
        </div>
        <button className="button">Show</button>
      </form>
      <p role="status">{total === 1 ? '1 customer' : `${total} customers`}</p>
      {rows.length === 0 ? (
        <p className="muted">{isShort ? 'Please type at least three letters or digits.' : 'Nobody here.'}</p>
      ) : (
        <ul className="stack">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      <p className="muted small">Guests have no account: find them by their orders.</p>
      <Pages page={page} last={Math.ceil(total / CUSTOMERS_PER_PAGE)} urlOf={(other) => urlOf(search, other)} />
    </>
  )
}

function Row({ row: { id, name, email, phone, created_at: since, orders } }: { row: CustomerRow }) {
  return (
    <li className="panel">
      <a className="link" href={`/desk/people/${id}`}>
        <span {...freeText(name)}>{name || email || 'No name'}</span>
      </a>
      <br />
      <span className="muted small">
        {name && email ? <bdi>{email}</bdi> : null} {phone ? <bdi dir="ltr">{phone}</bdi> : null} since{' '}
        {formatDate(since)}, {orders === 1 ? '1 order' : `${orders} orders`}
      </span>
    </li>
  )
}
