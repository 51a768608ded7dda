import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../access/operator.server'
import { optionsOf } from '../form/choice-field'
import { make } from '../database.server'
import { deskPage } from '../desk-page'
import { line, rupees } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { Filter, Filters, SearchField } from '../list/filters'
import { submit } from '../form/form-actions.server'
import { ListPage } from '../list/list-page'
import { parseProductQuery, productListUrl, STATE_NAMES, STOCK_NAMES, type ProductQuery } from './product-query'
import type { Choice } from './product-rows'
import { ProductTable } from './product-table'
import { newProductSchema } from './product.schema'
import { listProducts } from './products.server'
import { TextLink } from '../list/table'

export const { handle, meta } = deskPage('Products')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const query = parseProductQuery(new URL(request.url).searchParams)
  return { query, ...(await listProducts(operator, query)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  return submit(
    context,
    newProductSchema,
    ({ name, price }) => make(db, 'desk_create_product', { p_name: name, p_price: price }),
    (_form, id) => [`/desk/products/${id}`, 'This is the new product, a draft.'],
  )
}

export default function Products() {
  const { query, rows, total, categories } = useLoaderData<typeof loader>()
  const above = (
    <>
      <p>
        <TextLink to="#new-product" text="New product" />{' '}
        <TextLink to="/desk/products/import" text="Import or export as CSV" />
      </p>
      <ProductFilters query={query} categories={categories} />
    </>
  )
  return (
    <ListPage
      title="Products"
      above={above}
      rows={rows}
      total={total}
      noun={['product']}
      urlOf={(page) => productListUrl({ ...query, page })}
      below={
        <EditForm
          id="new-product"
          name="New product"
          schema={newProductSchema}
          action="/desk/products"
          fields={[[line('name', 'Name'), rupees('price', 'Price in rupees')]]}
          button="Make a draft"
        />
      }
    >
      <ProductTable rows={rows} />
    </ListPage>
  )
}

function ProductFilters({ query, categories }: { query: ProductQuery; categories: readonly Choice[] }) {
  const { search, category, state, stock, isDiscounted } = query
  const filters = [
    { name: 'category', label: 'Category', value: category, options: optionsOf(categories) },
    { name: 'state', label: 'State', value: state, options: Object.entries(STATE_NAMES) },
    { name: 'stock', label: 'Stock', value: stock, options: Object.entries(STOCK_NAMES) },
    {
      name: 'discounted',
      label: 'Discount',
      value: isDiscounted ? 'yes' : null,
      options: [['yes', 'Discounted, now or later'] as const],
    },
  ]
  return (
    <Filters action="/desk/products">
      <SearchField label="Name or article number" value={search} />
      {filters.map((filter) => (
        <Filter key={filter.name} all="Any" {...filter} />
      ))}
    </Filters>
  )
}
