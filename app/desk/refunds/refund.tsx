import { describeRefund } from '~/orders/refund'
import { formatDate } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { Unsaved, type Refused } from '../form/unsaved'
import { refundSchema } from './refund.schema'
import type { DeskRefund } from './refunds.server'

const BUTTON = 'Record as sent'
const LABELS = { reference: 'Number of the transfer' }

interface RefundProps extends Refused {
  refund: DeskRefund
  /** Whether the form may be used. */
  isOpen: boolean
  /** The latest change at the desk when the page was made. */
  seen: number
}

/** A refund in the list, with the form that records it. */
export function Refund({ refund, ...form }: RefundProps) {
  const { order_id: orderId, refunded_at: sent, reference, provider, provider_payment_id: payment } = refund
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
      <RecordForm refund={refund} {...form} />
    </li>
  )
}

function RecordForm({ refund: { id, order_id: orderId, refunded_at: sent }, isOpen, seen, reply, since }: RefundProps) {
  const own = reply?.initialValue?.id === id ? reply : undefined
  const form = useShopForm(`refund-${id}`, refundSchema, own)
  if (sent || !isOpen) return <UnsavedRefund reply={own} since={since} />
  return (
    <form className="stack desk-narrow" {...form.props}>
      <ErrorSummary form={form} />
      <Unsaved reply={own} since={since} isOpen pressed={BUTTON} labels={LABELS} />
      <input type="hidden" name="id" value={id} />
      {orderId ? <input type="hidden" name="order" value={orderId} /> : null}
      <input type="hidden" name="seen" value={seen} />
      <Field field={form.field('reference')} label={LABELS.reference} autoComplete="off" />
      <button className="button">{BUTTON}</button>
    </form>
  )
}

/** What was typed about a refund whose form is no longer there. */
export function UnsavedRefund({ reply, since }: Refused) {
  const form = useShopForm('refund', refundSchema, reply)
  return (
    <>
      <ErrorSummary form={form} />
      <Unsaved reply={reply} since={since} isOpen={false} pressed={BUTTON} labels={LABELS} />
    </>
  )
}
