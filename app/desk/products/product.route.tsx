import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { deskPage, found, idOf } from '../desk-page'
import { EditForm } from '../form/edit-form'
import { pageNumber } from '../list/list-address'
import { MAX_FILES } from './pictures/picture-fields'
import { PictureForm } from './pictures/picture-form'
import { changeProduct } from './product-actions.server'
import { productFields } from './product-fields'
import { STATE_NAMES } from './product-query'
import type { DeskProduct } from './product-rows'
import { productFormSchema } from './product.schema'
import { readProduct } from './products.server'
import { StateForm } from './state-form'
import { pagesOfSizes } from './stock-fields'
import { StockForm } from './stock-form'
import { TextLink } from '../list/table'

export const { handle, meta } = deskPage('Product', {
  tooLarge: `At most ${MAX_FILES} pictures, of 10 MB each and 16 MB together, can be sent at once. Nothing was saved.`,
})

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const product = found(await readProduct(operator, idOf(params)))
  const asked = pageNumber(new URL(request.url).searchParams, 'sizes')
  const sizesPage = Math.min(asked, pagesOfSizes(product.sizes.length))
  return { product, sizesPage, changes: await listChanges(operator, 'product', product.id) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  return changeProduct(context, operator, idOf(params))
}

export default function DeskProductPage() {
  const { product, sizesPage, changes } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="order-head">
        <h1 {...freeText(product.name)}>{product.name}</h1>
        <span className="muted">{STATE_NAMES[product.state]}</span>
      </div>
      {product.state === 'published' ? (
        <p>
          <TextLink to={`/product/${product.slug}`} text="See it in the shop" />
        </p>
      ) : null}
      {product.state === 'draft' ? (
        <p>
          <TextLink to={`/desk/products/${product.id}/preview`} text="Preview as shoppers will see it" />
        </p>
      ) : null}
      <StateForm product={product} />
      <StockForm product={product} page={sizesPage} />
      <PictureForm product={product} />
      <ProductForm product={product} />
      <Changes changes={changes} />
    </>
  )
}

/** What shoppers read of a product: texts, features, price, discount, category, colours, attributes and flags; and its article number. */
function ProductForm({ product }: { product: DeskProduct }) {
  return (
    <EditForm
      id="product"
      name="Product"
      hasHeading
      schema={productFormSchema}
      version={product.version}
      intent="save"
      isLarge
      fields={productFields(product)}
      button="Save the product"
    />
  )
}
