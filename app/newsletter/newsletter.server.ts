import { m } from '~/language/messages'
import { takeMail } from '~/mails/mail-budget.server'
import { composeLetter } from '~/mails/words/letter.server'
import { readLetterhead } from '~/mails/words/words.server'
import { inBackground } from '~/platform/attempt.server'
import { declareMailFunction, sendMail, serviceClient } from '~/platform/supabase/service-client.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { isEmail } from '~/platform/email'
import { declareCookie } from '~/platform/cookies.server'
import { describeError } from '~/platform/log.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { plainText } from '~/platform/text'
import { MINUTE } from '~/platform/time'
import { refuse, succeed, type Result } from '~/platform/result'
import { hasNoResponse } from '~/platform/supabase/refusals.server'
import { SUBSCRIPTIONS_PER_EMAIL, SUBSCRIPTIONS_PER_NETWORK } from './limits.server'
import { subscriptionUrls } from './subscription-link.server'
import {
  networkProblem,
  readReply,
  subscriptionRefusal,
  UNIQUE_VIOLATION,
  type Reply,
  type SubscriptionRefusal,
} from './outcome'

const WELCOME_MAIL = declareMailFunction('send-newsletter-welcome')

const replyCookie = declareCookie({ name: 'website_newsletter', maxAge: MINUTE, isForNextPage: true })

export async function saveReply(context: Needs<'cookies' | 'sendCookie'>, reply: Reply): Promise<void> {
  context.sendCookie(await context.cookies.of(replyCookie).serialize(reply))
}

export async function takeReply(context: Needs<'cookies' | 'sendCookie'>, request: Request): Promise<Reply | null> {
  const reply = readReply(await context.cookies.of(replyCookie).parse(request.headers.get('cookie')))
  if (!reply) return null
  context.sendCookie(await context.cookies.of(replyCookie).serialize('', { maxAge: 0 }))
  return reply
}

/**
 * Subscribes an address. `typed` is not validated yet. Only a new address counts against the limits. It gets a welcome mail with the link
 * that confirms it, and again as long as nobody has confirmed.
 */
export async function subscribe(
  context: Needs<'backends' | 'background' | 'catalogue' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  typed: string,
): Promise<Result<null, SubscriptionRefusal>> {
  const email = plainText(typed).toLowerCase()
  if (!isEmail(email)) {
    return refuse({ type: 'error', message: m.newsletter_email_not_valid() })
  }
  const wait = await takeSubscription(context, email)
  if (wait !== null) return refuse({ type: 'error', message: limitMessage(wait) })
  const table = serviceClient(context, 'keep newsletter subscriptions').from('newsletter_subscriptions')
  const row = { email, source: 'Website Newsletter Form', is_active: true }
  const { data, error, status } = await table.insert(row).select('id').single()
  if (error) {
    await giveSubscriptionBack(context, email)
    if (error.code === UNIQUE_VIOLATION) {
      const found = await table.select('id').eq('email', email).is('confirmed_at', null).maybeSingle()
      if (found.data) mailWelcome(context, email, found.data.id)
    }
    const refusal = hasNoResponse({ status }) ? networkProblem() : subscriptionRefusal(error.code)
    if (refusal.type === 'error')
      context.log.warn({ event: 'not subscribed', requestId: context.requestId, ...describeError(error) })
    return refuse(refusal)
  }
  mailWelcome(context, email, data.id)
  return succeed(null)
}

async function takeSubscription(
  context: Needs<'clientAddress' | 'limits' | 'settings'>,
  email: string,
): Promise<number | null> {
  const { limits } = context
  const wait = await limits.take(SUBSCRIPTIONS_PER_NETWORK, keyOf.network(context))
  return wait ?? limits.take(SUBSCRIPTIONS_PER_EMAIL, keyOf.email(email))
}

async function giveSubscriptionBack(
  context: Needs<'clientAddress' | 'limits' | 'settings'>,
  email: string,
): Promise<void> {
  await context.limits.giveBack(SUBSCRIPTIONS_PER_NETWORK, keyOf.network(context))
  await context.limits.giveBack(SUBSCRIPTIONS_PER_EMAIL, keyOf.email(email))
}

/** Sends the welcome mail in the background: mails never block or fail an action (XX-26). */
function mailWelcome(
  context: Needs<'backends' | 'background' | 'catalogue' | 'limits' | 'settings' | Reporting>,
  email: string,
  id: string,
): void {
  inBackground(context, 'welcome mail not sent', async () => {
    if ((await takeMail(context, email)) !== null) return
    const { confirm, end, oneClick: oneClickUrl } = subscriptionUrls(context.settings, id)
    const letter = composeLetter(await readLetterhead(context), 'newsletter_welcome', confirm, { end_link: end })
    await sendMail(context, WELCOME_MAIL, { email, ...letter, oneClickUrl })
  })
}

/** Notes that the owner of the address wants the newsletter. Returns whether there is such a subscription. Throws if the database fails. */
export async function confirmSubscription(context: Needs<'backends'>, id: string): Promise<boolean> {
  const { data, error } = await serviceClient(context, 'keep newsletter subscriptions')
    .from('newsletter_subscriptions')
    .update({ confirmed_at: new Date().toISOString() })
    .eq('id', id)
    .select('id')
  if (error) throw new Error(`The subscription was not confirmed: ${error.message}`, { cause: error })
  return data.length > 0
}

/** Forgets a subscription. Throws if the database fails. */
export async function endSubscription(context: Needs<'backends'>, id: string): Promise<void> {
  const { error } = await serviceClient(context, 'keep newsletter subscriptions')
    .from('newsletter_subscriptions')
    .delete()
    .eq('id', id)
  if (error) throw new Error(`The subscription was not ended: ${error.message}`, { cause: error })
}
