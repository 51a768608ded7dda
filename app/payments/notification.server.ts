import { z } from 'zod'
import type { RequestContext } from '~/platform/context.server'

const Verdict = z.object({
  verdict: z.enum(['applied', 'ignored', 'refund', 'duplicate', 'unknown_order', 'wrong_amount']),
  order_id: z.string().optional(),
})

const STATUS = {
  applied: 200,
  ignored: 200,
  refund: 200,
  duplicate: 200,
  unknown_order: 404,
  wrong_amount: 400,
} as const

/** What became of a notification: the HTTP status that the provider gets, and why. */
export interface Reception {
  status: 200 | 400 | 403 | 404 | 503
  verdict: string
}

/**
 * Takes a payment notification: the provider's own checks, then in the database, under the order's lock, the amount. 200
 * only once it is written; 503 asks the provider to try again.
 */
export async function receiveNotification(context: RequestContext, body: string): Promise<Reception> {
  const { backends, log, requestId } = context
  const { payments } = context.services
  const read = await payments.read(body, context.clientAddress)
  if ('verdict' in read) return read
  const { paymentId, orderId, ...notice } = read
  const { data, error } = await backends.operator.rpc('record_payment', {
    p_payment: { ...notice, provider: payments.name, payment_id: paymentId, order_id: orderId },
  })
  if (error) {
    log.error({ event: 'notification not recorded', requestId, code: error.code })
    return { status: 503, verdict: 'not recorded' }
  }
  const { verdict } = Verdict.parse(data)
  return { status: STATUS[verdict], verdict }
}
