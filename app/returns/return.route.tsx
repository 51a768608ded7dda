import { m } from '~/language/messages'
import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { normalizeOrderId, orderUrl } from '~/orders/order'
import { findOwnOrder } from '~/orders/own-order.server'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { formatMoney } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { PhotosField } from '~/ui/photos-field'
import { RadioGroup } from '~/ui/radio-group'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { findReturnable } from './own-returnable.server'
import { MAX_PHOTOS, reasonWords, RETURN_REASONS } from './return'
import { submitReturn } from './return-actions.server'
import { ReturnLines } from './return-lines'
import { returnSchema } from './return.schema'
import { withdrawReturn } from './returns.server'

export const handle: PageHandle = { styles: ['forms', 'choices', 'cart', 'profile'], withoutNewsletter: true }

export const meta = () => pageMeta(m.returns_send_back(), { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const found = await findReturnable(context, request, params.id)
  if (!found.ok) throw await context.flashes.error(found.refusal.pageUrl, found.refusal.problem)
  const { order, lines, until } = found.value
  return {
    orderId: order.order_id,
    pageUrl: orderUrl(order.order_id, order.user_id === null),
    isCash: order.payment_method === 'cod',
    canExchange: lines.some(({ choices }) => choices.length > 0),
    deliveryFee: formatMoney(order.delivery_fee + order.cash_fee),
    hasCode: order.promo_discount > 0,
    lines,
    until,
    requestKey: randomUUID(),
  }
}

const actions = { withdraw }

export async function action({ params, request, context }: ActionFunctionArgs) {
  const act = dispatch(context.form.get('intent'), actions)
  if (act) return act(context, request, params.id)
  const found = await findReturnable(context, request, params.id)
  if (!found.ok) return context.flashes.error(found.refusal.pageUrl, found.refusal.problem)
  return submitReturn(context, found.value)
}

async function withdraw(context: RequestContext, request: Request, id: string | undefined) {
  const orderId = normalizeOrderId(id ?? '')
  const own = orderId ? await findOwnOrder(context, request, orderId) : null
  if (!own) return context.flashes.error('/', m.returns_order_not_found())
  const pageUrl = `${orderUrl(own.order.order_id, own.order.user_id === null)}#returns`
  const which = z.guid().safeParse(context.form.get('return'))
  const isWithdrawn =
    which.success &&
    (await attempt(context, 'return not withdrawn', () => withdrawReturn(own.owner, own.order.order_id, which.data)))
  return isWithdrawn
    ? context.flashes.success(pageUrl, m.returns_withdrawn())
    : context.flashes.error(pageUrl, m.returns_not_withdrawable())
}

export default function Return() {
  const page = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const form = useShopForm(
    'return',
    returnSchema(page.lines),
    actionData && 'form' in actionData ? actionData.form : undefined,
  )
  return (
    <div className="wrap profile-body asking">
      <a className="link back" href={page.pageUrl}>
        {m.returns_back_to({ order: page.orderId })}
      </a>
      <h1>{m.returns_send_back()}</h1>
      <p>
        {m.returns_until_date({ date: page.until })}{' '}
        {page.canExchange ? (
          <>
            {m.returns_something_else()} <a href={`/orders/${page.orderId}/exchange`}>{m.returns_exchange_instead()}</a>
          </>
        ) : null}
      </p>
      <form className="panel stack" encType="multipart/form-data" {...form.props}>
        <ErrorSummary form={form} />
        <input type="hidden" name="requestKey" value={form.field('requestKey').typed ?? page.requestKey} />
        <h2 className="panel-title">{m.returns_what()}</h2>
        <ReturnLines form={form} lines={page.lines} />
        <RadioGroup
          field={form.field('reason')}
          legend={m.returns_why()}
          choices="size return-reasons"
          options={RETURN_REASONS.map((value) => ({ value, label: reasonWords(value) }))}
        />
        <TextArea field={form.field('note')} label={m.returns_note()} />
        <PhotosField
          field={form.field('photos')}
          legend={m.returns_photos()}
          hint={m.returns_photos_hint({ max: MAX_PHOTOS })}
          max={MAX_PHOTOS}
          labelOf={m.returns_photo}
          className="return-photos"
        />
        <RefundNote deliveryFee={page.deliveryFee} isCash={page.isCash} />
        {page.hasCode ? <p className="small muted">{m.returns_code_counts()}</p> : null}
        <SubmitButton className="button button-wide" busy={m.returns_sending()}>
          {m.returns_ask_to_send_back()}
        </SubmitButton>
      </form>
    </div>
  )
}

function RefundNote({ deliveryFee, isCash }: { deliveryFee: string; isCash: boolean }) {
  if (deliveryFee === formatMoney(0))
    return <p className="small muted">{isCash ? m.returns_refund_cash() : m.returns_refund_card()}</p>
  const withoutFee = isCash ? m.returns_refund_cash_without_fee : m.returns_refund_card_without_fee
  return <p className="small muted">{withoutFee({ fee: deliveryFee })}</p>
}
