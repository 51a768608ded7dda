import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty } from '~/ui/empty'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { attempt } from '~/platform/attempt.server'
import { redirectTo } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { cartActions } from './cart-actions.server'
import { readCart, readPromoCode } from './cart.server'
import { priceCart } from './price-cart.server'
import { CartLines } from './cart-lines'
import { LoginRequired } from './login-required'
import { OrderSummary } from './order-summary'

export const handle: PageHandle = { styles: ['choices', 'cart'], react: 'idle' }

export const meta = () => pageMeta('Your cart', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const cart = await readCart(context, request)
  const promoCode = await readPromoCode(context, request)
  const priced =
    cart.lines.length === 0
      ? null
      : await attempt(context, 'cart not priced', () => priceCart(context, cart, promoCode))
  return {
    cart: priced,
    isEmpty: cart.lines.length === 0,
    isSignedIn: context.visitor.isSignedIn,
    mayBeGuest: context.settings.GUEST_CHECKOUT === 'on',
    asksToLogIn: new URL(request.url).searchParams.get('login') === 'required',
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const act = dispatch(context.form.get('intent'), cartActions)
  return act ? act(context, request, context.form) : redirectTo('/cart')
}

export default function CartPage() {
  const { cart, isEmpty, isSignedIn, mayBeGuest, asksToLogIn } = useLoaderData<typeof loader>()
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: 'Cart' }]} />
      <h1 className="page-title">your cart</h1>
      {isEmpty ? <EmptyCart isSignedIn={isSignedIn} /> : null}
      {!isEmpty && !cart ? (
        <p className="notice">We can’t read the prices right now. Your cart is safe; please try again in a moment.</p>
      ) : null}
      {cart ? (
        <div className="two-columns">
          <CartLines lines={cart.lines} />
          <OrderSummary cart={cart} isSignedIn={isSignedIn} />
        </div>
      ) : null}
      {asksToLogIn && !isSignedIn ? <LoginRequired mayBeGuest={mayBeGuest} /> : null}
    </div>
  )
}

function EmptyCart({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Empty text="Your cart is empty">
      {isSignedIn ? (
        <a className="button" href="/product-listing">
          Browse our products
        </a>
      ) : (
        <p>
          Have an account?{' '}
          <a className="link" href="/login">
            Log in
          </a>
        </p>
      )}
    </Empty>
  )
}
