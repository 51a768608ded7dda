import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { ACTION_WORDS, actionsOf } from './order-actions'
import type { DeskOrder } from './order-rows'
import { changeSchema } from './order.schema'

/** What can be done with an order, with a note and a tracking number. */
export function ChangeForm({ order, reply }: { order: DeskOrder; reply: SubmissionResult | undefined }) {
  const actions = actionsOf(order)
  const isOwn = reply?.initialValue?.id === undefined
  const form = useShopForm('change', changeSchema, isOwn ? reply : undefined)
  if (actions.length === 0) return <ErrorSummary form={form} />
  const ships = actions.includes('ship') || actions.includes('track')
  return (
    <form className="panel stack" {...form.props} aria-label="Change the order">
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={order.version} />
      <div className="desk-filters">
        {ships ? (
          <Field
            field={form.field('tracking')}
            label="Tracking number"
            defaultValue={order.tracking_number ?? ''}
            dir="ltr"
            autoComplete="off"
          />
        ) : null}
        <Field
          field={form.field('note')}
          label="Note"
          hint="The shopper reads it in the order’s history."
          autoComplete="off"
        />
      </div>
      <p className="desk-buttons">
        {actions.map((action, place) => (
          <button
            key={action}
            className={place === 0 && action !== 'cancel' ? 'button' : 'button button-outline'}
            name="intent"
            value={action}
          >
            {ACTION_WORDS[action].button}
          </button>
        ))}
      </p>
      {actions.includes('cancel') ? (
        <p className="muted small">Cancelling puts the pieces back into stock; a card payment becomes a refund.</p>
      ) : null}
    </form>
  )
}
