import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { readFace } from '~/account/face.server'
import { readCart } from '~/cart/cart.server'
import { FloatingCart } from '~/cart/floating-cart'
import type { PlaceContents } from '~/platform/cache/places.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { LiteContext } from '~/platform/hydration/lite'
import type { PlaceName } from '~/ui/place'
import { AccountLink, CartLink } from './header'

/** What a known visitor's pages hold at the places where those for everybody differ. */
export async function placesOf(
  context: Needs<'cookies' | 'isLite' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>,
  request: Request,
): Promise<PlaceContents> {
  const [{ lines }, face] = await Promise.all([readCart(context, request), readFace(context, request)])
  const { pathname, search } = new URL(request.url)
  const render = (place: ReactElement) =>
    renderToStaticMarkup(<LiteContext.Provider value={context.isLite}>{place}</LiteContext.Provider>)
  const html: Partial<Record<PlaceName, string>> = {
    account: render(<AccountLink face={face} from={pathname + search} />),
    'cart-count': render(<CartLink count={lines.length} />),
    'floating-cart': render(<FloatingCart count={lines.length} />),
  }
  return { isSignedIn: context.visitor.isSignedIn, html }
}
