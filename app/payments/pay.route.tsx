import { m } from '~/language/messages'
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

export const meta = () => pageMeta(m.payments_pay_title(), { hidden: true })

/** Why an expired order can't be paid any more, in words for the shopper. */
const LAPSED: Partial<Record<PaymentRefusal, () => string>> = {
  sold_out: m.orders_lapsed_sold_out,
  promo_used_up: m.orders_lapsed_promo,
  too_many_payments: m.payments_too_many,
  too_many_unpaid_orders: m.payments_others_first,
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
  if (!takesCards(context)) throw await context.flashes.error(pageUrl, m.payments_off())
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw await context.flashes.error(pageUrl, m.payments_invalid_amount())
  const form = await paymentForm(context, order)
  if (!form) throw await context.flashes.error(pageUrl, m.payments_not_started())
  return { ...form, total: formatMoney(amount), pageUrl }
}

/** Re Pay and Pay Now: starts the payment again and redirects to the page that posts to PayFast. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const orderId = params.id ?? ''
  const mayPay = (await findShopper(context)) !== null || (await readGuestKeys(context, request)).has(orderId)
  if (!mayPay) return context.flashes.error('/', m.payments_log_in_first())
  const { payer, pageUrl } = await findPayable(context, request, orderId)
  if (!takesCards(context)) return context.flashes.error(pageUrl, m.payments_off())
  const started = await attempt(context, 'payment not started', () => startPayment(payer, orderId))
  if (started?.ok) return redirectTo(`/pay/${orderId}`)
  if (started) return context.flashes.error(pageUrl, LAPSED[started.refusal]?.() ?? m.payments_not_started())
  await attempt(context, 'payment not marked', () => failPayment(payer, orderId, FAILURES.notStarted))
  return context.flashes.error(pageUrl, m.payments_not_started())
}

export default function Pay() {
  const { url, fields, total, pageUrl } = useLoaderData<typeof loader>()
  return (
    <div className="wrap section">
      <form className="success" method="post" action={url} data-submit-at-once data-arrival="idle">
        <Flower large />
        <h1>{m.payments_redirecting()}</h1>
        <p>{m.payments_own_page({ total })}</p>
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button className="button">{m.payments_continue()}</button>
        <a className="link" href={pageUrl}>
          {m.payments_not_now()}
        </a>
      </form>
    </div>
  )
}
