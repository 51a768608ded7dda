import { renderToStaticMarkup } from 'react-dom/server'
import { readFace } from '~/account/face.server'
import { readCart } from '~/cart/cart.server'
import { FloatingCart } from '~/cart/floating-cart'
import type { PlaceContents } from '~/platform/cache/places.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { StockMailField } from '~/restock/stock-alert-form'
import { fillHearts } from '~/ui/heart'
import type { PlaceName } from '~/ui/place'
import { viewProduct } from '~/viewed/viewed.server'
import { ViewedProducts } from '~/viewed/viewed-products'
import { readHearts } from '~/wishlist/wishlist.server'
import { AccountLink, CartLink } from './header'

type Visit = Needs<'backends' | 'catalogue' | 'cookies' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>
type Contents = Partial<Record<PlaceName, string>>

/** What a known visitor's pages hold at the places where those for everybody differ. */
export async function placesOf(context: Visit, request: Request): Promise<PlaceContents> {
  const { pathname, search } = new URL(request.url)
  const [{ lines }, face, hearts, onProduct] = await Promise.all([
    readCart(context, request),
    readFace(context, request),
    readHearts(context, request),
    placesOfProduct(context, request, pathname),
  ])
  const html: Contents = {
    account: renderToStaticMarkup(<AccountLink face={face} from={pathname + search} />),
    'cart-count': renderToStaticMarkup(<CartLink count={lines.length} />),
    'floating-cart': renderToStaticMarkup(<FloatingCart count={lines.length} />),
    ...onProduct,
  }
  const { isSignedIn } = context.visitor
  if (hearts.length === 0) return { isSignedIn, html }
  const saved = new Set(hearts)
  return { isSignedIn, html, rewrite: (page) => fillHearts(page, saved) }
}

async function placesOfProduct(context: Visit, request: Request, pathname: string): Promise<Contents> {
  const slug = /^\/product\/([a-z0-9-]+)$/.exec(pathname)?.[1]
  if (slug === undefined) return {}
  const email = context.visitor.claimed?.email
  const products = await viewProduct(context, request, slug)
  return {
    ...(email === undefined ? {} : { 'stock-mail': renderToStaticMarkup(<StockMailField email={email} />) }),
    ...(products ? { viewed: renderToStaticMarkup(<ViewedProducts products={products} from={pathname} />) } : {}),
  }
}
