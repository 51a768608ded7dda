import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { Pages } from '../pages'
import { usePostedForm } from '../posted-form'
import { NewProductForm } from './new-product-form'
import { ProductFilters } from './product-filters'
import { parseProductQuery, productListUrl } from './product-query'
import { ProductTable } from './product-table'
import { newProductSchema } from './product.schema'
import { createProduct, listProducts, PRODUCTS_PER_PAGE } from './products.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Products', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const query = parseProductQuery(new URL(request.url).searchParams)
  return { query, ...(await listProducts(operator, query)) }
}

/** Makes a product, and redirects to its page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const form = await parseForm(context.form, newProductSchema)
  if (!form.ok) return invalid(form)
  const made = await createProduct(operator, form.value)
  if (!made.ok) return refused(form, made.refusal, 409)
  return context.flashes.success(`/desk/products/${made.value}`, 'This is the new product, a draft.')
}

export default function Products() {
  const { query, rows, total, categories } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Products</h1>
      <p>
        <a className="link" href="#new-product">
          New product
        </a>{' '}
        <a className="link" href="/desk/products/import">
          Import or export as CSV
        </a>
      </p>
      <ProductFilters query={query} categories={categories} />
      <p role="status">{total === 1 ? '1 product' : `${total} products`}</p>
      {rows.length > 0 ? <ProductTable rows={rows} /> : <p className="muted">Nothing here.</p>}
      <Pages
        page={query.page}
        last={Math.ceil(total / PRODUCTS_PER_PAGE)}
        urlOf={(page) => productListUrl({ ...query, page })}
      />
      <NewProductForm reply={usePostedForm(useActionData<typeof action>()?.form)} />
    </>
  )
}
