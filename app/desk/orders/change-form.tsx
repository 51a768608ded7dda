import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { Unsaved, type Refused } from '../form/side-by-side'
import { ACTION_WORDS, actionsOf, ORDER_ACTIONS, type OrderAction } from './order-actions'
import type { DeskOrder } from './orders.server'
import { changeSchema } from './order.schema'

interface ChangeFormProps extends Refused {
  order: DeskOrder
  /** The latest change at the desk that the page shows. */
  seen: number
}

const LABELS = { tracking: 'Tracking number', note: 'Note' }

export function ChangeForm({ order, seen, reply, since }: ChangeFormProps) {
  const actions = actionsOf(order)
  const pressed = ORDER_ACTIONS.find((action) => action === reply?.initialValue?.intent)
  const own = pressed && reply
  const form = useShopForm('change', changeSchema, own)
  const problems = (
    <>
      <ErrorSummary form={form} />
      <Unsaved
        reply={own}
        since={since}
        isOpen={actions.length > 0}
        pressed={pressed && ACTION_WORDS[pressed].button}
        labels={LABELS}
      />
    </>
  )
  if (actions.length === 0) return problems
  const ships = actions.includes('ship') || actions.includes('track')
  return (
    <form className="panel stack" {...form.props} aria-labelledby="next-step">
      <h2 id="next-step">Next step</h2>
      {problems}
      <input type="hidden" name="version" value={order.version} />
      <input type="hidden" name="seen" value={seen} />
      <div className="desk-filters">
        {ships ? (
          <Field
            field={form.field('tracking')}
            label={LABELS.tracking}
            defaultValue={order.tracking_number ?? ''}
            dir="ltr"
            autoComplete="off"
          />
        ) : null}
        <Field
          field={form.field('note')}
          label={LABELS.note}
          hint="The shopper reads it in the order’s history."
          autoComplete="off"
        />
      </div>
      <Buttons actions={actions} />
      {actions.includes('cancel') ? (
        <p className="muted small">Cancelling puts the pieces back into stock; a card payment becomes a refund.</p>
      ) : null}
    </form>
  )
}

function Buttons({ actions }: { actions: readonly OrderAction[] }) {
  return (
    <>
      {actions.includes('ship') ? (
        <label className="check">
          <input type="checkbox" name="sure" /> Ship it all the same
        </label>
      ) : null}
      <p className="desk-buttons">
        {actions.map((action, place) => (
          <button
            key={action}
            className={place === 0 && !['cancel', 'send_back'].includes(action) ? 'button' : 'button button-outline'}
            name="intent"
            value={action}
          >
            {ACTION_WORDS[action].button}
          </button>
        ))}
      </p>
    </>
  )
}
