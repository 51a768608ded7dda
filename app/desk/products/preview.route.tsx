import { useLoaderData } from '@remix-run/react'
import { readShownProduct } from '~/product/product-page.server'
import { productStyles, ShownProduct } from '~/product/shown-product'
import { ReviewsTab } from '~/reviews/reviews-tab'
import { atDesk } from '../desk.server'
import { deskPage, found, idOf } from '../desk-page'
import { readPreview } from './products.server'
import { TextLink } from '../list/table'

export const { handle, meta } = deskPage('Preview', { styles: (query) => [...productStyles(query, true), 'desk'] })

export const loader = atDesk(async ({ operator, params, request, context }) => {
  const preview = found(await readPreview(operator, idOf(params)))
  const { page } = await readShownProduct(context, new URL(request.url).searchParams, preview)
  const path = `/desk/products/${params.id}`
  return { path, isDraft: preview.isDraft, page: { ...page, product: { ...page.product, preview: `${path}/preview` } } }
})

/** The product's page as the shop will show it. Choices and tabs can be opened; nothing can be bought or saved. */
export default function PreviewPage() {
  const { path, isDraft, page } = useLoaderData<typeof loader>()
  const { product, carried, reviews } = page
  return (
    <>
      <div className="draft-bar" role="region" aria-label="Preview">
        <p>
          <b>{isDraft ? 'Draft' : 'In the shop'}</b>{' '}
          {isDraft ? 'Shoppers don’t see this page yet. Nothing can be bought here.' : 'Nothing can be bought here.'}
        </p>
        <TextLink to={path} text="Back to the desk" />
      </div>
      <main id="main" className="wrap product-page" tabIndex={-1}>
        <ShownProduct page={page}>
          <ReviewsTab
            product={product}
            carried={carried}
            page={reviews}
            writing={null}
            deleting={false}
            flashMessage={null}
          />
        </ShownProduct>
      </main>
    </>
  )
}
