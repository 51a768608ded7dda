import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Order } from '~/orders/order-rows'
import { findGuestOrder, findOrder, readGuestKeys } from '~/orders/orders.server'
import { attempt } from '~/platform/attempt.server'
import { findShopper, redirectTo, requireShopper, type RequestContext } from '~/platform/context.server'
import { formatMoney } from '~/platform/money'
import { Flower } from '~/ui/icon'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import {
  amountToPay,
  failPayment,
  FAILURES,
  guestPayer,
  paymentForm,
  startPayment,
  takesCards,
  type Payer,
  type PaymentRefusal,
} from './payments.server'

export const handle: PageHandle = { styles: ['content'], reaches: ['payments'], withoutNewsletter: true }

export const meta = () => pageMeta('Pay with PayFast', { hidden: true })

const NOT_STARTED = 'Error initializing payment.'
const PAYMENTS_ARE_OFF = 'This order can’t be paid online at the moment.'
/** Why an expired order can't be paid any more, in words for the shopper. */
const LAPSED: Partial<Record<PaymentRefusal, string>> = {
  sold_out: 'This order had lapsed, and something in it is sold out now. Please order again.',
  promo_used_up: 'This order had lapsed, and its promo code has been used up. Please order again.',
  too_many_payments: 'This order can’t be paid online any more. Please choose cash on delivery, or write to us.',
  too_many_unpaid_orders: 'You have other orders waiting for payment. Please pay those first, or try again in an hour.',
}

/** Returns the visitor's order: a guest's by the key in their cookie, else the shopper's. */
async function findPayable(
  context: RequestContext,
  request: Request,
  orderId: string,
): Promise<{ order: Order | null; payer: Payer; pageUrl: string }> {
  const keys = await readGuestKeys(context, request)
  const key = keys.get(orderId)
  const order = key ? await findGuestOrder(context, orderId, key) : null
  if (key && order) {
    return { order, payer: guestPayer(context, key, [...keys.values()]), pageUrl: `/checkout/placed/${orderId}` }
  }
  const shopper = await requireShopper(context, request)
  return { order: await findOrder(shopper, orderId), payer: shopper, pageUrl: `/profile/active-orders/${orderId}` }
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { order, pageUrl } = await findPayable(context, request, params.id ?? '')
  const amount = order ? amountToPay(order) : 0
  if (!order || (order.status !== 'PaymentPending' && amount === 0)) throw redirectTo(pageUrl)
  if (!takesCards(context)) throw await context.flashes.error(pageUrl, PAYMENTS_ARE_OFF)
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw await context.flashes.error(pageUrl, 'Invalid payment amount.')
  const form = await paymentForm(context, order)
  if (!form) throw await context.flashes.error(pageUrl, NOT_STARTED)
  return { ...form, total: formatMoney(amount), pageUrl }
}

/** Re Pay and Pay Now: starts the payment again and redirects to the page that posts to PayFast. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const orderId = params.id ?? ''
  const mayPay = (await findShopper(context)) !== null || (await readGuestKeys(context, request)).has(orderId)
  if (!mayPay) return context.flashes.error('/', 'You must be logged in to make a payment')
  const { payer, pageUrl } = await findPayable(context, request, orderId)
  if (!takesCards(context)) return context.flashes.error(pageUrl, PAYMENTS_ARE_OFF)
  const started = await attempt(context, 'payment not started', () => startPayment(payer, orderId))
  if (started?.ok) return redirectTo(`/pay/${orderId}`)
  if (started) return context.flashes.error(pageUrl, LAPSED[started.refusal] ?? NOT_STARTED)
  await attempt(context, 'payment not marked', () => failPayment(payer, orderId, FAILURES.notStarted))
  return context.flashes.error(pageUrl, NOT_STARTED)
}

export default function Pay() {
  const { url, fields, total, pageUrl } = useLoaderData<typeof loader>()
  return (
    <div className="wrap section">
      <form className="success" method="post" action={url} data-submit-at-once data-arrival="idle">
        <Flower large />
        <h1>Redirecting to PayFast...</h1>
        <p>You pay {total} on PayFast’s own page. Your card number never reaches us.</p>
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className="button">Continue to PayFast</button>
        <a className="link" href={pageUrl}>
          Not now
        </a>
      </form>
    </div>
  )
}
