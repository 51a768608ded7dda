import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatDateTime } from '~/platform/time'
import { requireOperator } from '../access/operator.server'
import { deskPage } from '../desk-page'
import { Filters, SearchField } from '../list/filters'
import { ListPage } from '../list/list-page'
import { pageNumber } from '../list/page-number'
import { searchWords } from '../list/search-words'
import { Table } from '../list/table'
import { listSubscribers } from './subscribers.server'

export const { handle, meta } = deskPage('Newsletter')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { searchParams } = new URL(request.url)
  const search = searchWords(searchParams)
  return { search, ...(await listSubscribers(operator, search, pageNumber(searchParams))) }
}

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
      countMore={`, ${active} of them active`}
      empty="None."
      below={
        <p>
          <a className="link" href="/desk/newsletter/export">
            Save all active addresses as CSV
          </a>
        </p>
      }
    >
      <Table
        name="Addresses"
        rows={rows}
        keyOf={({ id }) => id}
        columns={{
          'E-mail': ({ email }) => <bdi>{email}</bdi>,
          Subscribed: ({ created_at: at }) => formatDateTime(at),
          Where: ({ source }) => <bdi>{source}</bdi>,
          'Gets it': ({ is_active: isActive }) => (isActive ? 'Yes' : 'No'),
        }}
        hasHeads
      />
    </ListPage>
  )
}
