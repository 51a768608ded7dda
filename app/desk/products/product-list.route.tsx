import { useLoaderData } from '@remix-run/react'
import { inOneLine } from '~/language/formats'
import { formatMoney } from '~/platform/money'
import { counted } from '~/platform/text'
import { Picture } from '~/ui/picture'
import { Only, useAllowed } from '../areas'
import { atDesk, make, submit } from '../desk.server'
import { optionsOf, type Options } from '../form/choice-field'
import { deskPage } from '../desk-page'
import { AMOUNT, choice, line, rupees, tick } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { useReply } from '../form/posted-form'
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
import { changeMany, type Choice, listProducts, type ProductListRow } from './products.server'
import { manySchema, newProductSchema } from './product.schema'
import { sureField } from './sure-field'
import { TextLink, Cell, Table } from '../list/table'
import { type DeskAttribute, listAttributes } from '../words/attributes/attributes.server'

export const { handle, meta } = deskPage('Products')

export const loader = atDesk(async ({ operator, request }) => {
  const query = parseProductQuery(new URL(request.url).searchParams)
  const [list, attributes] = await Promise.all([listProducts(operator, query), listAttributes(operator)])
  return { query, attributes, ...list }
})

export const action = atDesk(async ({ db, context, operator, request }) => {
  if (context.form.get('intent') === 'change')
    return submit(
      context,
      manySchema,
      (given) => changeMany(operator, parseProductQuery(new URL(request.url).searchParams), given),
      (_given, id) => [`/desk/products/import/${id}`, 'Nothing is changed yet. Please look at what would be.'],
    )
  return submit(
    context,
    newProductSchema,
    ({ name, price, is_sure: isSure }) => make(db, 'desk_create_product', { name, price, is_sure: isSure }),
    (_form, id) => [`/desk/products/${id}`, 'This is the new product, a draft.'],
  )
})

export default function Products() {
  const { query, rows, total, categories, attributes } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Products"
      beside={
        <>
          <a className="button button-outline desk-small" href="/desk/products/import">
            Import or export as a file
          </a>
          <a className="button button-outline desk-small" href="/desk/products/pictures">
            Many pictures
          </a>
          <Only areas={['prices']}>
            <a className="button desk-small" href="#new-product">
              New product
            </a>
          </Only>
        </>
      }
      above={<ProductFilters query={query} categories={categories} />}
      rows={rows}
      total={total}
      noun={['product']}
      urlOf={(page) => productListUrl({ ...query, page })}
      below={
        <>
          {total === 0 ? null : <ChangeMany {...{ query, total, categories, attributes }} />}
          <Only areas={['prices']}>
            <EditForm
              id="new-product"
              name="New product"
              schema={newProductSchema}
              action="/desk/products"
              fields={[sureField(useReply({}, ['create'])), [line('name', 'Name'), rupees('price', 'Price in rupees')]]}
              intent="create"
              button="Add as a draft"
            />
          </Only>
        </>
      }
    >
      <ProductTable rows={rows} />
    </ListPage>
  )
}

interface ChangeManyProps {
  query: ProductQuery
  total: number
  categories: readonly Choice[]
  attributes: readonly DeskAttribute[]
}

/** What becomes of the ticked products. It leads to a dry run, as a file does. */
function ChangeMany({ query, total, categories, attributes }: ChangeManyProps) {
  const mayPrice = useAllowed('prices')
  const named = (names: readonly string[]): Options => names.map((name) => [name, name])
  const values = attributes.flatMap((attribute) => attribute.values.map(({ name }) => `${attribute.name}: ${name}`))
  return (
    <EditForm
      id={MANY}
      name="With the ticked products"
      schema={manySchema}
      action={productListUrl(query)}
      fields={[
        tick('is_all', `With all ${counted(total, 'product')} of this list`, false),
        [
          choice('state', 'New state', Object.entries(STATE_NAMES), null, 'Stays'),
          choice('category', 'New category', named(categories.map(({ name }) => name)), null, 'Stays'),
          ...(mayPrice ? [line('discount', 'New discount in per cent', null, AMOUNT)] : []),
          choice('attribute', 'One more attribute', named(values), null, 'None'),
        ],
      ]}
      intent="change"
      button="Look at the changes"
    />
  )
}

/** The ID of the form that the ticks in the table belong to. */
const MANY = 'change-products'

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
  const ticked = new Set([useReply({}, ['change'])?.initialValue?.product].flat())
  return (
    <Table
      name="Products"
      rows={rows}
      picture="Picture"
      hidden={['Choose']}
      columns={{
        Choose: ({ id, name }) => (
          <input
            type="checkbox"
            name="product"
            value={id}
            form={MANY}
            aria-label={name}
            defaultChecked={ticked.has(id)}
          />
        ),
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
