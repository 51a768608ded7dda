import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { describeRefund } from '~/orders/refund'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { formatDate } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { confirmUrl, requireFresh, requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { pageNumber } from '../page-number'
import { Pages } from '../pages'
import { refundSchema } from './refund.schema'
import { listRefunds, recordRefund, REFUNDS_PER_PAGE, type DeskRefund } from './refunds.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Refunds', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { searchParams } = new URL(request.url)
  const [isSent, page] = [searchParams.get('sent') === 'yes', pageNumber(searchParams)]
  const confirm = operator.isFresh ? null : confirmUrl('/desk/refunds')
  return { isSent, page, confirm, ...(await listRefunds(operator, isSent, page)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireFresh(context, request)
  const form = await parseForm(context.form, refundSchema)
  if (!form.ok) return invalid(form)
  const result = await recordRefund(operator, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success('/desk/refunds', 'The refund is recorded.')
}

const urlOf = (isSent: boolean, page: number) => `/desk/refunds?${isSent ? 'sent=yes&' : ''}page=${page}`

export default function Refunds() {
  const { isSent, page, confirm, rows, total } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()?.form
  return (
    <>
      <h1>{isSent ? 'Refunds that were sent' : 'Refunds due'}</h1>
      <p>
        {isSent ? <a href="/desk/refunds">Refunds due</a> : <a href="/desk/refunds?sent=yes">Refunds that were sent</a>}
      </p>
      {confirm && !isSent && rows.length > 0 ? (
        <p className="notice notice-info">
          Recording a refund needs a code younger than ten minutes. <a href={confirm}>Confirm that it is you</a>
        </p>
      ) : null}
      {rows.length === 0 ? <p className="muted">None.</p> : null}
      <ul className="stack">
        {rows.map((refund) => (
          <Refund key={refund.id} refund={refund} isOpen={confirm === null} reply={reply} />
        ))}
      </ul>
      <Pages page={page} last={Math.ceil(total / REFUNDS_PER_PAGE)} urlOf={(other) => urlOf(isSent, other)} />
    </>
  )
}

interface RefundProps {
  refund: DeskRefund
  /** Whether the form may be used. */
  isOpen: boolean
  reply: SubmissionResult | undefined
}

function Refund({ refund, isOpen, reply }: RefundProps) {
  const { id, order_id: orderId, refunded_at: sent, reference, provider, provider_payment_id: payment } = refund
  const form = useShopForm(`refund-${id}`, refundSchema, reply?.initialValue?.id === id ? reply : undefined)
  return (
    <li className="panel stack">
      <p>
        {describeRefund(refund)}
        <br />
        <span className="muted small">
          {formatDate(refund.created_at)}, {provider} <bdi>{payment}</bdi>{' '}
          {refund.contact_phone ? <bdi dir="ltr">{refund.contact_phone}</bdi> : null}
        </span>{' '}
        {orderId ? (
          <a className="link unbroken" href={`/desk/orders/${orderId}`}>
            {orderId}
          </a>
        ) : null}
      </p>
      {sent ? (
        <p>
          Sent on {formatDate(sent)} <bdi>{reference}</bdi>
        </p>
      ) : null}
      {!sent && isOpen ? (
        <form className="stack desk-narrow" {...form.props}>
          <ErrorSummary form={form} />
          <input type="hidden" name="id" value={id} />
          <Field field={form.field('reference')} label="Number of the transfer" autoComplete="off" />
          <button className="button">Record as sent</button>
        </form>
      ) : null}
    </li>
  )
}
