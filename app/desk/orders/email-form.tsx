import { line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { useReply } from '../form/posted-form'
import { emailChangeSchema } from './order.schema'
import type { DeskOrder } from './orders.server'

/** Changes the e-mail address of an order whose shopper is known. */
export function EmailForm({ order }: { order: DeskOrder }) {
  const isRefused = useReply({}, ['email']) !== undefined
  return (
    <details open={isRefused}>
      <summary>{order.contact_email ? 'Change the e-mail address' : 'Add an e-mail address'}</summary>
      <EditForm
        id="email"
        name="The e-mail address"
        look="plain"
        schema={emailChangeSchema}
        version={order.version}
        fields={[
          <p key="about" className="muted small">
            The mail about the order as it is goes to the new address, and all that follow.
            {order.user_id === null ? ' Links in mails to the old address open the order no more.' : ''}
          </p>,
          [line('email', 'E-mail', order.contact_email, { type: 'email' })],
        ]}
        intent="email"
        button="Change it"
      />
    </details>
  )
}
