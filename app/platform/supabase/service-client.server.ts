import { randomUUID } from 'node:crypto'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { ExponentialBackoff, handleAll, retry } from 'cockatiel'
import { z } from 'zod'
import { SECOND } from '../time'
import type { Backends, Backend } from './clients.server'

/** Everything that the shop does past row security. `tests/architecture.test.ts` knows the file of each. */
type ServiceUse =
  | 'delete an account'
  | 'check a password link'
  | 'confirm cash orders'
  | 'find the accounts of a phone number'
  | 'keep returns'
  | 'keep stock alerts'
  | 'list refunds'
  | 'place an order for a guest'
  | 'look up a guest’s order'
  | 'record a payment'
  | 'remove files'
  | 'reply for the shop'
  | 'send order mails'
  | 'send stock mails'
  | 'show a picture'

/** Returns the client with the secret key, for one named use. */
export function serviceClient({ backends }: { backends: Backends }, _use: ServiceUse): Backend {
  return backends.service
}

/** The edge functions that mail. */
export const MAIL_FUNCTIONS = [
  'send-account-exists',
  'send-back-in-stock',
  'send-contact-email',
  'send-newsletter-welcome',
  'send-order-mail',
  'send-stock-alert-confirmation',
] as const
type Mail = (typeof MAIL_FUNCTIONS)[number]

/** After a failure, twice more; each call is bounded by the time-out for functions. */
const patiently = retry(handleAll, {
  maxAttempts: 2,
  backoff: new ExponentialBackoff({ initialDelay: 2 * SECOND, maxDelay: 10 * SECOND }),
})

/**
 * Has an edge function send a mail. Throws when it can't. One mail is sent for each `id`, however often this is called with it
 * within a day and even if a response gets lost.
 */
export async function sendMail(
  { backends }: { backends: Backends },
  mail: Mail,
  body: Record<string, unknown>,
  id: string = randomUUID(),
): Promise<void> {
  const headers = { 'Idempotency-Key': `${mail}/${id}` }
  await patiently.execute(async () => {
    const { error } = await backends.service.functions.invoke(mail, { body, headers })
    if (error) throw new Error(`${mail} failed: ${error.message}`, { cause: error })
  })
}

/** How an attempt to send a mail ended. 'refused' means that certainly nothing was sent; the problem is safe to store and log. */
export type MailAttempt = { outcome: 'sent' } | { outcome: 'refused' | 'unknown'; problem: string }

/**
 * Calls an edge function once to send a mail, for callers that try again by themselves. One mail is sent for each `id`, however often
 * this is called with it within a day.
 */
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
  const { reason = `${mail} responded ${response.status}.`, isCertain } = NotSent.parse(
    await response.json().catch(() => null),
  )
  const isRefused = isCertain ?? response.status < 500
  return { outcome: isRefused ? 'refused' : 'unknown', problem: reason }
}

/** What a mail function responds when it has sent nothing, or can't say (`_shared/mail.ts`). */
const NotSent = z.object({ reason: z.string().optional(), isCertain: z.boolean().optional() }).catch({})
