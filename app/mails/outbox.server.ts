import { z } from 'zod'
import { inLanguage } from '~/language/current.server'
import { inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import {
  declareMailFunction,
  serviceClient,
  tryToSendMail,
  type MailAttempt,
} from '~/platform/supabase/service-client.server'
import { claimedMailSchema, isToShopper, type MailToSend } from './claimed-mail'
import { composeMail } from './compose.server'
import { sendOrderPushes } from './pushes.server'
import { letterheadsOf, type LetterheadNeeds, type Letterheads } from './words/words.server'

const ORDER_MAIL = declareMailFunction('send-order-mail')

/** After this many failures in a row the provider counts as unreachable. */
const MAX_FAILURES_IN_A_ROW = 3

export interface Run {
  sent: number
  failed: number
  givenUp: number
}

/**
 * Sends the due mails about orders. Several runs may overlap. A mail is claimed before it is sent and settled afterwards (database
 * functions `claim_order_mails`, `settle_order_mail`). If the process ends in between, the mail is claimed again and sent with the same
 * idempotency key, so its recipient gets it once. Throws if the database fails.
 */
export async function sendOrderMails(shop: LetterheadNeeds): Promise<Run> {
  const run: Run = { sent: 0, failed: 0, givenUp: 0 }
  const letterheads = letterheadsOf(shop)
  for (let failuresInARow = 0; failuresInARow < MAX_FAILURES_IN_A_ROW;) {
    const mail = await claim(shop)
    if (!mail) break
    const { id, kind, attempts } = mail
    if (mail.is_given_up) {
      run.givenUp += 1
      shop.log.error({ event: 'order mail given up', mail: id, kind, attempts })
      continue
    }
    const result = await send(shop, mail, letterheads)
    await settle(shop, mail, result)
    if (result.outcome === 'sent') {
      run.sent += 1
      failuresInARow = 0
      continue
    }
    run.failed += 1
    failuresInARow += 1
    shop.log.error({ event: 'order mail not sent', mail: id, kind, attempts, problem: result.problem })
  }
  return run
}

/** Sends due mails, and messages to browsers, in the background of a response. A failure is only logged (XX-26). */
export function sendOrderMailsSoon(context: LetterheadNeeds & Needs<'background' | Reporting>): void {
  inBackground(context, 'order mails not sent', async () => void (await sendOrderMails(context)))
  inBackground(context, 'browsers not told of orders', () => sendOrderPushes(context))
}

async function claim(shop: LetterheadNeeds): Promise<z.infer<typeof claimedMailSchema> | null> {
  const { data, error } = await serviceClient(shop, 'send order mails').rpc('claim_order_mails', { p_most: 1 })
  if (error) throw new Error(`Order mails not claimed: ${error.message}`, { cause: error })
  return z.array(claimedMailSchema).parse(data)[0] ?? null
}

async function send(shop: LetterheadNeeds, mail: MailToSend, letterheads: Letterheads): Promise<MailAttempt> {
  let composed
  try {
    const language = isToShopper(mail.kind) ? (mail.order?.language ?? 'en') : 'en'
    const letterhead = await letterheads(language)
    composed = inLanguage(language, () => composeMail(letterhead, mail))
  } catch (error) {
    shop.log.error({ event: 'order mail not composed', mail: mail.id, ...describeError(error) })
    return { outcome: 'refused', problem: 'The mail could not be composed.' }
  }
  return tryToSendMail(shop, ORDER_MAIL, { ...composed }, mail.id)
}

async function settle(shop: LetterheadNeeds, { id, attempts }: MailToSend, result: MailAttempt): Promise<void> {
  const { error } = await serviceClient(shop, 'send order mails').rpc('settle_order_mail', {
    p_id: id,
    p_attempt: attempts,
    p_outcome: result.outcome,
    p_problem: result.outcome === 'sent' ? undefined : result.problem,
  })
  if (error) throw new Error(`An order mail was not settled: ${error.message}`, { cause: error })
}
