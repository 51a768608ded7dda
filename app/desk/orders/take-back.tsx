import { formatDateTime } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { line, rupees } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { useReply } from '../form/posted-form'
import { ACTION_WORDS } from './order-actions'
import type { OrderAside } from './orders.server'
import { refundPartSchema, takeBackSchema } from './order.schema'

/** The form that takes the last step of an order back, while that may be done. */
export function TakeBack({ step, version }: { step: OrderAside['step']; version: number }) {
  const lost = useReply({}, step ? [] : ['take_back'])
  const refusal = useShopForm('not-taken-back', takeBackSchema, lost)
  if (!step) return <ErrorSummary form={refusal} />
  const title = `Take “${ACTION_WORDS[step.action].button}” back`
  const about = `Until ${formatDateTime(step.until)}.${step.is_told ? ' The shopper has been mailed about it: please tell them.' : ''}`
  return (
    <EditForm
      id="take-back"
      name={title}
      hasHeading
      schema={takeBackSchema}
      version={version}
      fields={[
        <p key="about" className="muted small">
          {about}
        </p>,
        line('reason', 'Reason', undefined, { hint: 'The shopper may read it in the order’s history.' }),
      ]}
      intent="take_back"
      button="Take it back"
    />
  )
}

/** The form that refunds a part of a delivered order. */
export function RefundPart({ version }: { version: number }) {
  return (
    <EditForm
      id="refund-part"
      name="Refund a part"
      hasHeading
      schema={refundPartSchema}
      version={version}
      fields={[
        [rupees('amount', 'Refund in rupees'), line('reason', 'Reason', undefined, { hint: 'The shopper reads it.' })],
      ]}
      button="Refund it"
      intent="refund_part"
    />
  )
}
