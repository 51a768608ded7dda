import { useLoaderData } from '@remix-run/react'
import { describeRefund } from '~/orders/refund'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { PhoneNumber } from '~/phone/phone-number'
import { dateWords } from '../dates'
import { confirmUrl } from '../access/operator.server'
import { atDesk, change, submit } from '../desk.server'
import { latestChange } from '../audit/audit.server'
import { deskPage } from '../desk-page'
import { ListPage } from '../list/list-page'
import { notSaved } from '../form/not-saved.server'
import { listAddress } from '../list/list-address'
import { useRefused, Unsaved, type Refused } from '../form/side-by-side'
import { refundSchema } from './refund.schema'
import { listRefunds, type DeskRefund } from './refunds.server'
import { OrderLink } from '../list/table'

export const { handle, meta } = deskPage('Refunds')

export const loader = atDesk(async ({ operator, request }) => {
  const { parameters, page } = listAddress(request)
  const isSent = parameters.get('sent') === 'yes'
  const confirm = operator.isFresh ? null : confirmUrl('/desk/refunds')
  // Before the list: what is recorded between the two reads counts as not seen.
  const seen = await latestChange(operator)
  return { isSent, confirm, seen, ...(await listRefunds(operator, isSent, page)) }
})

export const action = atDesk(async ({ operator, db, context }) => {
  // Not requireFresh: its redirect would lose what was typed. The database refuses an older code, with words.
  return submit(
    context,
    refundSchema,
    ({ id, reference }) => change(db, 'desk_record_refund', { refund: id, reference }),
    () => ['/desk/refunds', 'The refund is recorded.'],
    (form, refusal) => {
      const { id, order } = form.value
      return notSaved(operator, form, refusal, order ? 'order' : 'refund', order ?? id)
    },
  )
})

export default function Refunds() {
  const { isSent, confirm, seen, rows, total } = useLoaderData<typeof loader>()
  const refused = useRefused()
  // A refund that somebody else recorded meanwhile is no longer in the list.
  const isListed = rows.some(({ id }) => id === refused.reply?.initialValue?.id)
  const above = (
    <>
      <p>
        {isSent ? <a href="/desk/refunds">Refunds due</a> : <a href="/desk/refunds?sent=yes">Refunds that were sent</a>}
      </p>
      {isListed ? null : <UnsavedRefund {...refused} />}
      {confirm && !isSent && rows.length > 0 ? (
        <p className="notice notice-info">
          Recording a refund needs a code younger than ten minutes. <a href={confirm}>Confirm that it is you</a>
        </p>
      ) : null}
    </>
  )
  return (
    <ListPage
      title={isSent ? 'Refunds that were sent' : 'Refunds due'}
      above={above}
      rows={rows}
      total={total}
      empty="None."
    >
      {(refund) => <Refund refund={refund} isOpen={confirm === null} seen={seen} {...refused} />}
    </ListPage>
  )
}

const BUTTON = 'Record as sent'
const LABELS = { reference: 'Number of the transfer' }

interface RefundProps extends Refused {
  refund: DeskRefund
  /** Whether the form may be used. */
  isOpen: boolean
  /** The latest change at the desk when the page was made. */
  seen: number
}

function Refund({ refund, ...form }: RefundProps) {
  const { order_id: orderId, refunded_at: sent, reference, provider, provider_payment_id: payment } = refund
  return (
    <li className="panel stack">
      <p>
        {describeRefund(refund)}
        <br />
        <span className="muted small">
          {dateWords(refund.created_at)}, {provider} <bdi>{payment}</bdi>{' '}
          {refund.contact_phone ? <PhoneNumber stored={refund.contact_phone} /> : null}
        </span>{' '}
        {orderId ? <OrderLink id={orderId} /> : null}
      </p>
      {sent ? (
        <p>
          Sent on {dateWords(sent)} <bdi>{reference}</bdi>
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

function UnsavedRefund({ reply, since }: Refused) {
  const form = useShopForm('refund', refundSchema, reply)
  return (
    <>
      <ErrorSummary form={form} />
      <Unsaved reply={reply} since={since} isOpen={false} pressed={BUTTON} labels={LABELS} />
    </>
  )
}
