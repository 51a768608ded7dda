import { categoryTree } from '~/catalog/category-tree'
import { toCardView } from '~/catalog/card-view'
import { toMateViews } from '~/catalog/mate-view'
import { listCategories, readAssurance } from '~/catalog/catalog.server'
import { carriedChoice, galleriesOf, initialChoice, missingChoice } from '~/catalog/product-choice'
import { videoUrl } from '~/catalog/product-video'
import type { Product, ProductWithSimilar } from '~/catalog/product.schema'
import { arrivalPromise, arrivalPromiseExpiry } from '~/delivery/arrival'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms, lackForFree, type DeliveryTerms } from '~/delivery/terms'
import { m } from '~/language/messages'
import { moneyInText } from '~/platform/money'
import { attempt } from '~/platform/attempt.server'
import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { fitInWords } from '~/reviews/fit'
import { parseReviewQuery } from '~/reviews/review-query'
import { findBoughtSize, findOwnReview, listReviews } from '~/reviews/reviews.server'
import { readSizeCharts } from '~/sizes/size-charts.server'
import { pictureUrl } from '~/ui/picture'
import { readWholeWithin } from '~/platform/whole-number'
import { TABS } from './product-tabs'
import { toProductView } from './product-view'
import { namedItem, productData } from './structured-data'

type Context = Needs<
  'backends' | 'catalogue' | 'flash' | 'sendCookie' | 'sessions' | 'settings' | 'visitor' | Reporting
>

/** Returns the data of a product's page, and when it becomes wrong (ms since 1970; null if it doesn't). */
export async function readProductPage(context: Context, parameters: URLSearchParams, found: ProductWithSimilar) {
  const { product } = found
  const [{ page, delivery }, review] = await Promise.all([
    readShownProduct(context, parameters, found),
    readReviewForm(context, product.id, parameters),
  ])
  const shared = pictureUrl(product.media[0]?.url ?? '', 'shared', 'jpg')
  // Search engines use the canonical URL, which has no query, and those of the product feed.
  const item = parameters.size > 0 ? namedItem(product, parameters) : null
  const reviews = page.reviews?.reviews ?? []
  const structured =
    item === undefined ? [] : productData(product, item, context.settings, reviews, page.ancestors, delivery)
  const expires = delivery && arrivalPromiseExpiry(delivery, Date.now())
  return { page: { ...page, ...review, flashMessage: context.flash?.message ?? null, shared, structured }, expires }
}

/** Returns what a product's page shows to everybody, with the terms of delivery. Parts that fail are null. */
export async function readShownProduct(
  context: Pick<Context, 'backends' | 'catalogue' | 'settings' | Reporting>,
  parameters: URLSearchParams,
  { product, completing, similar_products: similar, buy_now: hasBuyNow }: ProductWithSimilar,
) {
  const [categories, reviews, assurance, delivery, charts] = await Promise.all([
    attempt(context, 'breadcrumb without categories', () => listCategories(context)),
    attempt(context, 'reviews failed', () => listReviews(context, product.id, parseReviewQuery(parameters))),
    attempt(context, 'assurance failed', () => readAssurance(context)),
    readDeliveryTerms(context),
    parameters.get('tab') === 'SizeGuide'
      ? attempt(context, 'size guide without tables', () => readSizeCharts(context))
      : null,
  ])
  const shown = chosen(product, parameters)
  const fit = reviews && fitInWords(reviews.fits)
  const page = {
    product: toProductView(product),
    mates: toMateViews(completing, () => shown.choice.color),
    similar: similar.map((card) => toCardView(card)),
    ...shown,
    missing: missingChoice(parameters),
    hasBuyNow,
    sizing: { size_chart: product.size_chart, fit_notes: lines(product.fit_notes, fit), charts },
    fit: fit ?? firstWords(product.fit_notes),
    tab: TABS.find(({ id }) => id === parameters.get('tab'))?.id ?? TABS[0].id,
    reviews,
    assurance: promises(fillTerms(assurance ?? '', delivery), context.settings.RETURN_DAYS),
    arrival: delivery && arrivalPromise(delivery, Date.now()),
    toFree: delivery && toFreeWords(delivery, product.final_price),
    ancestors: categoryTree(categories ?? []).find(({ name }) => name === product.category?.name)?.ancestors ?? [],
  }
  return { page, delivery }
}

/** Says from what value delivery is free, and what one piece lacks for it; null if it lacks nothing, or delivery is never free. */
function toFreeWords(terms: DeliveryTerms, price: number): string | null {
  const missing = lackForFree(terms, price)
  return missing && m.delivery_lack_of_one({ minimum: moneyInText(missing.minimum), amount: moneyInText(missing.lack) })
}

const lines = (...texts: (string | null)[]) => texts.filter(Boolean).join('\n') || null

/** Returns a text up to the end of its first sentence, or a colon in it. */
const firstWords = (text: string | null) => /^.+?(?=[.:۔](\s|$)|\n|$)/.exec(text ?? '')?.[0] ?? null

/** Returns the operator's promises, and for how long a product can be returned, which is a setting. */
function promises(assurance: string, returnDays: number | undefined): string {
  if (returnDays === undefined) return assurance
  const item = `<li><a href="/help/returns">${m.product_return_days({ days: returnDays })}</a> ${m.product_to_return()}</li>`
  return assurance.endsWith('</ul>') ? assurance.slice(0, -5) + item + '</ul>' : `${assurance}<ul>${item}</ul>`
}

/** Returns the open form of the shopper's own review, and whether to ask before it is deleted. */
async function readReviewForm(context: Context, productId: string, parameters: URLSearchParams) {
  const isAsked = parameters.has('write') || parameters.has('delete')
  const writer = isAsked ? await findShopper(context) : null
  const [own, bought] = writer
    ? await Promise.all([
        attempt(context, 'own review not read', () => findOwnReview(writer, productId)),
        attempt(context, 'bought size not read', () => findBoughtSize(writer, productId)),
      ])
    : [null, null]
  return {
    writing: writer && parameters.has('write') ? { own, bought } : null,
    deleting: own !== null && parameters.has('delete'),
  }
}

/** Returns the choice, its part in the URL, and the pictures with the index of the main one. */
function chosen(product: Product, parameters: URLSearchParams) {
  const choice = initialChoice(product, parameters)
  const pictures = galleriesOf(product)
  const shown = (pictures[choice.color ?? '']?.length ?? 0) + (product.video ? 1 : 0)
  return {
    choice,
    carried: carriedChoice(choice, parameters),
    pictures,
    video: product.video ? videoUrl(product.video) : undefined,
    picture: readWholeWithin(parameters.get('picture'), 1, Math.max(shown, 1)) - 1,
  }
}
