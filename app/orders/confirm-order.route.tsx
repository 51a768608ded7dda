import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { formatMoney } from '~/platform/money'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { confirmOrder, findOrderToConfirm } from './confirm-order.server'
import { normalizeOrderId } from './order'
import { isOrderToken } from './order-link.server'

export const handle: PageHandle = { styles: ['content'], withoutNewsletter: true }

export const meta = () => pageMeta('Confirm your order', { hidden: true })

const INVALID_LINK = 'This link is not good. Please open the one in our message again.'

/** Returns the order number and token of a valid link, else null. */
function readLink({ settings }: RequestContext, id: string | undefined, token: string) {
  const orderId = normalizeOrderId(id ?? '')
  return orderId && isOrderToken(settings, 'confirm', orderId, token) ? { orderId, token } : null
}

/** Opening the link changes nothing, since messengers fetch links for previews. The button does. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const link = readLink(context, params.id, new URL(request.url).searchParams.get('token') ?? '')
  if (!link) return data({ token: '', order: null, problem: INVALID_LINK }, { status: 404 })
  const order = await attempt(context, 'order to confirm not read', () => findOrderToConfirm(context, link.orderId))
  const problem = order ? null : 'We can’t read your order right now. Please try again in a moment.'
  return data({ token: link.token, order, problem }, { status: order ? 200 : 503 })
}

export async function action({ params, context }: ActionFunctionArgs) {
  const token = context.form.get('token')
  const link = readLink(context, params.id, typeof token === 'string' ? token : '')
  if (!link) return context.flashes.error('/', INVALID_LINK)
  const page = `/confirm-order/${link.orderId}?token=${link.token}`
  const confirmed = await attempt(context, 'order not confirmed', () => confirmOrder(context, link.orderId))
  if (!confirmed) return context.flashes.error(page, 'We couldn’t confirm your order. Please try again in a moment.')
  return confirmed.ok
    ? context.flashes.success(page, 'Thank you. Your order is confirmed.')
    : context.flashes.error(page, 'This order can’t be confirmed any more.')
}

const STATES = {
  open: { title: 'Confirm your order', text: 'You pay in cash when it arrives.' },
  confirmed: { title: 'Your order is confirmed', text: 'Thank you. You don’t have to do anything more.' },
  'not confirmable': { title: 'Nothing to confirm', text: 'This order was cancelled or is not paid in cash.' },
}

export default function ConfirmOrder() {
  const { token, order, problem } = useLoaderData<typeof loader>()
  if (!order) {
    return (
      <div className="success">
        <h1>Confirm your order</h1>
        <p>{problem}</p>
      </div>
    )
  }
  const { title, text } = STATES[order.state]
  return (
    <div className="success">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        {order.orderId}: {order.items.join(', ')}. Total {formatMoney(order.total)}.
      </p>
      {order.state === 'open' ? (
        <form method="post" action={`/confirm-order/${order.orderId}`}>
          <input type="hidden" name="token" value={token} />
          <button className="button">Confirm your order</button>
        </form>
      ) : null}
    </div>
  )
}
