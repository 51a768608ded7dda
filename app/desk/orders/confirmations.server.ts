import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { succeed, type Result } from '~/platform/result'
import type { Operator } from '../access/operator.server'
import { byIntent, make, read, type Desk } from '../desk.server'
import { pathOf } from '../list/list-address'
import { maybeTexts, pageOf } from '../rows'
import { ACTION_WORDS } from './order-actions'
import { parseMarks, type OrderMark } from './order-query'
import { changeOrder, historySchema, orderRowSchema, readOrders } from './orders.server'

/** What comes of a call without a confirmation. */
const OUTCOMES = ['no_answer', 'wrong_number'] as const

const confirmationSchema = orderRowSchema.extend({
  ...maybeTexts('hold_until'),
  number: historySchema,
  calls: z.array(z.object({ outcome: z.enum(OUTCOMES) })),
})

/** Returns a page of the cash orders to confirm, the oldest first, with their calls. */
export const listConfirmations = ({ db }: Desk, page: number) =>
  read(db, 'desk_confirmations', { page }, pageOf(confirmationSchema))

export async function settleCall(context: Needs<'form' | 'flashes'>, request: Request, operator: Operator) {
  const page = pathOf(request)
  const [mark] = parseMarks(context.form.getAll('order'))
  if (!mark) return context.flashes.error(page, 'Nothing was changed.')
  const say = async (done: Promise<Result<string, string>>) => {
    const result = await done
    return result.ok
      ? context.flashes.success(page, result.value)
      : context.flashes.error(page, `${mark.orderId}: ${result.refusal}`)
  }
  return byIntent(context, page, {
    confirm: () => say(changed(operator, mark, 'confirm')),
    cancel: () => say(changed(operator, mark, 'cancel')),
    no_answer: () => say(recordCall(operator, mark, 'no_answer')),
    wrong_number: () => say(recordCall(operator, mark, 'wrong_number')),
  })
}

async function changed(operator: Operator, mark: OrderMark, action: 'confirm' | 'cancel') {
  const result = await changeOrder(operator, mark, action)
  return result.ok ? succeed(`${ACTION_WORDS[action].done}: ${mark.orderId}.`) : result
}

/** Records a call. Returns what came of it, in words. */
async function recordCall(desk: Desk, { orderId, version }: OrderMark, outcome: (typeof OUTCOMES)[number]) {
  const made = await make(desk.db, 'desk_record_call', { order_id: orderId, version, outcome })
  if (!made.ok) return made
  const [order] = await readOrders(desk, [orderId])
  const end = order?.status === 'Cancelled' ? ' The order is cancelled.' : ''
  return succeed(`Call ${made.value} about ${orderId} is recorded.${end}`)
}
