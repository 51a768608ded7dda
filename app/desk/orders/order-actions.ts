import type { Status } from '~/orders/order'

/** What operators do with an order (database function `desk_change_order`). */
export const ORDER_ACTIONS = ['confirm', 'pack', 'ship', 'deliver', 'cancel', 'track', 'send_back', 'take_in'] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

interface Words {
  /** On the button. */
  button: string
  /** After it was done, with the number of orders. */
  done: string
}

export const ACTION_WORDS: Record<OrderAction, Words> = {
  confirm: { button: 'Confirmed by the shopper', done: 'Confirmed' },
  pack: { button: 'Packed', done: 'Packed' },
  ship: { button: 'Shipped', done: 'Shipped' },
  deliver: { button: 'Delivered', done: 'Delivered' },
  cancel: { button: 'Cancel the order', done: 'Cancelled' },
  track: { button: 'Save the tracking number', done: 'Saved the tracking number of' },
  send_back: { button: 'Parcel comes back', done: 'On its way back' },
  take_in: { button: 'Parcel is in hand', done: 'In hand' },
}

/** The part of an order that decides what can be done with it. */
interface Actionable {
  status: Status
  payment_method: 'payfast' | 'cod'
  confirmed_at: string | null
  packed_at: string | null
  /** When a parcel that came back was in hand. */
  back_at: string | null
}

/** Returns what can be done with an order, the usual next step first. */
export function actionsOf({
  status,
  payment_method: method,
  confirmed_at,
  packed_at,
  back_at,
}: Actionable): OrderAction[] {
  if (status === 'Shipped') return ['deliver', 'track', 'send_back', 'cancel']
  if (status === 'Delivered') return ['send_back']
  if (status === 'ReturnedToOrigin') return back_at === null ? ['take_in'] : []
  if (status === 'PaymentAccepted') return ['pack', 'ship', 'cancel']
  if (status === 'Processing') {
    if (method === 'cod' && confirmed_at === null) return ['confirm', 'ship', 'cancel']
    return packed_at === null ? ['pack', 'ship', 'cancel'] : ['ship', 'track', 'cancel']
  }
  return status === 'Cancelled' ? [] : ['cancel']
}

/** Whether the desk may change what is ordered; whether the parcel is booked is known by the database alone. */
export const isEditable = ({ status }: Pick<Actionable, 'status'>) =>
  ['Pending', 'PaymentFailed', 'PaymentAccepted', 'Processing'].includes(status)

/** The actions for several orders at once; each is refused for orders in another state. */
export const ACTIONS_FOR_MANY = ['confirm', 'pack', 'ship', 'deliver'] as const satisfies readonly OrderAction[]
