import { m } from '~/language/messages'
import { useRef, useState, type FormEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { bodyOf, post, show, type FetchedPage } from '~/platform/hydration/in-place'
import { Empty } from '~/ui/empty'
import { OpenAgain } from '~/ui/open-again'
import { Notice } from '~/ui/progress/notice'
import { usePending } from '~/ui/progress/use-pending'
import { formatMoney } from '~/platform/money'
import { readWhole } from '~/platform/whole-number'
import { CartLines } from './cart-lines'
import { RemovedLineNotice, type RemovedLine } from './removed-line'
import { OrderSummary } from './order-summary'
import type { PricedCart } from './price-cart.server'

/** Renders the cart's lines and sums. React shows a change at once and submits it in the background. */
export const CartInPlace = area('cart/cart-in-place', Cart)

interface CartProps {
  /** Null if pricing failed. */
  cart: PricedCart | null
  /** What is to be said of the price of delivery. */
  notes: string[]
  removed: RemovedLine | null
  isEmpty: boolean
  isSignedIn: boolean
  takesCards: boolean
}

function Cart({ cart, notes, removed, isEmpty, isSignedIn, takesCards }: CartProps) {
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, run] = usePending(m.cart_updating())
  const box = useRef<HTMLDivElement>(null)
  /** Requests run one after the other, since each response sets the cookie that the next one changes. */
  const queue = useRef<Promise<FetchedPage | null>>(Promise.resolve(null))

  // A new cart from the server replaces the optimistic changes.
  const [rendered, setRendered] = useState(cart)
  const [outcome, setOutcome] = useState('')
  if (cart !== rendered) {
    setRendered(cart)
    setOutcome(cart ? outcomeOf(cart) : '')
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
    const next = quantityAfter(body, quantity)
    if (next !== undefined) setChanges(new Map([...Array.from(changes), [key, next]]))
    if (next === 0) box.current?.focus({ preventScroll: true })
    setProblem(null)
    const request = queue.current.catch(() => null).then(() => post(form.action, body))
    queue.current = request
    run(request)
      .then(async (page) => {
        if (queue.current !== request) return
        await show(page)
        // The pressed button may be gone: keep the keyboard focus in the cart.
        if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
      })
      .catch(() => {
        setChanges(new Map())
        setProblem(m.cart_network_error())
      })
  }

  return (
    <div ref={box} tabIndex={-1} aria-busy={isPending || undefined} onSubmit={submit}>
      {problem ? <Notice type="error">{problem}</Notice> : null}
      <RemovedLineNotice removed={removed} />
      <p className="hidden-visually" role="status">
        {outcome}
      </p>
      {isEmpty ? <EmptyCart isSignedIn={isSignedIn} /> : null}
      {!isEmpty && !cart ? (
        <Empty text={m.cart_not_priced()}>
          <OpenAgain />
        </Empty>
      ) : null}
      {cart ? (
        <div className="two-columns">
          <CartLines lines={cart.lines} changes={changes} />
          <OrderSummary cart={cart} notes={notes} isSignedIn={isSignedIn} takesCards={takesCards} />
        </div>
      ) : null}
    </div>
  )
}

/** Returns what screen readers are told after a change: why lines can't be ordered as they are, and the new total. */
function outcomeOf({ lines, total_amount: total }: PricedCart): string {
  const problems = lines.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem.message}`] : []))
  return [...problems, m.cart_new_total({ total: formatMoney(total) })].join(' ')
}

/** Returns the quantity of a line after a form, or undefined if the form changes no quantity. */
function quantityAfter(body: URLSearchParams, quantity: number): number | undefined {
  return {
    more: quantity + 1,
    less: Math.max(1, quantity - 1),
    remove: 0,
    later: 0,
    set: readWhole(body.get('quantity')),
  }[body.get('intent') ?? '']
}

function EmptyCart({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Empty text={m.cart_empty()}>
      <a className="button" href="/product-listing">
        {m.cart_browse()}
      </a>
      {isSignedIn ? null : (
        <p>
          {m.cart_have_account()}{' '}
          <a className="link" href="/login?to=%2Fcart">
            {m.cart_log_in()}
          </a>
        </p>
      )}
    </Empty>
  )
}
