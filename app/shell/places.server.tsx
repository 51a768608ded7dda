import { renderToStaticMarkup } from 'react-dom/server'
import { readHeaderProfile } from '~/account/header-profile.server'
import { readCart } from '~/cart/cart.server'
import { markSavedHearts } from '~/catalog/heart'
import { fillHtml, type PlaceContents } from '~/platform/cache/places.server'
import type { Needs } from '~/platform/context.server'
import { LiteContext } from '~/platform/hydration/lite'
import type { PlacesContext, ReadPlaces } from '~/ui/page-handle'
import type { PlaceElements } from '~/ui/place'
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
  const [{ lines }, profile] = await Promise.all([readCart(context, request), readHeaderProfile(context, request)])
  const { pathname, search } = new URL(request.url)
  return {
    account: <AccountLink profile={profile} from={pathname + search} />,
    'cart-count': <CartLink count={lines.length} />,
    'floating-cart': <FloatingCart count={lines.length} />,
  }
}

/** Fills in a page that was rendered for one request. Visitors of whom nothing is known get it as it is. */
export async function fillRendered(page: string, context: Visit, request: Request): Promise<string> {
  const isKnown = context.cookies.isOurs(request.headers.get('cookie') ?? '')
  if (!isKnown || context.route.hasOwnLayout) return page
  return fillHtml(page, (names) => placesOf(context, request, names))
}
