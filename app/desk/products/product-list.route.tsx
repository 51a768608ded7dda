import { useLoaderData } from '@remix-run/react'
import { inOneLine } from '~/language/formats'
import { formatMoney } from '~/platform/money'
import { Picture } from '~/ui/picture'
import { atDesk, make, submit } from '../desk.server'
import { optionsOf } from '../form/choice-field'
import { deskPage } from '../desk-page'
import { line, rupees } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { Filter, Filters, MoreFilters, SearchField } from '../list/filters'
import { ListPage } from '../list/list-page'
import {
  parseProductQuery,
  partUrl,
  productListUrl,
  STATE_NAMES,
  STOCK_NAMES,
  type ProductQuery,
} from './product-query'
import { type Choice, listProducts, type ProductListRow } from './products.server'
import { newProductSchema } from './product.schema'
import { TextLink, Cell, Table } from '../list/table'

export const { handle, meta } = deskPage('Products')

export const loader = atDesk(async ({ operator, request }) => {
  const query = parseProductQuery(new URL(request.url).searchParams)
  return { query, ...(await listProducts(operator, query)) }
})

export const action = atDesk(async ({ db, context }) => {
  return submit(
    context,
    newProductSchema,
    ({ name, price }) => make(db, 'desk_create_product', { name, price }),
    (_form, id) => [`/desk/products/${id}`, 'This is the new product, a draft.'],
  )
})

export default function Products() {
  const { query, rows, total, categories } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Products"
      beside={
        <>
          <a className="button button-outline desk-small" href="/desk/products/import">
            Import or export as CSV
          </a>
          <a className="button desk-small" href="#new-product">
            New product
          </a>
        </>
      }
      above={<ProductFilters query={query} categories={categories} />}
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
          button="Add as a draft"
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
      <MoreFilters isOpen={filters.some(({ value }) => value !== null)}>
        {filters.map((filter) => (
          <Filter key={filter.name} all="Any" {...filter} />
        ))}
      </MoreFilters>
    </Filters>
  )
}

function ProductTable({ rows }: { rows: readonly ProductListRow[] }) {
  return (
    <Table
      name="Products"
      rows={rows}
      picture="Picture"
      columns={{
        Picture: ({ picture }) => <Picture source={picture} alt="" widths={[160, 320]} sizes="72px" />,
        Product: ({ id, name, category, sku }) => (
          <Cell
            more={[
              <>
                <bdi>{category ?? 'No category'}</bdi> {sku ? <bdi dir="ltr">{sku}</bdi> : null}
              </>,
            ]}
          >
            <TextLink to={`/desk/products/${id}`} text={name} />
          </Cell>
        ),
        State: ({ state }) => <span className="unbroken">{STATE_NAMES[state]}</span>,
        Price: ({ price, discount, final_price: final }) => (
          <Cell more={[discount > 0 && `${formatMoney(price)}, −${discount}%`]}>{formatMoney(final)}</Cell>
        ),
        Stock: ({ id, stock, low }) => (
          <>
            <TextLink
              to={partUrl(id, 'stock')}
              text={String(stock ?? (low.length > 0 ? 'Counted in part' : 'Not counted'))}
            />
            {low.length > 0 ? (
              <>
                <br />
                <span className="small" dir="auto">
                  {low.map((size) => inOneLine(`${size.label}: ${size.stock}`)).join('; ')}
                </span>
              </>
            ) : null}
          </>
        ),
      }}
      numbers={['Price']}
    />
  )
}
