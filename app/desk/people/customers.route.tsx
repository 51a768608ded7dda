import { useLoaderData } from '@remix-run/react'
import { PhoneNumber } from '~/phone/phone-number'
import { dateWords } from '../dates'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { Filters, SearchField } from '../list/filters'
import { emptyWords, ListPage } from '../list/list-page'
import { listAddress } from '../list/list-address'
import { Table, TextLink } from '../list/table'
import { listCustomers } from './people.server'

export const { handle, meta } = deskPage('Shoppers')

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
        <SearchField label="Name, e-mail, phone or address" value={search} />
      </Filters>
    </>
  )
  return (
    <ListPage
      title="Shoppers"
      above={above}
      rows={rows}
      total={total}
      noun={['shopper']}
      empty={emptyWords(search, 'Nobody here.')}
      below={<p className="muted small">Guests have no account: find them by their orders.</p>}
    >
      <Table
        name="Shoppers"
        rows={rows}
        columns={{
          Name: ({ id, name, email }) => <TextLink to={`/desk/people/${id}`} text={name || email || 'No name'} />,
          'E-mail': ({ name, email }) => name && email && <bdi>{email}</bdi>,
          Phone: ({ phone }) => phone && <PhoneNumber stored={phone} />,
          Since: ({ created_at: since }) => dateWords(since),
          Orders: ({ orders }) => orders,
        }}
        numbers={['Orders']}
      />
    </ListPage>
  )
}
