import { z } from 'zod'
import { orderItemSchema, orderSchema } from '~/orders/order-rows'
import type { RequestContext } from '~/platform/context.server'
import { succeed, type Result } from '~/platform/result'
import type { Operator } from '../access/operator.server'
import { byIntent, make, read, type Desk } from '../desk.server'
import { pathOf } from '../list/list-address'
import { maybeTexts, numbers, pageOf, texts } from '../rows'
import { ACTION_WORDS } from './order-actions'
import { parseMarks, takeBackUrl, type OrderMark } from './order-query'
import { cancelOrder } from './order-form-actions.server'
import { changeOrder, historySchema, orderRowSchema, readOrders } from './orders.server'

/** What comes of a call without a confirmation. */
const OUTCOMES = ['no_answer', 'wrong_number'] as const

const confirmationSchema = orderRowSchema.extend({
  /** `next_call` is when the next call counts, null for now. */
  ...maybeTexts('hold_until', 'next_call'),
  ...orderSchema.pick({ shipping_address: true, notes: true }).shape,
  number: historySchema,
  items: z.array(orderItemSchema),
  calls: z.array(z.object({ outcome: z.enum(OUTCOMES), ...texts('made_at') })),
})

/** Returns a page of the cash orders to confirm, the oldest first, and after how many calls one is cancelled. */
export const listConfirmations = ({ db }: Desk, page: number) =>
  read(db, 'desk_confirmations', { page }, pageOf(confirmationSchema).extend(numbers('most_calls')))

export async function settleCall(context: RequestContext, request: Request, operator: Operator) {
  const page = pathOf(request)
  const settled = async (settle: (mark: OrderMark) => Promise<Result<Settled, string>>) => {
    const [mark] = parseMarks(context.form.getAll('order'))
    if (!mark) return context.flashes.error(page, 'Nothing was changed.')
    const result = await settle(mark)
    if (!result.ok) return context.flashes.error(page, `${mark.orderId}: ${result.refusal}`)
    const { message, isStep } = result.value
    return context.flashes.success(page, isStep ? { message, description: takeBackUrl([mark]) } : message)
  }
  return byIntent<unknown>(context, page, {
    confirm: () => settled((mark) => confirm(operator, mark)),
    no_answer: () => settled((mark) => recordCall(operator, mark, 'no_answer')),
    wrong_number: () => settled((mark) => recordCall(operator, mark, 'wrong_number')),
    cancel: () => cancelOrder(context, operator, page),
  })
}

/** What came of a button. A step of an order can be taken back, a call alone can't. */
interface Settled {
  message: string
  isStep: boolean
}

async function confirm(operator: Operator, mark: OrderMark): Promise<Result<Settled, string>> {
  const result = await changeOrder(operator, mark, 'confirm')
  return result.ok ? succeed({ message: `${ACTION_WORDS.confirm.done}: ${mark.orderId}.`, isStep: true }) : result
}

async function recordCall(
  desk: Desk,
  { orderId, version }: OrderMark,
  outcome: (typeof OUTCOMES)[number],
): Promise<Result<Settled, string>> {
  const made = await make(desk.db, 'desk_record_call', { order_id: orderId, version, outcome })
  if (!made.ok) return made
  const [order] = await readOrders(desk, [orderId])
  const isStep = order?.status === 'Cancelled'
  const message = `Call ${made.value} about ${orderId} is recorded.${isStep ? ' The order is cancelled.' : ''}`
  return succeed({ message, isStep })
}
