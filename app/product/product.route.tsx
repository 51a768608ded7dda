import { m } from '~/language/messages'
import { data, redirect, type ActionFunctionArgs, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findProduct, type Catalogue } from '~/catalog/catalog.server'
import { findMissing } from '~/catalog/former-names.server'
import { productUrl } from '~/catalog/product-choice'
import type { Product } from '~/catalog/product.schema'
import { attempt } from '~/platform/attempt.server'
import { dispatch } from '~/platform/http/forms.server'
import { reviewActions } from '~/reviews/review-actions.server'
import { ReviewsTab } from '~/reviews/reviews-tab'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { Place } from '~/ui/place'
import { ViewedProducts } from '~/viewed/viewed-products'
import { readProductPage } from './product-page.server'
import { productPlaces } from './product-places.server'
import { productStyles, ShownProduct } from './shown-product'
import { WaysOn } from '~/catalog/not-found'
import { Empty, LATER } from '~/ui/empty'
import { TryAgain } from '~/ui/try-again'

export const handle: PageHandle = {
  // Without a product there is no buy bar, which needs room below the footer.
  styles: (query, found) => {
    const page = (found as { page: Page | null } | undefined)?.page
    return page ? productStyles(query, page.mates.length > 0) : []
  },
  readPlaces: productPlaces,
  cachedBy: ['color', 'size', 'picture', 'tab', 'sort', 'reviews', 'rating', 'has'],
  uncachedBy: ['quantity', 'step', 'missing', 'write', 'delete'],
}

/** The cache must expire at the cut-off and at midnight, when the expected arrival changes. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

type Page = Awaited<ReturnType<typeof readProductPage>>['page']

export const meta = ({ data: found, matches }: PageArgs & { data?: { page: Page | null; problem: string | null } }) => {
  const page = found?.page
  const title = page?.product.name ?? found?.problem ?? m.product_not_found()
  return pageMeta(page?.missing ? m.product_error_title({ title }) : title, {
    description: page?.product.description,
    shared: page
      ? { page: { matches }, path: `/product/${page.product.slug}`, product: { picture: page.shared } }
      : undefined,
    hidden: !page,
  })
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const idOrSlug = params.id ?? ''
  const url = new URL(request.url)
  const found = await attempt(context, 'product failed', async () => {
    const details = await findProduct(context, idOrSlug)
    if (details) return { details, color: await newColor(context, details.product, url.searchParams.get('color')) }
    const [missing] = await findMissing(context, 'product', [idOrSlug])
    return { details, status: missing?.status }
  })
  if (!found) return noPage(m.product_failed(), 503)
  const { details, color, status } = found
  if (!details) return noPage(m.product_not_found(), status === 410 ? 410 : 404)
  const { slug } = details.product
  if (color) url.searchParams.set('color', color)
  if (idOrSlug !== slug || color) return redirect(`/product/${slug}${url.search}`, 301)
  const { page, expires } = await readProductPage(context, url.searchParams, details)
  return data(
    { page, problem: null, hasFailed: false },
    expires === null ? {} : { headers: { Expires: new Date(expires).toUTCString() } },
  )
}

/** Returns the name that a colour of the address has now, if it has another and the product comes in it. */
async function newColor(context: Catalogue, { colors }: Product, named: string | null): Promise<string | null> {
  if (!named || colors.some(({ name }) => name === named)) return null
  const [missing] = await findMissing(context, 'color', [named])
  return colors.find(({ name }) => name === missing?.newest)?.name ?? null
}

function noPage(problem: string, status: 404 | 410 | 503) {
  return data({ page: null, problem, hasFailed: status === 503 }, { status })
}

/** Writes, deletes or marks a review; only reviews post to the product's URL. */
export async function action({ params, context }: ActionFunctionArgs) {
  const details = await findProduct(context, params.id ?? '')
  if (!details) throw data(null, { status: 404 })
  const act = dispatch(context.form.get('intent'), reviewActions) ?? reviewActions.write
  return act(context, details.product, context.form)
}

export default function ProductPage() {
  const { page, problem, hasFailed } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  if (!page) return <NoProduct problem={problem ?? m.product_not_found()} hasFailed={hasFailed} />
  const { product, carried } = page
  return (
    <div className="wrap product-page">
      <ShownProduct page={page} isWriting={page.writing !== null}>
        <ReviewsTab
          product={product}
          carried={carried}
          page={page.reviews}
          writing={page.writing}
          deleting={page.deleting}
          reply={actionData?.form}
          flashMessage={page.flashMessage}
        />
      </ShownProduct>
      <section className="section" id="recently-viewed" aria-label={m.product_recently_viewed()}>
        <Place name="viewed">
          <ViewedProducts products={null} from={productUrl(product.slug)} />
        </Place>
      </section>
      {page.structured.map((block) => (
        <script key={block.slice(0, 60)} type="application/ld+json" dangerouslySetInnerHTML={{ __html: block }} />
      ))}
    </div>
  )
}

/** Renders the page of a product that doesn't exist, or that can't be loaded now. */
function NoProduct({ problem, hasFailed }: { problem: string; hasFailed: boolean }) {
  return (
    <section className="wrap">
      <h1 className="page-title">{problem}</h1>
      <Empty text={hasFailed ? LATER() : m.product_others()}>
        {hasFailed ? <TryAgain /> : <WaysOn />}{' '}
        <a className="link" href="/product-listing">
          {m.product_all_products()}
        </a>
      </Empty>
    </section>
  )
}
