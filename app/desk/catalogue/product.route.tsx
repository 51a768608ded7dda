import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { DESK_PAGE } from '../desk-page'
import { pageNumber } from '../page-number'
import { usePostedForm } from '../posted-form'
import { changeProduct } from './product-actions.server'
import { ProductForm } from './product-form'
import { isId, STATE_NAMES } from './product-query'
import { MAX_FILES } from './pictures/picture-fields'
import { readProduct } from './products.server'
import { PictureForm } from './pictures/picture-form'
import { StateForm } from './state-form'
import { pagesOfSizes } from './stock-fields'
import { StockForm } from './stock-form'

export const handle: PageHandle = {
  ...DESK_PAGE,
  tooLarge: `At most ${MAX_FILES} pictures, of 10 MB each and 16 MB together, can be sent at once. Nothing was saved.`,
}

export const meta = () => pageMeta('Product', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const product = isId(params.id) ? await readProduct(operator, params.id) : null
  if (!product) throw new Response(null, { status: 404 })
  const filter = { who: '', kind: 'product', subject: product.id, before: null }
  const asked = pageNumber(new URL(request.url).searchParams, 'sizes')
  const sizesPage = Math.min(asked, pagesOfSizes(product.sizes.length))
  return { product, sizesPage, changes: await listChanges(operator, filter) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  if (!isId(params.id)) throw new Response(null, { status: 404 })
  return changeProduct(context, operator, params.id)
}

export default function DeskProductPage() {
  const { product, sizesPage, changes } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  const intent = reply?.initialValue?.intent
  return (
    <>
      <div className="order-head">
        <h1 {...freeText(product.name)}>{product.name}</h1>
        <span className="muted">{STATE_NAMES[product.state]}</span>
      </div>
      {product.state === 'published' ? (
        <p>
          <a className="link" href={`/product/${product.slug}`}>
            See it in the shop
          </a>
        </p>
      ) : null}
      {product.state === 'draft' ? (
        <p>
          <a className="link" href={`/desk/products/${product.id}/preview`}>
            Preview as shoppers will see it
          </a>
        </p>
      ) : null}
      <StateForm product={product} reply={intent === 'state' ? reply : undefined} />
      <StockForm product={product} page={sizesPage} reply={intent === 'stock' ? reply : undefined} />
      <PictureForm product={product} reply={intent === 'pictures' ? reply : undefined} />
      <ProductForm product={product} reply={intent === 'save' ? reply : undefined} />
      <Changes changes={changes} />
    </>
  )
}
