import { data, redirect, type ActionFunctionArgs, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { arrivalPromise, arrivalPromiseExpiry } from '~/delivery/arrival'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import { attempt } from '~/platform/attempt.server'
import { findShopper } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { StockAlertForm } from '~/restock/stock-alert-form'
import { findOwnReview, hasReviewOf, listReviews } from '~/reviews/reviews.server'
import { reviewActions } from '~/reviews/review-actions.server'
import type { loader as rootLoader } from '~/root'
import { parseReviewQuery } from '~/reviews/review-query'
import { ReviewsTab } from '~/reviews/reviews-tab'
import { readOwnSizes } from '~/sizes/own-size.server'
import { ownSizeHtml } from '~/sizes/own-size-html.server'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty } from '~/ui/empty'
import { Heart } from '~/ui/heart'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { Place } from '~/ui/place'
import { recordView } from '~/viewed/viewed.server'
import { ViewedProducts } from '~/viewed/viewed-products'
import { toCardView } from './card-view'
import { findProduct, isProductGone, listCategories, readAssurance } from './catalog.server'
import { BuyBar } from './buy-form'
import { categorySteps, categoryTree } from './category-tree'
import { ChosenProduct } from './chosen-product.area'
import { carriedChoice, initialChoice, galleriesOf, missingChoice, productUrl } from './product-choice'
import { toChoiceView, toProductView } from './product-view'
import { ProductCard } from './product-card'
import { NoProduct } from './no-product'
import { ProductTabs, TABS } from './product-tabs'
import { productData } from './structured-data'
import { pictureUrl } from '~/ui/picture'

export const handle: PageHandle = {
  styles: (query) => {
    const tab = query.get('tab')
    return [
      'choices',
      'product',
      ...(tab === 'ratingReviews' ? (['reviews'] as const) : tab === 'SizeGuide' ? (['sizeTab'] as const) : []),
    ]
  },
  cachedBy: ['color', 'size', 'picture', 'tab', 'sort', 'reviews', 'rating'],
}

/** The cache must expire at the cut-off and at midnight, when the expected arrival changes. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta = ({
  data: page,
  matches,
}: PageArgs & {
  data?: {
    details: { product: { name: string; description: string; slug: string } } | null
    shared: string | null
    missing: string | null
  }
}) => {
  const product = page?.details?.product
  const title = product?.name ?? 'Product not found'
  return pageMeta(page?.missing ? `Error: ${title}` : title, {
    description: product?.description,
    shared: product && {
      page: { matches },
      path: `/product/${product.slug}`,
      product: { picture: page?.shared ?? null },
    },
    hidden: !product,
  })
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const idOrSlug = params.id ?? ''
  const parameters = new URL(request.url).searchParams
  const missing = (problem: string, status: number) =>
    data(
      {
        details: null,
        problem,
        shared: null,
        choice: null,
        carried: {},
        missing: null,
        ownSize: '',
        sizing: { size_chart: null, fit_notes: null },
        pictures: {},
        picture: 0,
        tab: TABS[0].id,
        reviews: null,
        writing: null,
        deleting: false,
        hasReviewed: false,
        assurance: '',
        arrival: null,
        ancestors: [],
        flashMessage: null,
        isSignedIn: false,
        email: null,
        viewed: null,
        structured: [],
      },
      { status },
    )
  const found = await attempt(context, 'product failed', async () => {
    const details = await findProduct(context, idOrSlug)
    return { details, isGone: !details && (await isProductGone(context, idOrSlug)) }
  })
  if (!found) return missing('Failed to load product details', 503)
  const { details, isGone } = found
  if (!details) return missing('Product not found', isGone ? 410 : 404)
  const { product, similar_products: similar } = details
  if (idOrSlug !== product.slug) return redirect(`/product/${product.slug}${new URL(request.url).search}`, 301)
  const needsOwnReview = parameters.has('write') || parameters.has('delete')
  const writer = needsOwnReview ? await findShopper(context) : null
  const { claimedId } = context.visitor
  const [categories, reviews, assurance, delivery, own, hasReviewed, viewed] = await Promise.all([
    attempt(context, 'breadcrumb without categories', () => listCategories(context)),
    attempt(context, 'reviews failed', () => listReviews(context, product.id, parseReviewQuery(parameters))),
    attempt(context, 'assurance failed', () => readAssurance(context)),
    readDeliveryTerms(context),
    writer ? attempt(context, 'own review not read', () => findOwnReview(writer, product.id)) : null,
    claimedId && parameters.get('tab') === 'ratingReviews'
      ? attempt(context, 'own review not looked up', () => hasReviewOf(context, product.id, claimedId))
      : false,
    recordView(context, request, product.slug),
  ])
  const ancestors = categoryTree(categories ?? []).find(({ name }) => name === product.category?.name)?.ancestors ?? []
  const choice = initialChoice(product, parameters)
  const pictures = galleriesOf(product)
  const shown = pictures[choice.color ?? '']?.length ?? 0
  const now = Date.now()
  const page = {
    details: { product: toProductView(product), similar: similar.map((card) => toCardView(card)) },
    problem: null,
    shared: pictureUrl(product.media[0]?.url ?? '', 'shared', 'jpg'),
    choice,
    carried: carriedChoice(choice, parameters),
    missing: missingChoice(parameters),
    ownSize: ownSizeHtml(product, await readOwnSizes(context, request), request),
    sizing: { size_chart: product.size_chart, fit_notes: product.fit_notes },
    pictures,
    picture: Math.min(Math.max(Number(parameters.get('picture') ?? 1) - 1 || 0, 0), Math.max(shown - 1, 0)),
    tab: TABS.find(({ id }) => id === parameters.get('tab'))?.id ?? TABS[0].id,
    reviews,
    writing: writer && parameters.has('write') ? { own } : null,
    deleting: own !== null && parameters.has('delete'),
    hasReviewed: hasReviewed === true,
    assurance: fillTerms(assurance ?? '', delivery),
    arrival: delivery && arrivalPromise(delivery, now),
    ancestors,
    flashMessage: context.flash?.message ?? null,
    isSignedIn: context.visitor.isSignedIn,
    email: context.visitor.claimed?.email ?? null,
    viewed,
    // Search engines use the canonical URL, which has no query.
    structured:
      parameters.size > 0 ? [] : productData(product, context.settings, reviews?.reviews ?? [], ancestors, delivery),
  }
  return data(
    page,
    delivery ? { headers: { Expires: new Date(arrivalPromiseExpiry(delivery, now)).toUTCString() } } : {},
  )
}

/** Writes, deletes or marks a review; only reviews post to the product's URL. */
export async function action({ params, context }: ActionFunctionArgs) {
  const details = await findProduct(context, params.id ?? '')
  if (!details) throw data(null, { status: 404 })
  const act = dispatch(context.form.get('intent'), reviewActions) ?? reviewActions.write
  return act(context, details.product, context.form)
}

export default function ProductPage() {
  const page = useLoaderData<typeof loader>()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const actionData = useActionData<typeof action>()
  if (!page.details || !page.choice) return <NoProduct problem={page.problem ?? 'Product not found'} />
  const { product, similar } = page.details
  const { category } = product
  const soldOut = product.variants.filter(({ stock }) => stock === 0).map(({ label }) => label)
  const heart = { isSaved: root?.hearts.includes(product.slug) ?? false, from: productUrl(product.slug, page.carried) }
  return (
    <div className="wrap product-page">
      <Breadcrumb
        steps={[
          { name: 'Home', to: '/' },
          { name: 'Shop', to: '/product-listing' },
          ...(category ? categorySteps([...page.ancestors, category]) : [{ name: 'Products', to: '/product-listing' }]),
          { name: product.name },
        ]}
      />
      <div className="product-frame" id={product.slug}>
        <ChosenProduct
          product={toChoiceView(product)}
          choice={page.choice}
          carried={page.carried}
          pictures={page.pictures}
          picture={page.picture}
          assurance={page.assurance}
          arrival={page.arrival}
          missing={page.missing}
          ownSize={page.ownSize}
        />
        <Heart slug={product.slug} name={product.name} {...heart} />
      </div>
      {soldOut.length > 0 ? (
        <section className="section" id="back-in-stock" aria-labelledby="back-in-stock-title">
          <h2 id="back-in-stock-title">Sold out in your size?</h2>
          <p className="muted">We mail you once when it is back.</p>
          <StockAlertForm slug={product.slug} sizes={soldOut} size={page.choice.size} email={page.email} />
        </section>
      ) : null}
      <ProductTabs product={product} sizing={page.sizing} tab={page.tab} carried={page.carried}>
        <ReviewsTab
          product={product}
          carried={page.carried}
          page={page.reviews}
          isSignedIn={page.isSignedIn}
          writing={page.writing}
          deleting={page.deleting}
          hasReviewed={page.hasReviewed}
          reply={actionData?.form}
          flashMessage={page.flashMessage}
        />
      </ProductTabs>
      <section aria-labelledby="similar-title">
        <div className="section-head">
          <h2 className="sentence" id="similar-title">
            you might also like
          </h2>
        </div>
        {similar.length === 0 ? <Empty text="No similar products found" /> : null}
        <div className="product-grid">
          {similar.map((card) => (
            <ProductCard key={card.slug} product={card} />
          ))}
        </div>
      </section>
      <section className="section" id="recently-viewed" aria-label="Recently viewed">
        <Place name="viewed">
          <ViewedProducts products={page.viewed} from={productUrl(product.slug)} />
        </Place>
      </section>
      <BuyBar product={product} />
      {page.structured.map((block) => (
        <script key={block.slice(0, 60)} type="application/ld+json" dangerouslySetInnerHTML={{ __html: block }} />
      ))}
    </div>
  )
}
