import { z } from 'zod'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { PaymentNotice, PaymentNotificationError, PaymentProvider } from './payment-provider'
import { cutText } from '~/platform/text'
import { createHash } from 'node:crypto'
import { readGopayfast } from './gopayfast'

const verdictSchema = z.object({
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

const FORGED: PaymentNotificationError = { status: 400, verdict: 'forged' }
/** For a payment that started before payments were turned off: 503 makes the provider retry until they are on again. */
const PAYMENTS_ARE_OFF: PaymentNotificationError = { status: 503, verdict: 'payments are off' }

/** The result of a notification: the HTTP status for the provider, and the reason. */
interface NotificationResult {
  status: 200 | 400 | 403 | 404 | 503
  verdict: string
}

/** Returns the provider of this name, if it is enabled. */
export function findProvider({ services }: Needs<'services'>, name: string): PaymentProvider | undefined {
  return services.paymentProviders.find((provider) => provider.name === name)
}

/**
 * Processes a provider's notification: stores it unchanged if its signature is right, runs the provider's other checks (PY-23 to PY-26),
 * then records the payment, whose amount the database checks under the order's lock. Responds with 200 only after the write; 503 makes
 * the provider retry. Of a notification with a wrong signature a summary is stored, within limits.
 */
export async function receiveNotification(
  context: Needs<'backends' | 'background' | 'catalogue' | 'clientAddress' | 'services' | 'settings' | Reporting>,
  provider: string,
  body: string,
): Promise<NotificationResult> {
  const { backends, log, requestId } = context
  const reader = findProvider(context, provider)
  if (!reader?.isSigned(body)) {
    const read = reader ? await reader.read(body, context.clientAddress) : PAYMENTS_ARE_OFF
    const refusal = 'verdict' in read ? read : FORGED
    await noteUnsigned(context, provider, body, refusal.verdict)
    return refusal
  }
  const notRecorded = (code: string): NotificationResult => {
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
  // Null while too many notifications without a verdict arrive; a payment is recorded even then.
  const notification: string | null = stored.data
  const read = await reader.read(body, context.clientAddress)
  if ('verdict' in read) {
    if (notification) await recordRefusal(context, notification, read.verdict)
    return read
  }
  const { data, error } = await recordPayment(context, provider, read, notification)
  if (error) return notRecorded(error.code)
  const { verdict } = verdictSchema.parse(data)
  sendOrderMailsSoon(context)
  return { status: STATUS[verdict], verdict }
}

/** Records a payment in the database. `notification` is the stored notification's ID, if it was stored. */
function recordPayment(
  context: Needs<'backends'>,
  provider: string,
  notice: PaymentNotice,
  notification: string | null,
) {
  const { paymentId, orderId = null, ...others } = notice
  return serviceClient(context, 'record a payment').rpc('record_payment', {
    p_payment: {
      ...others,
      provider,
      payment_id: paymentId,
      order_id: orderId,
      is_amount_signed: notice.amount !== null,
      notification,
    },
  })
}

/** Stores a summary of a notification without a right signature. A failure is logged; the response is the same. */
async function noteUnsigned(
  context: Needs<'backends' | 'clientAddress' | 'log' | 'requestId'>,
  provider: string,
  body: string,
  verdict: string,
): Promise<void> {
  const { digest, message } = summaryOf(body)
  const { error } = await serviceClient(context, 'record a payment').rpc('note_unsigned_notification', {
    p_provider: provider,
    p_source: context.clientAddress,
    p_verdict: verdict,
    p_digest: digest,
    p_message: message,
  })
  if (error) context.log.error({ event: 'refusal not recorded', requestId: context.requestId, code: error.code })
}

/** Records why a notification was refused. If this fails, the stored notification has no verdict. */
async function recordRefusal(
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

/** The fields, of either provider, that say which payment a notification claims to be. None is about a person. */
const FIELDS = [
  'merchant_id',
  'm_payment_id',
  'pf_payment_id',
  'payment_status',
  'amount_gross',
  'basket_id',
  'transaction_id',
  'err_code',
  'transaction_amount',
]
const MAX_LENGTH = 40

/** Returns what is stored of a notification without a right signature: a digest of its body, and the fields that help to find a fault. */
function summaryOf(body: string): { digest: string; message: Record<string, string> } {
  const fields = readGopayfast(body) ?? {}
  const named = FIELDS.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    return value ? [[name, cutText(value, MAX_LENGTH).replace(/[^\w.:+-]/g, '?')]] : []
  })
  return { digest: createHash('sha256').update(body).digest('hex'), message: Object.fromEntries(named) }
}
