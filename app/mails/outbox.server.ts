import { z } from 'zod'
import { inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { serviceClient, tryToSendMail, type MailAttempt } from '~/platform/supabase/service-client.server'
import { ClaimedMail, type MailToSend } from './claimed-mail'
import { composeMail } from './compose.server'

/** After so many mails in a row that couldn't be sent, the provider is taken for unreachable. */
const MOST_FAILURES = 3

type Sender = Needs<'backends' | 'log' | 'settings'>

/** What one run has done. */
export interface Run {
  sent: number
  failed: number
  givenUp: number
}

/**
 * Sends the mails about orders that are due. Several may run at once. A mail is claimed before it is sent and settled after it
 * (database functions `claim_order_mails`, `settle_order_mail`). One whose process ends in between is claimed again later and sent
 * under the same idempotency key, so its recipient gets one mail. Throws when the database can't be asked.
 */
export async function sendOrderMails(shop: Sender): Promise<Run> {
  const run: Run = { sent: 0, failed: 0, givenUp: 0 }
  for (let inARow = 0; inARow < MOST_FAILURES;) {
    const mail = await claim(shop)
    if (!mail) break
    const { id, kind, attempts } = mail
    if (mail.is_given_up) {
      run.givenUp += 1
      shop.log.error({ event: 'order mail given up', mail: id, kind, attempts })
      continue
    }
    const result = await send(shop, mail)
    await settle(shop, mail, result)
    if (result.outcome === 'sent') {
      run.sent += 1
      inARow = 0
      continue
    }
    run.failed += 1
    inARow += 1
    shop.log.error({ event: 'order mail not sent', mail: id, kind, attempts, problem: result.problem })
  }
  return run
}

/** Sends the mails that are due beside the response, after something that may have made one. A failure is only logged. */
export function sendOrderMailsSoon(context: Sender & Needs<'background' | Reporting>): void {
  inBackground(context, 'order mails not sent', async () => void (await sendOrderMails(context)))
}

async function claim(shop: Sender): Promise<z.infer<typeof ClaimedMail> | null> {
  const { data, error } = await serviceClient(shop, 'send order mails').rpc('claim_order_mails', { p_most: 1 })
  if (error) throw new Error(`Order mails not claimed: ${error.message}`, { cause: error })
  return z.array(ClaimedMail).parse(data)[0] ?? null
}

async function send(shop: Sender, mail: MailToSend): Promise<MailAttempt> {
  let composed
  try {
    composed = composeMail(shop.settings, mail)
  } catch (error) {
    shop.log.error({ event: 'order mail not composed', mail: mail.id, ...describeError(error) })
    return { outcome: 'refused', problem: 'The mail could not be composed.' }
  }
  return tryToSendMail(shop, 'send-order-mail', { ...composed }, mail.id)
}

async function settle(shop: Sender, { id, attempts }: MailToSend, result: MailAttempt): Promise<void> {
  const { error } = await serviceClient(shop, 'send order mails').rpc('settle_order_mail', {
    p_id: id,
    p_attempt: attempts,
    p_outcome: result.outcome,
    p_problem: result.outcome === 'sent' ? undefined : result.problem,
  })
  if (error) throw new Error(`An order mail was not settled: ${error.message}`, { cause: error })
}
