import { z } from 'zod'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Disbelief, PaymentProvider } from './payment-provider'

const Verdict = z.object({
  verdict: z.enum(['applied', 'ignored', 'refund', 'duplicate', 'unknown_order', 'wrong_amount']),
})

const STATUS = {
  applied: 200,
  ignored: 200,
  refund: 200,
  duplicate: 200,
  unknown_order: 404,
  wrong_amount: 400,
} as const

/** A payment that was begun before payments were switched off is settled when they are on again. */
const PAYMENTS_ARE_OFF: Disbelief = { status: 503, verdict: 'payments are off' }

/** What became of a notification: the HTTP status that the provider gets, and why. */
export interface Reception {
  status: 200 | 400 | 403 | 404 | 503
  verdict: string
}

/** Returns the provider of this name, if the settings have it on. */
export function findProvider({ services }: Needs<'services'>, name: string): PaymentProvider | undefined {
  return services.paymentProviders.find((provider) => provider.name === name)
}

/**
 * Takes a provider's notification: stored as it came, then the provider's own checks, then in the database, under the order's
 * lock, the amount. 200 only once it is written; 503 asks the provider to try again.
 */
export async function receiveNotification(
  context: Needs<'backends' | 'background' | 'clientAddress' | 'services' | 'settings' | Reporting>,
  provider: string,
  body: string,
): Promise<Reception> {
  const { backends, log, requestId } = context
  const reader = findProvider(context, provider)
  const notRecorded = (code: string): Reception => {
    log.error({ event: 'notification not recorded', requestId, code })
    return { status: 503, verdict: 'not recorded' }
  }
  const stored = await serviceClient({ backends }, 'record a payment').rpc('store_notification', {
    p_provider: provider,
    p_source: context.clientAddress,
    // PostgreSQL's text can't hold NUL.
    p_body: body.replaceAll('\0', ''),
  })
  if (stored.error) return notRecorded(stored.error.code)
  // Null while the door is flooded with forgeries.
  const notification: string | null = stored.data
  const read = reader ? await reader.read(body, context.clientAddress) : PAYMENTS_ARE_OFF
  if ('verdict' in read) {
    if (notification) await noteRefusal(context, notification, read.verdict)
    return read
  }
  const { paymentId, orderId = null, isAmountSigned, ...notice } = read
  const { data, error } = await serviceClient({ backends }, 'record a payment').rpc('record_payment', {
    p_payment: {
      ...notice,
      provider,
      payment_id: paymentId,
      order_id: orderId,
      is_amount_signed: isAmountSigned,
      notification,
    },
  })
  if (error) return notRecorded(error.code)
  const { verdict } = Verdict.parse(data)
  sendOrderMailsSoon(context)
  return { status: STATUS[verdict], verdict }
}

/** Writes the reason beside the stored notification; without it, the notification still stands there, not judged. */
async function noteRefusal(
  context: Needs<'backends' | 'log' | 'requestId'>,
  notification: string,
  verdict: string,
): Promise<void> {
  const { backends, log, requestId } = context
  const { error } = await serviceClient({ backends }, 'record a payment').rpc('refuse_notification', {
    p_id: notification,
    p_verdict: verdict,
  })
  if (error) log.error({ event: 'refusal not recorded', requestId, code: error.code })
}
