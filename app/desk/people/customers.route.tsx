import { useLoaderData } from '@remix-run/react'
import { PhoneNumber } from '~/phone/phone-number'
import { dateWords } from '../dates'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { Filter, Filters, SearchField } from '../list/filters'
import { emptyWords, ListPage } from '../list/list-page'
import { listAddress } from '../list/list-address'
import { Cell, Table, TextLink } from '../list/table'
import { listCustomers } from './people.server'

export const { handle, meta } = deskPage('Shoppers')

export const loader = atDesk(async ({ operator, request }) => {
  const { parameters, search, page } = listAddress(request)
  const tag = parameters.get('tag')
  const list = await listCustomers(operator, { search, tag, page })
  return { search, tag, isManager: operator.role === 'manager', ...list }
})

export default function Customers() {
  const { search, tag, tags, isManager, rows, total, has_more: hasMore } = useLoaderData<typeof loader>()
  const above = (
    <>
      {isManager ? (
        <p>
          <a href="/desk/people/operators">Operators and managers</a>
        </p>
      ) : null}
      <Filters action="/desk/people">
        <SearchField label="Name, e-mail, phone or address" value={search} />
        {tags.length > 0 ? (
          <Filter name="tag" label="Tag" value={tag} options={tags.map((one) => [one, one])} all="All" />
        ) : null}
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
      countMore={hasMore ? ', and more' : ''}
      empty={emptyWords(search, 'Nobody here.')}
    >
      <Table
        name="Shoppers"
        rows={rows}
        columns={{
          Name: ({ id, name, email, phone, is_guest: isGuest, tags: own }) => (
            <Cell more={[isGuest && 'Guest', own.join(', ')]}>
              <TextLink to={`/desk/people/${id}`} text={name || email || phone || 'No name'} />
            </Cell>
          ),
          Phone: ({ phone }) => phone && <PhoneNumber stored={phone} />,
          'E-mail': ({ name, email }) => name && email && <bdi>{email}</bdi>,
          Since: ({ created_at: since }) => dateWords(since),
          Orders: ({ orders }) => orders,
        }}
        numbers={['Orders']}
      />
    </ListPage>
  )
}
