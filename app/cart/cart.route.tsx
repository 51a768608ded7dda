import { m } from '~/language/messages'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import type { PageHandle } from '~/ui/page-handle'
import { Notice } from '~/ui/progress/notice'
import { pageMeta } from '~/ui/page-meta'
import { arrivalPromise } from '~/delivery/arrival'
import { ArrivalLine } from '~/delivery/arrival-line'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { lackForFree, type DeliveryTerms } from '~/delivery/terms'
import { moneyInText } from '~/platform/money'
import { attempt, attemptMain } from '~/platform/attempt.server'
import { findShopper, redirectTo, type RequestContext } from '~/platform/context.server'
import { dropsCookies } from '~/platform/cookies.server'
import { dispatch } from '~/platform/http/forms.server'
import { BestSellers } from '~/catalog/best-sellers'
import { listBestSellers } from '~/catalog/best-sellers.server'
import { findProduct, listCompleting } from '~/catalog/catalog.server'
import { toMateViews } from '~/catalog/mate-view'
import { isSameLine, lineKey, WAYS_OUT, type Cart } from './cart'
import { Added, readAdded } from './added-line'
import { cartActions } from './cart-actions.server'
import { followColors } from './change-cart.server'
import { removedLineSchema } from './cart.schema'
import type { RemovedLine } from './removed-line'
import { readCart, readPromoCode, UNREAD_CART } from './cart.server'
import { readGuestTerms } from './guests.server'
import { priceCart, type PricedCart, type PricedLine } from './price-cart.server'
import { forgetSeenPrices, withSeenPrices } from './seen-prices.server'
import { CartInPlace } from './cart-in-place.area'
import { CompletingCart } from './completing-cart'
import { LoginRequired } from './login-required.area'

export const handle: PageHandle = { styles: ['choices', 'cart', 'sets'], showsDescribed: true }

export const meta = () => pageMeta(m.cart_title(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const parameters = new URL(request.url).searchParams
  const needsCookies = dropsCookies(request)
  if (needsCookies === false) throw redirectTo('/cart')
  const showsLoginDialog = parameters.get('login') === 'required' && !context.visitor.isSignedIn
  const cart = await readCart(context, request)
  const isEmpty = cart.lines.length === 0 && cart !== UNREAD_CART
  if (isEmpty) await forgetSeenPrices(context, request)
  const promoCode = await readPromoCode(context, request)
  const priced =
    cart.lines.length === 0
      ? null
      : await attemptMain(context, 'cart not priced', async () =>
          withSeenPrices(context, request, await pricedAsNamed(context, request, cart, promoCode)),
        )
  const delivery = priced ? await readDeliveryTerms(context) : null
  const [removed, mates, bestSellers] = await Promise.all([
    findRemovedLine(context, request, cart),
    findMates(context, priced?.lines ?? []),
    isEmpty ? listBestSellers(context) : [],
  ])
  return {
    removed,
    added: readAdded(context.flash, priced),
    cart: priced,
    arrival: delivery && arrivalPromise(delivery, Date.now()),
    notes: delivery && priced ? deliveryNotes(delivery, priced) : [],
    isEmpty,
    mates,
    bestSellers,
    isSignedIn: context.visitor.isSignedIn,
    takesCards: context.services.payments !== null,
    loginDialog: showsLoginDialog ? { mayBeGuest: (await readGuestTerms(context)).mayOrder } : null,
    needsCookies,
  }
}

/** Says how much more brings free delivery, and that the price of delivery is an estimate while the city isn't known. */
function deliveryNotes(terms: DeliveryTerms, { subtotal, promo_discount: off }: PricedCart): string[] {
  const missing = lackForFree(terms, subtotal - off)
  return [
    ...(missing ? [m.delivery_lack({ amount: moneyInText(missing.lack) })] : []),
    ...(terms.areas.length > 0 ? [m.cart_delivery_by_city()] : []),
  ]
}

/** Prices the cart with its colours as they are called now. */
async function pricedAsNamed(context: RequestContext, request: Request, cart: Cart, promoCode: string | null) {
  const buyer = { shopper: (await findShopper(context))?.id }
  const priced = await priceCart(context, cart, promoCode, undefined, buyer)
  const named = await attempt(context, 'colors not followed', () => followColors(context, request, priced.lines))
  return named ? priceCart(context, named, promoCode, undefined, buyer) : priced
}

/** Returns what completes a set with the cart's lines, each in the colour of the line that it completes. */
async function findMates(context: RequestContext, lines: PricedLine[]) {
  if (lines.length === 0) return []
  const ids = lines.map(({ product }) => product)
  const found = await attempt(context, 'sets of a cart not shown', () => listCompleting(context, ids))
  return toMateViews(found ?? [], (mate) => lines.find(({ product }) => product === mate.with)?.color ?? null)
}

/** Returns the removed line that the URL names, or null if there is none or it is back in the cart. */
async function findRemovedLine(context: RequestContext, request: Request, cart: Cart): Promise<RemovedLine | null> {
  const parameters = new URL(request.url).searchParams
  const how = WAYS_OUT.find((one) => parameters.has(one)) ?? 'removed'
  const { data: line } = removedLineSchema.safeParse({
    key: parameters.get(how),
    quantity: parameters.get('quantity'),
  })
  if (!line || cart.lines.some((existing) => isSameLine(existing, line.key))) return null
  const found = await attempt(context, 'removed line not named', () => findProduct(context, line.key.product))
  const { size, color } = line.key
  const name = found?.product.name ?? m.cart_the_product()
  const savedAs = how === 'later' ? (found?.product.slug ?? null) : null
  return { key: lineKey(line.key), size, color, quantity: line.quantity, name, savedAs, isGone: how === 'gone' }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const act = dispatch(context.form.get('intent'), cartActions)
  return act ? act(context, request, context.form) : redirectTo('/cart')
}

export default function CartPage() {
  const { bestSellers, mates, loginDialog, needsCookies, ...page } = useLoaderData<typeof loader>()
  const { cart, added, removed, arrival, notes, isEmpty, isSignedIn, takesCards } = page
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: m.cart_home(), to: '/' }, { name: m.cart_cart() }]} />
      <h1 className="page-title">{m.cart_heading()}</h1>
      {needsCookies ? <Notice type="error">{m.cart_needs_cookies()}</Notice> : null}
      {/* Parts change with the cart, which React changes in place. */}
      <div data-part="added">
        {added ? <Added added={added} canOrder={cart?.canOrder === true} isSignedIn={isSignedIn} /> : null}
      </div>
      <div data-part="arrival">
        <ArrivalLine promise={arrival} />
      </div>
      <CartInPlace
        cart={cart}
        notes={notes}
        removed={removed}
        isEmpty={isEmpty}
        isSignedIn={isSignedIn}
        takesCards={takesCards}
      />
      <div data-part="completing">
        <CompletingCart mates={mates} />
      </div>
      <div data-part="best-sellers">
        <BestSellers products={bestSellers} />
      </div>
      {loginDialog ? <LoginRequired {...loginDialog} /> : null}
    </div>
  )
}
