import { randomUUID } from 'node:crypto'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { ExponentialBackoff, handleAll, retry } from 'cockatiel'
import { z } from 'zod'
import { SECOND } from '../time'
import type { Backends, Backend } from './clients.server'

/**
 * Returns the service-role client, which bypasses row-level security, for one named use. `tests/architecture.test.ts` lists the file of
 * each.
 */
export function serviceClient({ backends }: { backends: Backends }, _use: string): Backend {
  return backends.service
}

/** An edge function that sends mail. */
export interface MailFunction {
  name: string
}

const declared = new Set<string>()

/** Declares an edge function that sends mail. Rooms do so at module level: the check of the project looks for each. */
export function declareMailFunction(name: string): MailFunction {
  declared.add(name)
  return { name }
}

export function declaredMailFunctions(): string[] {
  return [...declared].toSorted()
}

/** Each attempt is limited by the time-out for functions. */
const retryTwice = retry(handleAll, {
  maxAttempts: 2,
  backoff: new ExponentialBackoff({ initialDelay: 2 * SECOND, maxDelay: 10 * SECOND }),
})

/** Sends a mail by an edge function, with retries. Throws if it fails. `id` is an idempotency key for one day. */
export async function sendMail(
  { backends }: { backends: Backends },
  { name }: MailFunction,
  body: Record<string, unknown>,
  id: string = randomUUID(),
): Promise<void> {
  const headers = { 'Idempotency-Key': `${name}/${id}` }
  await retryTwice.execute(async () => {
    const { error } = await backends.service.functions.invoke(name, { body, headers })
    if (error) throw new Error(`${name} failed: ${error.message}`, { cause: error })
  })
}

/** The outcome of an attempt to send a mail. 'refused' means that nothing was sent. The problem may be stored and logged. */
export type MailAttempt = { outcome: 'sent' } | { outcome: 'refused' | 'unknown'; problem: string }

/** Sends a mail by one call of an edge function, for callers that retry themselves. `id` is an idempotency key for one day. */
export async function tryToSendMail(
  { backends }: { backends: Backends },
  { name }: MailFunction,
  body: Record<string, unknown>,
  id: string,
): Promise<MailAttempt> {
  const headers = { 'Idempotency-Key': `${name}/${id}` }
  const { error } = await backends.service.functions.invoke(name, { body, headers })
  if (!error) return { outcome: 'sent' }
  if (!(error instanceof FunctionsHttpError)) return { outcome: 'unknown', problem: `${name} did not respond.` }
  const response = error.context as Response
  const { reason = `${name} responded ${response.status}.`, isCertain } = mailFailureSchema.parse(
    await response.json().catch(() => null),
  )
  const isRefused = isCertain ?? response.status < 500
  return { outcome: isRefused ? 'refused' : 'unknown', problem: reason }
}

/** The response of a mail function that has sent nothing, or doesn't know (`_shared/mail.ts`). */
const mailFailureSchema = z.object({ reason: z.string().optional(), isCertain: z.boolean().optional() }).catch({})
