import { line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { LostRefusal, useReply } from '../form/posted-form'
import { cancelSchema } from './order.schema'

interface CancelFormProps {
  order: { order_id: string; version: number }
  /** Whether the page has several orders. */
  isOneOfMany?: boolean
}

/** Asks why an order is cancelled, before it is. */
export function CancelForm({ order: { order_id: orderId, version }, isOneOfMany = false }: CancelFormProps) {
  const hidden: Record<string, string> = isOneOfMany ? { id: orderId } : {}
  const reply = useReply(hidden, ['cancel'])
  return (
    <details open={reply !== undefined}>
      <summary>
        <span>Cancel the order… {isOneOfMany ? <span className="hidden-visually">{orderId}</span> : null}</span>
      </summary>
      <EditForm
        id={`cancel-${orderId}`}
        name={`Cancel ${orderId}`}
        schema={cancelSchema}
        look="plain"
        version={version}
        hidden={hidden}
        fields={[
          <p key="about" className="muted small">
            Cancelling puts the pieces back into stock; a card payment becomes a refund.
          </p>,
          [line('reason', 'Reason', undefined, { hint: 'The shopper reads it.' })],
        ]}
        intent="cancel"
        button="Cancel the order"
      />
    </details>
  )
}

/** The refusal of a form to cancel an order that can't be cancelled any more. */
export const LostCancellation = () => <LostRefusal intents={['cancel']} />
