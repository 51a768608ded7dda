import { useLoaderData } from '@remix-run/react'
import { redirectTo } from '~/platform/context.server'
import { Picture } from '~/ui/picture'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { Filters, SearchField } from '../list/filters'
import { listAddress } from '../list/list-address'
import { ListPage } from '../list/list-page'
import { Cell, Table, TextLink } from '../list/table'
import { listProducts } from '../products/products.server'
import { parseProductQuery } from '../products/product-query'
import { taskUrl } from './stock-tasks'

const TITLE = 'Stock'
export const { handle, meta } = deskPage(TITLE)

/** Finds the product to count or receive; one that is found alone is opened at once. */
export const loader = atDesk(async ({ operator, request }) => {
  const { search, page } = listAddress(request)
  const { rows, total } = await listProducts(operator, {
    ...parseProductQuery(new URLSearchParams()),
    search,
    page,
  })
  const [first] = rows
  if (search !== '' && total === 1 && first) throw redirectTo(taskUrl(first.id, 'count'))
  return { search, rows, total }
})

export default function Storeroom() {
  const { search, rows, total } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={TITLE}
      rows={rows}
      total={total}
      above={
        <Filters action="/desk/stock" name="Find a product" button="Find">
          <SearchField label="Name or article number" value={search} />
        </Filters>
      }
    >
      <Table
        name="Products"
        rows={rows}
        picture="Picture"
        columns={{
          Picture: ({ picture }) => <Picture source={picture} alt="" widths={[160, 320]} sizes="72px" />,
          Product: ({ id, name, sku }) => (
            <Cell more={[sku]}>
              <TextLink to={taskUrl(id, 'count')} text={name} />
            </Cell>
          ),
          'In stock': ({ stock }) => stock ?? 'Not counted',
        }}
        numbers={['In stock']}
      />
    </ListPage>
  )
}
