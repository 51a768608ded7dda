import { randomUUID } from 'node:crypto'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { ExponentialBackoff, handleAll, retry } from 'cockatiel'
import { z } from 'zod'
import { SECOND } from '../time'
import type { Backends, Backend } from './clients.server'

/** The uses of the service-role client, which bypasses row-level security. `tests/architecture.test.ts` lists the file of each. */
type ServiceUse =
  | 'count mails to an address'
  | 'delete an account'
  | 'check a password link'
  | 'confirm cash orders'
  | 'find the accounts of a phone number'
  | 'give and take roles'
  | 'keep contact messages'
  | 'keep newsletter subscriptions'
  | 'keep profile pictures'
  | 'keep returns'
  | 'keep reviews'
  | 'keep stock alerts'
  | 'keep the tag of a password'
  | 'list refunds'
  | 'place an order'
  | 'price a cart'
  | 'look up a guest’s order'
  | 'read the words of mails'
  | 'record a payment'
  | 'remove files'
  | 'reply for the shop'
  | 'send order mails'
  | 'send stock mails'
  | 'show a picture'
  | 'start and end discounts and banners'
  | 'store an attachment'
  | 'track an order'

/** Returns the service-role client for one named use. */
export function serviceClient({ backends }: { backends: Backends }, _use: ServiceUse): Backend {
  return backends.service
}

/** The edge functions that send mail. */
export const MAIL_FUNCTIONS = [
  'send-account-exists',
  'send-back-in-stock',
  'send-contact-email',
  'send-newsletter-welcome',
  'send-order-mail',
  'send-stock-alert-confirmation',
] as const
type Mail = (typeof MAIL_FUNCTIONS)[number]

/** Each attempt is limited by the time-out for functions. */
const retryTwice = retry(handleAll, {
  maxAttempts: 2,
  backoff: new ExponentialBackoff({ initialDelay: 2 * SECOND, maxDelay: 10 * SECOND }),
})

/** Sends a mail by an edge function, with retries. Throws if it fails. `id` is an idempotency key for one day. */
export async function sendMail(
  { backends }: { backends: Backends },
  mail: Mail,
  body: Record<string, unknown>,
  id: string = randomUUID(),
): Promise<void> {
  const headers = { 'Idempotency-Key': `${mail}/${id}` }
  await retryTwice.execute(async () => {
    const { error } = await backends.service.functions.invoke(mail, { body, headers })
    if (error) throw new Error(`${mail} failed: ${error.message}`, { cause: error })
  })
}

/** The outcome of an attempt to send a mail. 'refused' means that nothing was sent. The problem may be stored and logged. */
export type MailAttempt = { outcome: 'sent' } | { outcome: 'refused' | 'unknown'; problem: string }

/** Sends a mail by one call of an edge function, for callers that retry themselves. `id` is an idempotency key for one day. */
export async function tryToSendMail(
  { backends }: { backends: Backends },
  mail: Mail,
  body: Record<string, unknown>,
  id: string,
): Promise<MailAttempt> {
  const headers = { 'Idempotency-Key': `${mail}/${id}` }
  const { error } = await backends.service.functions.invoke(mail, { body, headers })
  if (!error) return { outcome: 'sent' }
  if (!(error instanceof FunctionsHttpError)) return { outcome: 'unknown', problem: `${mail} did not respond.` }
  const response = error.context as Response
  const { reason = `${mail} responded ${response.status}.`, isCertain } = mailFailureSchema.parse(
    await response.json().catch(() => null),
  )
  const isRefused = isCertain ?? response.status < 500
  return { outcome: isRefused ? 'refused' : 'unknown', problem: reason }
}

/** The response of a mail function that has sent nothing, or doesn't know (`_shared/mail.ts`). */
const mailFailureSchema = z.object({ reason: z.string().optional(), isCertain: z.boolean().optional() }).catch({})
