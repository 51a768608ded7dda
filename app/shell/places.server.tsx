import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { readHeaderProfile } from '~/account/header-profile.server'
import { readCart } from '~/cart/cart.server'
import { FloatingCart } from '~/ui/floating-cart'
import { findProduct } from '~/catalog/catalog.server'
import { carriedChoice, initialChoice } from '~/catalog/product-choice'
import { attempt } from '~/platform/attempt.server'
import type { PlaceContents } from '~/platform/cache/places.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { LiteContext } from '~/platform/hydration/lite'
import { StockMailField } from '~/restock/stock-alert-form'
import { OwnReviewLinks } from '~/reviews/own-review-links'
import { lookUpOwnReview } from '~/reviews/reviews.server'
import { readOwnSizes } from '~/sizes/own-size.server'
import { ownSizeHtml } from '~/sizes/own-size-html.server'
import { markSavedHearts } from '~/ui/heart'
import type { PlaceName } from '~/ui/place'
import { recordView } from '~/viewed/viewed.server'
import { ViewedProducts } from '~/viewed/viewed-products'
import { readHearts } from '~/wishlist/wishlist.server'
import { AccountLink, CartLink } from './header'

type Visit = Needs<'backends' | 'catalogue' | 'cookies' | 'isLite' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>
type Contents = Partial<Record<PlaceName, string>>

/** A known visitor's page: its version, full or lite, and the names of its places. */
interface Page extends Needs<'isLite'> {
  names: ReadonlySet<string>
}

/** Renders a place, unless the page doesn't have it. */
function render({ isLite, names }: Page, name: PlaceName, place: () => ReactElement): Contents {
  if (!names.has(name)) return {}
  return { [name]: renderToStaticMarkup(<LiteContext.Provider value={isLite}>{place()}</LiteContext.Provider>) }
}

/** Returns the personal content of a known visitor's page, for the places that it has. */
export async function placesOf(context: Visit, request: Request, names: ReadonlySet<string>): Promise<PlaceContents> {
  const { pathname, search } = new URL(request.url)
  const slug = /^\/product\/([a-z0-9-]+)$/.exec(pathname)?.[1]
  const page = { isLite: context.isLite, names }
  const [{ lines }, profile, hearts, onProduct, choosing] = await Promise.all([
    readCart(context, request),
    readHeaderProfile(context, request),
    readHearts(context, request),
    slug === undefined ? {} : placesAroundProduct(context, page, request, slug),
    slug === undefined ? {} : placesOfChoice(context, page, request, slug),
  ])
  const html: Contents = {
    ...render(page, 'account', () => <AccountLink profile={profile} from={pathname + search} />),
    ...render(page, 'cart-count', () => <CartLink count={lines.length} />),
    ...render(page, 'floating-cart', () => <FloatingCart count={lines.length} />),
    ...onProduct,
    ...choosing,
  }
  const { isSignedIn } = context.visitor
  if (hearts.length === 0) return { isSignedIn, html }
  const saved = new Set(hearts)
  return { isSignedIn, html, rewrite: (whole) => markSavedHearts(whole, saved) }
}

/** Renders the visitor's e-mail address and recently viewed products for a product page. */
async function placesAroundProduct(context: Visit, page: Page, request: Request, slug: string): Promise<Contents> {
  const email = context.visitor.claimed?.email
  const products = await recordView(context, request, slug)
  const from = `/product/${slug}`
  return {
    ...(email === undefined ? {} : render(page, 'stock-mail', () => <StockMailField email={email} />)),
    ...(products ? render(page, 'viewed', () => <ViewedProducts products={products} from={from} />) : {}),
  }
}

/** Renders the visitor's own size and the links to their review for a product page, as far as they can be read. */
async function placesOfChoice(context: Visit, page: Page, request: Request, slug: string): Promise<Contents> {
  const { searchParams } = new URL(request.url)
  const own = await readOwnSizes(context, request)
  const isAtReviews = page.names.has('write-review') && context.visitor.isSignedIn
  if (Object.keys(own).length === 0 && !isAtReviews) return {}
  const found = await attempt(context, 'product of a place not read', () => findProduct(context, slug))
  if (!found) return {}
  const { product } = found
  const review = isAtReviews
    ? await attempt(context, 'own review not looked up', () => lookUpOwnReview(context, product.id))
    : null
  const carried = carriedChoice(initialChoice(product, searchParams), searchParams)
  return {
    'own-size': ownSizeHtml(product, own, request),
    ...(review
      ? render(page, 'write-review', () => <OwnReviewLinks slug={product.slug} carried={carried} review={review} />)
      : {}),
  }
}
