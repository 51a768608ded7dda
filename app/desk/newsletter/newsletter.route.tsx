import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatDateTime } from '~/platform/time'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { pageNumber } from '../page-number'
import { Pages } from '../pages'
import { searchWords } from '../search-words'
import { Table } from '../table'
import { listSubscribers, SUBSCRIBERS_PER_PAGE, type Subscribers } from './subscribers.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Newsletter', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { searchParams } = new URL(request.url)
  const [search, page] = [searchWords(searchParams), pageNumber(searchParams)]
  return { search, page, ...(await listSubscribers(operator, search, page)) }
}

const urlOf = (search: string, page: number) =>
  `/desk/newsletter?${new URLSearchParams({ search, page: String(page) })}`

export default function Newsletter() {
  const { search, page, rows, total, active } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Newsletter</h1>
      <form className="desk-filters" action="/desk/newsletter" role="search">
        <div className="field">
          <label htmlFor="search">A part of the e-mail</label>
          <input id="search" name="search" type="search" maxLength={100} autoCapitalize="none" defaultValue={search} />
        </div>
        <button className="button">Show</button>
      </form>
      <p role="status">
        {total === 1 ? '1 address' : `${total} addresses`}, {active} of them active
      </p>
      {rows.length === 0 ? <p className="muted">None.</p> : <SubscriberTable rows={rows} />}
      <Pages page={page} last={Math.ceil(total / SUBSCRIBERS_PER_PAGE)} urlOf={(other) => urlOf(search, other)} />
      <p>
        <a className="link" href="/desk/newsletter/export">
          Save all active addresses as CSV
        </a>
      </p>
    </>
  )
}

function SubscriberTable({ rows }: Pick<Subscribers, 'rows'>) {
  return (
    <Table name="Addresses" columns={['E-mail', 'Subscribed', 'Where', 'Gets it']}>
      {rows.map(({ id, email, created_at: at, source, is_active: isActive }) => (
        <tr key={id}>
          <th scope="row">
            <bdi>{email}</bdi>
          </th>
          <td>{formatDateTime(at)}</td>
          <td>
            <bdi>{source}</bdi>
          </td>
          <td>{isActive ? 'Yes' : 'No'}</td>
        </tr>
      ))}
    </Table>
  )
}
