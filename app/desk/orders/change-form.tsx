import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { Panel } from '../panel'
import { Unsaved, type Refused } from '../form/side-by-side'
import { ACTION_WORDS, actionsOf, ORDER_ACTIONS, type OrderAction } from './order-actions'
import { CancelForm, LostCancellation } from './cancel-form'
import type { DeskOrder } from './orders.server'
import { changeSchema } from './order.schema'
import { Waiting, type PaymentLink } from './waiting'

interface ChangeFormProps extends Refused {
  order: DeskOrder
  /** The latest change at the desk that the page shows. */
  seen: number
  /** Where an unpaid order is paid. */
  payment: PaymentLink | null
}

const LABELS = { tracking: 'Tracking number', note: 'Note' }

export function ChangeForm({ order, seen, payment, reply, since }: ChangeFormProps) {
  const possible = actionsOf(order)
  const isCancellable = possible.includes('cancel')
  const actions = possible.filter((action) => action !== 'cancel')
  const pressed = ORDER_ACTIONS.find((action) => action !== 'cancel' && action === reply?.initialValue?.intent)
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
  if (possible.length === 0)
    return (
      <>
        {problems}
        <LostCancellation />
      </>
    )
  const ships = actions.includes('ship') || actions.includes('track')
  return (
    <Panel id="next-step" title="Next step">
      {problems}
      {actions.length === 0 ? (
        <Waiting order={order} link={payment} />
      ) : (
        <form className="stack" {...form.props} aria-labelledby="next-step">
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
        </form>
      )}
      {isCancellable ? <CancelForm order={order} /> : <LostCancellation />}
    </Panel>
  )
}

function Buttons({ actions }: { actions: readonly OrderAction[] }) {
  return (
    <>
      {actions.includes('ship') ? (
        <label className="check">
          <input type="checkbox" name="sure" /> Ship it anyway
        </label>
      ) : null}
      <p className="desk-buttons">
        {actions.map((action, place) => (
          <button
            key={action}
            className={place === 0 && action !== 'send_back' ? 'button' : 'button button-outline'}
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
