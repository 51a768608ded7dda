import { renderToStaticMarkup } from 'react-dom/server'
import { readHeaderProfile } from '~/account/header-profile.server'
import { readCart } from '~/cart/cart.server'
import { markSavedHearts } from '~/catalog/heart'
import { readFilterOptions } from '~/catalog/listing/listed-products.server'
import { listingPath, parseListingQuery } from '~/catalog/listing/listing-query'
import { attempt } from '~/platform/attempt.server'
import { fillHtml, type PlaceContents } from '~/platform/cache/places.server'
import type { Needs } from '~/platform/context.server'
import { LiteContext } from '~/platform/hydration/lite'
import type { PlacesContext, ReadPlaces } from '~/ui/page-handle'
import type { PlaceElements } from '~/ui/place'
import { OwnStock } from '~/sizes/own-stock'
import { readOwnSizes } from '~/sizes/own-size.server'
import { readHearts } from '~/wishlist/wishlist.server'
import { FloatingCart } from './floating-cart'
import { AccountLink, CartLink } from './header'

type Visit = PlacesContext & Needs<'isLite'>

export async function placesOf(context: Visit, request: Request, names: ReadonlySet<string>): Promise<PlaceContents> {
  const readOwn = context.route.readPlaces as ReadPlaces | null
  const [shell, own, hearts] = await Promise.all([
    shellPlaces(context, request, names),
    readOwn?.(context, request, names),
    readHearts(context, request),
  ])
  const html: Record<string, string> = {}
  for (const [name, element] of Object.entries({ ...shell, ...own }))
    if (names.has(name))
      html[name] = renderToStaticMarkup(<LiteContext.Provider value={context.isLite}>{element}</LiteContext.Provider>)
  const { isSignedIn } = context.visitor
  if (hearts.length === 0) return { isSignedIn, html }
  const saved = new Set(hearts.map(({ slug }) => slug))
  return { isSignedIn, html, rewrite: (whole) => markSavedHearts(whole, saved) }
}

async function shellPlaces(context: Visit, request: Request, names: ReadonlySet<string>): Promise<PlaceElements> {
  if (!names.has('account')) return {}
  const [{ lines }, profile, stock] = await Promise.all([
    readCart(context, request),
    readHeaderProfile(context, request),
    names.has('own-stock') ? ownStock(context, request) : {},
  ])
  const { pathname, search } = new URL(request.url)
  return {
    ...stock,
    account: <AccountLink profile={profile} from={pathname + search} />,
    'cart-count': <CartLink count={lines.length} />,
    'floating-cart': <FloatingCart count={lines.length} />,
  }
}

/** Returns the listing's link to what is in stock in the shopper's own sizes, of those that the shop has. */
async function ownStock(context: Visit, request: Request): Promise<PlaceElements> {
  const own = Object.values(await readOwnSizes(context, request)).filter((size) => size !== undefined)
  if (own.length === 0) return {}
  const options = await attempt(context, 'own sizes not offered', () => readFilterOptions(context))
  const sizes = [...new Set(own)].filter((size) => options?.sizes.includes(size))
  const url = new URL(request.url)
  const query = parseListingQuery(url.searchParams, url.pathname === listingPath({ isSale: true }))
  return sizes.length === 0 || query.inStock ? {} : { 'own-stock': <OwnStock query={query} sizes={sizes} /> }
}

/** Fills in a page that was rendered for one request. Visitors of whom nothing is known get it as it is. */
export async function fillRendered(page: string, context: Visit, request: Request): Promise<string> {
  const isKnown = context.cookies.isOurs(request.headers.get('cookie') ?? '')
  if (!isKnown || context.route.hasOwnLayout) return page
  return fillHtml(page, (names) => placesOf(context, request, names))
}
