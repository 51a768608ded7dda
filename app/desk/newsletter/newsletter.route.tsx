import { useLoaderData } from '@remix-run/react'
import { momentWords } from '../dates'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { Filters, SearchField } from '../list/filters'
import { ListPage } from '../list/list-page'
import { listAddress } from '../list/list-address'
import { Table, LinkLine } from '../list/table'
import { listSubscribers } from './subscribers.server'

export const { handle, meta } = deskPage('Newsletter')

export const loader = atDesk(async ({ operator, request }) => {
  const { search, page } = listAddress(request)
  return { search, ...(await listSubscribers(operator, search, page)) }
})

export default function Newsletter() {
  const { search, rows, total, active } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Newsletter"
      above={
        <Filters action="/desk/newsletter">
          <SearchField label="A part of the e-mail" value={search} />
        </Filters>
      }
      rows={rows}
      total={total}
      noun={['address', 'addresses']}
      countMore={total > 0 ? `, ${active} of them confirmed` : ''}
      empty={search ? 'None.' : 'Nobody has subscribed yet.'}
      below={active > 0 ? <LinkLine to="/desk/newsletter/export" text="Save all confirmed addresses as CSV" /> : null}
    >
      <Table
        name="Addresses"
        rows={rows}
        columns={{
          'E-mail': ({ email }) => <bdi>{email}</bdi>,
          Subscribed: ({ created_at: at }) => momentWords(at),
          Where: ({ source }) => <bdi>{source}</bdi>,
          'Gets it': ({ is_active: isActive }) => (isActive ? 'Yes' : 'No'),
        }}
        hasHeads
      />
    </ListPage>
  )
}
