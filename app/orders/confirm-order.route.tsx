import { m } from '~/language/messages'
import { listed } from '~/language/names'
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { formatMoney } from '~/platform/money'
import { Flower } from '~/ui/icon'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { confirmOrder, findOrderToConfirm } from './confirm-order.server'
import { normalizeOrderId } from './order'
import { isConfirmToken } from './order-link.server'

export const handle: PageHandle = { styles: ['content'], withoutNewsletter: true }

export const meta = () => pageMeta(m.orders_confirm(), { hidden: true })

/** Returns the order number and token of a valid link, else null. */
function readLink({ settings }: RequestContext, id: string | undefined, token: string) {
  const orderId = normalizeOrderId(id ?? '')
  return orderId && isConfirmToken(settings, orderId, token) ? { orderId, token } : null
}

/** Opening the link changes nothing, since messengers fetch links for previews. The button does. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const link = readLink(context, params.id, new URL(request.url).searchParams.get('token') ?? '')
  if (!link) return data({ token: '', order: null, problem: m.orders_confirm_bad_link() }, { status: 404 })
  const order = await attempt(context, 'order to confirm not read', () => findOrderToConfirm(context, link.orderId))
  const problem = order ? null : m.orders_unreadable()
  return data({ token: link.token, order, problem }, { status: order ? 200 : 503 })
}

export async function action({ params, context }: ActionFunctionArgs) {
  const token = context.form.get('token')
  const link = readLink(context, params.id, typeof token === 'string' ? token : '')
  if (!link) return context.flashes.error('/', m.orders_confirm_bad_link())
  const page = `/confirm-order/${link.orderId}?token=${link.token}`
  const confirmed = await attempt(context, 'order not confirmed', () => confirmOrder(context, link.orderId))
  if (!confirmed) return context.flashes.error(page, m.orders_not_confirmed())
  return confirmed.ok
    ? context.flashes.success(page, m.orders_now_confirmed())
    : context.flashes.error(page, m.orders_not_confirmable())
}

const STATES = {
  open: { title: m.orders_confirm, text: m.orders_pay_on_arrival },
  confirmed: { title: m.orders_confirmed, text: m.orders_confirmed_text },
  'not confirmable': { title: m.orders_nothing_to_confirm, text: m.orders_nothing_to_confirm_text },
}

export default function ConfirmOrder() {
  const { token, order, problem } = useLoaderData<typeof loader>()
  if (!order) {
    return (
      <div className="wrap section success">
        <Flower large />
        <h1>{m.orders_confirm()}</h1>
        <p>{problem}</p>
        <a className="button" href="/">
          {m.ui_return_home()}
        </a>
      </div>
    )
  }
  const { title, text } = STATES[order.state]
  return (
    <div className="wrap section success">
      <Flower large />
      <h1>{title()}</h1>
      <p>{text()}</p>
      <p>
        {m.orders_items_and_total({
          order: order.orderId,
          items: listed(order.items),
          total: formatMoney(order.total),
        })}
      </p>
      {order.state === 'open' ? (
        <form method="post" action={`/confirm-order/${order.orderId}`}>
          <input type="hidden" name="token" value={token} />
          <button className="button">{m.orders_confirm()}</button>
        </form>
      ) : null}
    </div>
  )
}
