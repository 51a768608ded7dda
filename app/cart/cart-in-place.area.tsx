import { useRef, useState, type FormEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { bodyOf, post, show, type FetchedPage } from '~/platform/hydration/in-place'
import { Empty } from '~/ui/empty'
import { CartLines } from './cart-lines'
import { LeftLine, type Left } from './left-line'
import { OrderSummary } from './order-summary'
import type { PricedCart } from './price-cart.server'

/** The cart's lines and sums; with React a change shows at once, and the page stays. */
export const CartInPlace = area('cart/cart-in-place', Cart)

interface CartProps {
  /** Null when it couldn't be priced. */
  cart: PricedCart | null
  /** What has just left it. */
  left: Left | null
  isEmpty: boolean
  isSignedIn: boolean
  takesCards: boolean
}

const UNREACHABLE = 'Network error. Please check your connection and try again.'

function Cart({ cart, left, isEmpty, isSignedIn, takesCards }: CartProps) {
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  /** One after the other, since each answer brings the cookie that the next one changes. */
  const queue = useRef<Promise<FetchedPage | null>>(Promise.resolve(null))

  // The server's word replaces what was shown ahead of it.
  const [answered, setAnswered] = useState(cart)
  if (cart !== answered) {
    setAnswered(cart)
    setChanges(new Map())
  }

  function submit(event: FormEvent<HTMLDivElement>): void {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const body = bodyOf(form, submitter)
    const key = body.get('key') ?? ''
    const quantity = changes.get(key) ?? cart?.lines.find((line) => line.key === key)?.quantity ?? 1
    const next = {
      more: quantity + 1,
      less: Math.max(1, quantity - 1),
      remove: 0,
      later: 0,
      set: Number(body.get('quantity')),
    }[body.get('intent') ?? '']
    if (next !== undefined) setChanges(new Map([...Array.from(changes), [key, next]]))
    if (next === 0) box.current?.focus({ preventScroll: true })
    setProblem(null)
    const mine = queue.current.catch(() => null).then(() => post(form.action, body))
    queue.current = mine
    mine
      .then(async (page) => {
        if (queue.current !== mine) return
        await show(page)
        // The button that was pressed may be gone: keyboards continue from the cart.
        if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
      })
      .catch(() => {
        setChanges(new Map())
        setProblem(UNREACHABLE)
      })
  }

  return (
    <div ref={box} tabIndex={-1} onSubmit={submit}>
      {problem ? (
        <p className="notice" role="alert">
          {problem}
        </p>
      ) : null}
      <LeftLine left={left} />
      {isEmpty ? <EmptyCart isSignedIn={isSignedIn} /> : null}
      {!isEmpty && !cart ? (
        <p className="notice">We can’t read the prices right now. Your cart is safe; please try again in a moment.</p>
      ) : null}
      {cart ? (
        <div className="two-columns">
          <CartLines lines={cart.lines} changes={changes} />
          <OrderSummary cart={cart} isSignedIn={isSignedIn} takesCards={takesCards} />
        </div>
      ) : null}
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
          <a className="link" href="/login?to=%2Fcart">
            Log in
          </a>
        </p>
      )}
    </Empty>
  )
}
