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
import { FieldError } from '~/ui/field'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { PhotoInput } from '~/ui/photo-input.area'
import { RadioGroup } from '~/ui/radio-group'
import { useShopForm, type ShopField } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { findReturnable } from './own-returnable.server'
import { MAX_PHOTOS, REASON_WORDS, RETURN_REASONS } from './return'
import { submitReturn } from './return-actions.server'
import { ReturnLines } from './return-lines'
import { returnSchema } from './return.schema'
import { withdrawReturn } from './returns.server'

export const handle: PageHandle = { styles: ['forms', 'choices', 'cart', 'profile'], withoutNewsletter: true }

export const meta = () => pageMeta('Send things back', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const found = await findReturnable(context, request, params.id)
  if (!found.ok) throw await context.flashes.error(found.refusal.pageUrl, found.refusal.problem)
  const { order, lines, until } = found.value
  return {
    orderId: order.order_id,
    pageUrl: orderUrl(order.order_id, order.user_id === null),
    isCash: order.payment_method === 'cod',
    canExchange: lines.some(({ sizes }) => sizes.length > 0),
    deliveryFee: formatMoney(order.delivery_fee),
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

/** Withdraws a return or exchange. */
async function withdraw(context: RequestContext, request: Request, id: string | undefined) {
  const orderId = normalizeOrderId(id ?? '')
  const own = orderId ? await findOwnOrder(context, request, orderId) : null
  if (!own) return context.flashes.error('/', 'Order not found')
  const pageUrl = `${orderUrl(own.order.order_id, own.order.user_id === null)}#returns`
  const which = z.guid().safeParse(context.form.get('return'))
  const isWithdrawn =
    which.success &&
    (await attempt(context, 'return not withdrawn', () => withdrawReturn(own.owner, own.order.order_id, which.data)))
  return isWithdrawn
    ? context.flashes.success(pageUrl, 'Your request is withdrawn.')
    : context.flashes.error(pageUrl, 'This request can’t be withdrawn any more.')
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
    <div className="wrap section profile-body">
      <a className="link back" href={page.pageUrl}>
        ← Back to {page.orderId}
      </a>
      <h1>Send things back</h1>
      <p>
        Until {page.until}.{' '}
        {page.canExchange ? (
          <>
            Only the size is wrong?{' '}
            <a className="link" href={`/orders/${page.orderId}/exchange`}>
              Change the size instead
            </a>
          </>
        ) : null}
      </p>
      <form className="panel stack" encType="multipart/form-data" {...form.props}>
        <ErrorSummary form={form} />
        <input type="hidden" name="requestKey" value={form.field('requestKey').typed ?? page.requestKey} />
        <h2 className="panel-title">What do you send back?</h2>
        <ReturnLines form={form} lines={page.lines} />
        <RadioGroup
          field={form.field('reason')}
          legend="Why?"
          choices="size return-reasons"
          options={RETURN_REASONS.map((value) => ({ value, label: REASON_WORDS[value] }))}
        />
        <TextArea field={form.field('note')} label="What should we know? (optional)" />
        <PhotoFields field={form.field('photos')} />
        <RefundNote deliveryFee={page.deliveryFee} isCash={page.isCash} />
        <SubmitButton className="button button-wide" busy="Sending…">
          Ask to send it back
        </SubmitButton>
      </form>
    </div>
  )
}

function PhotoFields({ field }: { field: ShopField }) {
  return (
    <fieldset id={field.id} aria-describedby={field.hintId}>
      <legend>Photos (optional)</legend>
      <p className="hint" id={field.hintId}>
        They help if something is damaged or wrong. Up to {MAX_PHOTOS}, JPEG, PNG or WebP, 5 MB each. Only we see them.
      </p>
      <div className="return-photos">
        {Array.from({ length: MAX_PHOTOS }, (_, index) => (
          <PhotoInput key={index} id={`photo-${index + 1}`} label={`Photo ${index + 1}`} name="photos" />
        ))}
      </div>
      <FieldError field={field} />
    </fieldset>
  )
}

function RefundNote({ deliveryFee, isCash }: { deliveryFee: string; isCash: boolean }) {
  return (
    <p className="small muted">
      We refund what you paid for these things
      {deliveryFee === formatMoney(0) ? '' : `, without the delivery fee of ${deliveryFee}`}.{' '}
      {isCash ? 'You paid in cash, so we call you and ask where to send it.' : 'It goes back the way you paid.'}
    </p>
  )
}
