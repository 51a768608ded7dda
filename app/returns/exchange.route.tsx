import { m } from '~/language/messages'
import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SUGGESTIONS } from '~/catalog/limits.server'
import { suggest } from '~/catalog/suggestions.server'
import { orderUrl } from '~/orders/order'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { keyOf } from '~/platform/rate-limits.server'
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

export const meta = () => pageMeta(m.returns_exchange_things(), { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const found = await findReturnable(context, request, params.id, query.get('product'))
  if (!found.ok) throw await context.flashes.error(found.refusal.pageUrl, found.refusal.problem)
  const { order, lines, until } = found.value
  return {
    orderId: order.order_id,
    pageUrl: orderUrl(order.order_id, order.user_id === null),
    canExchange: lines.some(({ choices }) => choices.length > 0),
    search: query.get('q') ?? '',
    products: query.has('q') ? await findProducts(context, query.get('q') ?? '') : null,
    lines,
    until,
    requestKey: randomUUID(),
  }
}

/** Returns a few products that are found by their names; 'failed' during an outage, and beyond the limit of searches. */
async function findProducts(context: RequestContext, text: string): Promise<AnotherProductProps['products']> {
  if ((await context.limits.take(SUGGESTIONS, keyOf.network(context))) !== null) return 'failed'
  const found = await attempt(context, 'no suggestions', () => suggest(context, text))
  return found?.map(({ id, slug, name, price }) => ({ id, slug, name, price })) ?? 'failed'
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const product = new URL(request.url).searchParams.get('product')
  const found = await findReturnable(context, request, params.id, product)
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
      <h1>{m.returns_exchange_things()}</h1>
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
              {m.returns_ask_to_exchange()}
            </SubmitButton>
          </>
        ) : null}
      </form>
      <AnotherProduct orderId={page.orderId} search={page.search} products={page.products} />
    </div>
  )
}

interface AnotherProductProps {
  orderId: string
  search: string
  products: { id: string; slug: string; name: string; price: string }[] | 'failed' | null
}

/** Finds the product that is chosen from in the form above. */
function AnotherProduct({ orderId, search, products }: AnotherProductProps) {
  const page = `/orders/${orderId}/exchange`
  return (
    <form className="panel stack" action={page} id="another" aria-labelledby="another-title">
      <h2 className="panel-title" id="another-title">
        {m.returns_another_product()}
      </h2>
      <div className="field">
        <label htmlFor="another-name">{m.returns_search()}</label>
        <input id="another-name" name="q" type="search" dir="auto" maxLength={80} defaultValue={search} />
      </div>
      {products === 'failed' ? <p className="muted">{m.returns_not_searched()}</p> : null}
      {products?.length === 0 ? <p className="muted">{m.returns_none_found()}</p> : null}
      {products && products !== 'failed' && products.length > 0 ? (
        <ul className="stack">
          {products.map(({ id, slug, name, price }) => (
            <li key={id}>
              <a className="link" href={`${page}?product=${slug}`}>
                {m.returns_choose_product({ product: name })}
              </a>{' '}
              <span className="muted">{price}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <button className="button button-outline">{m.returns_find()}</button>
    </form>
  )
}
