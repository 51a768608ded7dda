import { useLoaderData } from '@remix-run/react'
import { formatDate } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { atDesk } from '../desk.server'
import { counted } from '~/platform/text'
import { deskPage } from '../desk-page'
import { Filters, SearchField } from '../list/filters'
import { emptyWords, ListPage } from '../list/list-page'
import { listAddress } from '../list/list-address'
import { listCustomers } from './people.server'

export const { handle, meta } = deskPage('People')

export const loader = atDesk(async ({ operator, request }) => {
  const { search, page } = listAddress(request)
  return { search, isManager: operator.role === 'manager', ...(await listCustomers(operator, search, page)) }
})

export default function Customers() {
  const { search, isManager, rows, total } = useLoaderData<typeof loader>()
  const above = (
    <>
      {isManager ? (
        <p>
          <a href="/desk/people/operators">Operators and managers</a>
        </p>
      ) : null}
      <Filters action="/desk/people">
        <SearchField label="Name, e-mail or phone" value={search} />
      </Filters>
    </>
  )
  return (
    <ListPage
      title="Customers"
      above={above}
      rows={rows}
      total={total}
      noun={['customer']}
      empty={emptyWords(search, 'Nobody here.')}
      below={<p className="muted small">Guests have no account: find them by their orders.</p>}
    >
      {({ id, name, email, phone, created_at: since, orders }) => (
        <li className="panel">
          <a className="link" href={`/desk/people/${id}`}>
            <span {...freeText(name)}>{name || email || 'No name'}</span>
          </a>
          <br />
          <span className="muted small">
            {name && email ? <bdi className="desk-line">{email} </bdi> : null}
            {phone ? <bdi dir="ltr">{phone}, </bdi> : null}since {formatDate(since)}, {counted(orders, 'order')}
          </span>
        </li>
      )}
    </ListPage>
  )
}
