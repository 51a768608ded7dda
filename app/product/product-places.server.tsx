import { m } from '~/language/messages'
import { findProduct } from '~/catalog/catalog.server'
import { carriedChoice, initialChoice, productUrl } from '~/catalog/product-choice'
import { attempt } from '~/platform/attempt.server'
import { StockMailField } from '~/restock/stock-alert-form'
import { OwnReviewLinks } from '~/reviews/own-review-links'
import { lookUpOwnReview } from '~/reviews/reviews.server'
import { OwnSize } from '~/sizes/own-size-offer'
import { readOwnSizes } from '~/sizes/own-size.server'
import type { PlacesContext } from '~/ui/page-handle'
import type { PlaceElements } from '~/ui/place'
import { recordView } from '~/viewed/viewed.server'
import { ViewedProducts } from '~/viewed/viewed-products'

/** Returns what a product's page shows of a known visitor, by place, and records that they viewed the product. */
export async function productPlaces(
  context: PlacesContext,
  request: Request,
  names: ReadonlySet<string>,
): Promise<PlaceElements> {
  // The page says that there is no such product.
  if (!names.has('viewed')) return {}
  const slug = context.route.params.id ?? ''
  const email = context.visitor.claimed?.email
  const [viewed, choice] = await Promise.all([
    recordView(context, request, slug),
    placesOfChoice(context, request, slug, names.has('write-review')),
  ])
  return {
    ...choice,
    ...(email === undefined ? {} : { 'stock-mail': <StockMailField email={email} /> }),
    ...(viewed ? { viewed: <ViewedProducts products={viewed} from={productUrl(slug)} /> } : {}),
  }
}

async function placesOfChoice(
  context: PlacesContext,
  request: Request,
  slug: string,
  isAtReviews: boolean,
): Promise<PlaceElements> {
  const own = await readOwnSizes(context, request)
  const mayHaveReview = isAtReviews && context.visitor.isSignedIn
  if (Object.keys(own).length === 0 && !mayHaveReview) return {}
  const found = await attempt(context, 'product of a place not read', () => findProduct(context, slug))
  if (!found) return {}
  const { product } = found
  const url = new URL(request.url)
  const review = mayHaveReview
    ? await attempt(context, 'own review not looked up', () => lookUpOwnReview(context, product.id))
    : null
  const carried = carriedChoice(initialChoice(product, url.searchParams), url.searchParams)
  return {
    'own-size': <OwnSize product={product} own={own} url={url} />,
    ...(review ? { 'write-review': <OwnReviewLinks slug={product.slug} carried={carried} review={review} /> } : {}),
    // Nobody votes for their own review.
    ...(review?.id ? { [`helpful-${review.id}`]: <span className="muted small">{m.product_your_review()}</span> } : {}),
  }
}
