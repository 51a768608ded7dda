import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { Pages } from '../pages'
import { ProductFilters } from './product-filters'
import { parseProductQuery, productListUrl } from './product-query'
import { ProductTable } from './product-table'
import { listProducts, PRODUCTS_PER_PAGE } from './products.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Products', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const query = parseProductQuery(new URL(request.url).searchParams)
  return { query, ...(await listProducts(operator, query)) }
}

export default function Products() {
  const { query, rows, total, categories } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Products</h1>
      <ProductFilters query={query} categories={categories} />
      <p role="status">{total === 1 ? '1 product' : `${total} products`}</p>
      {rows.length > 0 ? <ProductTable rows={rows} /> : <p className="muted">Nothing here.</p>}
      <Pages
        page={query.page}
        last={Math.ceil(total / PRODUCTS_PER_PAGE)}
        urlOf={(page) => productListUrl({ ...query, page })}
      />
    </>
  )
}
