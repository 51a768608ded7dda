import { renderToStaticMarkup } from 'react-dom/server'
import { readFace } from '~/account/face.server'
import { readCart } from '~/cart/cart.server'
import { FloatingCart } from '~/cart/floating-cart'
import { findProduct } from '~/catalog/catalog.server'
import { carriedChoice, firstChoice } from '~/catalog/product-choice'
import { attempt } from '~/platform/attempt.server'
import type { PlaceContents } from '~/platform/cache/places.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { OwnReviewLinks } from '~/reviews/own-review-links'
import { hasReviewOf } from '~/reviews/reviews.server'
import { readOwnSizes } from '~/sizes/own-size.server'
import { ownSizeHtml } from '~/sizes/own-size-html.server'
import type { PlaceName } from '~/ui/place'
import { AccountLink, CartLink } from './header'

type Filling = Needs<'backends' | 'catalogue' | 'cookies' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>

/** What a known visitor's pages hold at the places where those for everybody differ. */
export async function placesOf(context: Filling, request: Request): Promise<PlaceContents> {
  const [{ lines }, face, ofProduct] = await Promise.all([
    readCart(context, request),
    readFace(context, request),
    placesOfProduct(context, request),
  ])
  const { pathname, search } = new URL(request.url)
  const html: Partial<Record<PlaceName, string>> = {
    account: renderToStaticMarkup(<AccountLink face={face} from={pathname + search} />),
    'cart-count': renderToStaticMarkup(<CartLink count={lines.length} />),
    'floating-cart': renderToStaticMarkup(<FloatingCart count={lines.length} />),
    ...ofProduct,
  }
  return { isSignedIn: context.visitor.isSignedIn, html }
}

/** What a product's page holds for this visitor alone; nothing on other pages, and nothing that can't be read just now. */
async function placesOfProduct(context: Filling, request: Request): Promise<Partial<Record<PlaceName, string>>> {
  const { pathname, searchParams } = new URL(request.url)
  const slug = /^\/product\/([^/]+)$/.exec(pathname)?.[1]
  if (!slug) return {}
  const own = await readOwnSizes(context, request)
  const isAtReviews = searchParams.get('tab') === 'ratingReviews' && context.visitor.isSignedIn
  if (Object.keys(own).length === 0 && !isAtReviews) return {}
  const answer = await attempt(context, 'product of a place not read', () => findProduct(context, slug))
  if (!answer) return {}
  const { product } = answer
  const { claimedId } = context.visitor
  const hasReviewed =
    isAtReviews && claimedId
      ? await attempt(context, 'own review not looked up', () => hasReviewOf(context, product.id, claimedId))
      : false
  const carried = carriedChoice(firstChoice(product, searchParams), searchParams)
  return {
    'own-size': ownSizeHtml(product, own, request),
    ...(hasReviewed
      ? { 'write-review': renderToStaticMarkup(<OwnReviewLinks slug={product.slug} carried={carried} />) }
      : {}),
  }
}
