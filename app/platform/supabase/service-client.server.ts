import { randomUUID } from 'node:crypto'
import { ExponentialBackoff, handleAll, retry } from 'cockatiel'
import { SECOND } from '../time'
import type { Backends, Backend } from './clients.server'

/** Everything that the shop does past row security. `tests/architecture.test.ts` knows the file of each. */
type ServiceUse =
  | 'delete an account'
  | 'check a password link'
  | 'find the accounts of a phone number'
  | 'keep stock alerts'
  | 'list refunds'
  | 'place an order for a guest'
  | 'look up a guest’s order'
  | 'read the items of a new order'
  | 'record a payment'
  | 'remove files'
  | 'reply for the shop'
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
  'send-order-confirmation',
  'send-refund-notice',
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
