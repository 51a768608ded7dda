import { m } from '~/language/messages'
import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { orderUrl } from '~/orders/order'
import { ErrorSummary } from '~/ui/error-summary'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { findReturnable } from './own-returnable.server'
import { submitExchange } from './return-actions.server'
import { ExchangeLines } from './return-lines'
import { exchangeSchema } from './return.schema'

export const handle: PageHandle = { styles: ['forms', 'choices', 'cart', 'profile'], withoutNewsletter: true }

export const meta = () => pageMeta(m.returns_change_size(), { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const found = await findReturnable(context, request, params.id)
  if (!found.ok) throw await context.flashes.error(found.refusal.pageUrl, found.refusal.problem)
  const { order, lines, until } = found.value
  return {
    orderId: order.order_id,
    pageUrl: orderUrl(order.order_id, order.user_id === null),
    canExchange: lines.some(({ sizes }) => sizes.length > 0),
    lines,
    until,
    requestKey: randomUUID(),
  }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const found = await findReturnable(context, request, params.id)
  if (!found.ok) return context.flashes.error(found.refusal.pageUrl, found.refusal.problem)
  return submitExchange(context, found.value)
}

export default function Exchange() {
  const page = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const form = useShopForm(
    'exchange',
    exchangeSchema(page.lines),
    actionData && 'form' in actionData ? actionData.form : undefined,
  )
  return (
    <div className="wrap profile-body asking">
      <a className="link back" href={page.pageUrl}>
        {m.returns_back_to({ order: page.orderId })}
      </a>
      <h1>{m.returns_change_size()}</h1>
      <p>
        {m.returns_exchange_about({ date: page.until })}{' '}
        <a href={`/orders/${page.orderId}/return`}>{m.returns_instead()}</a>
      </p>
      <form className="panel stack" {...form.props}>
        <ErrorSummary form={form} />
        <input type="hidden" name="requestKey" value={form.field('requestKey').typed ?? page.requestKey} />
        <ExchangeLines form={form} lines={page.lines} />
        {page.canExchange ? (
          <>
            <TextArea field={form.field('note')} label={m.returns_note()} />
            <SubmitButton className="button button-wide" busy={m.returns_sending()}>
              {m.returns_ask_for_size()}
            </SubmitButton>
          </>
        ) : null}
      </form>
    </div>
  )
}
