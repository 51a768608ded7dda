import type { RequestContext } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { refuse, succeed } from '~/platform/result'
import type { Operator } from '../access/operator.server'
import { change, byIntent, submit } from '../desk.server'
import { messageOf } from '../couriers/parcel-actions.server'
import { noteParcels } from '../couriers/parcels.server'
import { notSaved } from '../form/not-saved.server'
import { pathOf } from '../list/list-address'
import { differenceSchema, returnSchema, sendExchangeSchema, takeBackReturnSchema } from '../returns/return.schema'
import type { noteActions } from '../notes/note-actions.server'
import { ACTION_WORDS, ACTIONS_FOR_MANY, ORDER_ACTIONS } from './order-actions'
import { parseMarks, takeBackUrl, type OrderMark } from './order-query'
import { cancelSchema, changeSchema, emailChangeSchema, refundPartSchema, takeBackSchema } from './order.schema'
import { changeOrder } from './orders.server'

const MANY = Object.fromEntries(ACTIONS_FOR_MANY.map((action) => [action, action] as const))

export async function changeMany(context: RequestContext, request: Request, operator: Operator) {
  const list = pathOf(request)
  const action = dispatch(context.form.get('intent'), MANY)
  const marks = parseMarks(context.form.getAll('order'))
  if (!action || marks.length === 0) return context.flashes.error(list, 'Please tick the orders first.')
  const [left, done]: [[orderId: string, why: string][], OrderMark[]] = [[], []]
  for (const mark of marks) {
    const result = await changeOrder(operator, mark, action)
    if (result.ok) done.push(mark)
    else left.push([mark.orderId, result.refusal])
  }
  const message = `${ACTION_WORDS[action].done}: ${done.length} of ${marks.length}.`
  const link = done.length > 0 ? { description: takeBackUrl(done) } : {}
  return left.length === 0
    ? context.flashes.success(list, { message, ...link })
    : context.flashes.error(list, { message: messageOf(message, { left }), ...link })
}

/** Cancels an order for a reason, which its shopper reads. Without `ofPage` the form says which one. */
export const cancelOrder = (context: RequestContext, operator: Operator, page: string, ofPage?: string) =>
  submit(
    context,
    cancelSchema,
    async ({ id = '', version, reason }) => {
      const mark = { orderId: ofPage ?? id, version }
      const result = await changeOrder(operator, mark, 'cancel', { note: reason })
      return result.ok ? succeed(mark) : result
    },
    (_given, mark) => [
      page,
      { message: `${ACTION_WORDS.cancel.done}: ${mark.orderId}.`, description: takeBackUrl([mark]) },
    ],
  )

/** Handles the forms of an order's page; `others` are those of its other panels. */
export function changeOne(
  context: RequestContext,
  operator: Operator,
  orderId: string,
  others: ReturnType<typeof noteActions>,
) {
  const page = `/desk/orders/${orderId}`
  const changeThis = () =>
    submit(
      context,
      changeSchema,
      ({ intent, version, note, tracking, sure }) =>
        changeOrder(operator, { orderId, version }, intent, { note, tracking, sure }),
      ({ intent }) => [page, `${ACTION_WORDS[intent].done}: ${orderId}.`],
      (form, refusal) => notSaved(operator, form, refusal, 'order', orderId),
    )
  return byIntent(context, page, {
    ...others,
    ...Object.fromEntries(ORDER_ACTIONS.map((action) => [action, changeThis])),
    cancel: () => cancelOrder(context, operator, page, orderId),
    take_back: () =>
      submit(
        context,
        takeBackSchema,
        (given) => change(operator.db, 'desk_take_back', { order_id: orderId, ...given }),
        () => [page, `Taken back: ${orderId}.`],
      ),
    email: () =>
      submit(
        context,
        emailChangeSchema,
        (given) => change(operator.db, 'desk_change_email', { order_id: orderId, ...given }),
        ({ email }) => [page, email ? `Mails go to ${email} from now on.` : 'Nothing is mailed from now on.'],
      ),
    refund_part: () => refundPart(context, operator, orderId),
    take_back_return: () =>
      submit(
        context,
        takeBackReturnSchema,
        ({ id, ...given }) => change(operator.db, 'desk_take_back_return', { return: id, ...given }),
        () => [page, 'Taken back.'],
      ),
    correct_difference: () =>
      submit(
        context,
        differenceSchema,
        ({ id, version, difference, amount, reason }) =>
          change(operator.db, 'desk_correct_difference', {
            return: id,
            version,
            amount: difference === 'due' ? amount : -amount,
            reason,
          }),
        () => [page, 'The difference is corrected.'],
      ),
    send_exchange: () =>
      submit(
        context,
        sendExchangeSchema,
        async ({ number, courier, tracking }) => {
          const row = { line: 1, order_id: number, tracking, state: null, words: null }
          const sent = await noteParcels(operator, courier, [row], true, false)
          const [left] = sent.ok ? sent.value.flatMap((one) => ('why' in one ? [one.why] : [])) : []
          return left ? refuse(left) : sent
        },
        () => [page, 'The exchange is sent.'],
      ),
    return: () =>
      submit(
        context,
        returnSchema,
        ({ id, version, decision: status, answer, amount }) =>
          change(operator.db, 'desk_decide_return', { return: id, version, status, answer, amount }),
        () => [page, 'The decision is saved.'],
        (form, refusal) => notSaved(operator, form, refusal, 'order', orderId),
      ),
  })
}

const refundPart = (context: RequestContext, operator: Operator, orderId: string) =>
  submit(
    context,
    refundPartSchema,
    (given) => change(operator.db, 'desk_refund_part', { order_id: orderId, ...given }),
    () => [`/desk/orders/${orderId}`, 'The refund is due. Record it under Refunds once it is sent.'],
  )
