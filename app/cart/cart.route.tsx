import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { promise } from '~/delivery/arrival'
import { ArrivalLine } from '~/delivery/arrival-line'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { attempt } from '~/platform/attempt.server'
import { redirectTo } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { cartActions } from './cart-actions.server'
import { readCart, readPromoCode } from './cart.server'
import { priceCart } from './price-cart.server'
import { CartInPlace } from './cart-in-place.area'
import { LoginRequired } from './login-required.area'

export const handle: PageHandle = { styles: ['choices', 'cart'] }

export const meta = () => pageMeta('Your cart', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const cart = await readCart(context, request)
  const promoCode = await readPromoCode(context, request)
  const priced =
    cart.lines.length === 0
      ? null
      : await attempt(context, 'cart not priced', () => priceCart(context, cart, promoCode))
  const delivery = priced ? await readDeliveryTerms(context) : null
  return {
    cart: priced,
    arrival: delivery && promise(delivery, Date.now()),
    isEmpty: cart.lines.length === 0,
    isSignedIn: context.visitor.isSignedIn,
    takesCards: context.services.payments !== null,
    mayBeGuest: context.settings.GUEST_CHECKOUT === 'on',
    asksToLogIn: new URL(request.url).searchParams.get('login') === 'required',
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const act = dispatch(context.form.get('intent'), cartActions)
  return act ? act(context, request, context.form) : redirectTo('/cart')
}

export default function CartPage() {
  const { cart, arrival, isEmpty, isSignedIn, takesCards, mayBeGuest, asksToLogIn } = useLoaderData<typeof loader>()
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: 'Cart' }]} />
      <h1 className="page-title">your cart</h1>
      <ArrivalLine promise={arrival} />
      <CartInPlace cart={cart} isEmpty={isEmpty} isSignedIn={isSignedIn} takesCards={takesCards} />
      {asksToLogIn && !isSignedIn ? <LoginRequired mayBeGuest={mayBeGuest} /> : null}
    </div>
  )
}
