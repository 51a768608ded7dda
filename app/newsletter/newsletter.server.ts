import { describeError } from '~/platform/log.server'
import type { RequestContext } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { MINUTE } from '~/platform/time'
import { readReply, subscriptionProblem, type Outcome, type Reply } from './outcome'

const replyCookie = declareCookie({ name: 'website_newsletter', maxAge: MINUTE })

/** Keeps what the form shall show on the page it leads back to. */
export async function keepReply(context: RequestContext, reply: Reply): Promise<void> {
  context.sendCookie(await context.cookies.of(replyCookie).serialize(reply))
}

/** The reply to the form that led to this page, once. */
export async function takeReply(context: RequestContext, request: Request): Promise<Reply | null> {
  const reply = readReply(await context.cookies.of(replyCookie).parse(request.headers.get('cookie')))
  if (!reply) return null
  context.sendCookie(await context.cookies.of(replyCookie).serialize('', { maxAge: 0 }))
  return reply
}

/** Subscribes an address; `email` may hold anything that was typed. A new one gets a welcome mail. */
export async function subscribe(context: RequestContext, typed: string): Promise<Outcome> {
  const email = typed.trim().toLowerCase()
  if (!email.includes('@') || !email.includes('.') || email.length > 254) {
    return { type: 'error', message: 'Please enter a valid email address' }
  }
  const { error } = await context.backends.anonymous
    .from('newsletter_subscriptions')
    .insert({ email, source: 'Website Newsletter Form', is_active: true })
  if (error) {
    const outcome =
      error.code === '23514'
        ? subscriptionProblem('', 'invalid input syntax')
        : subscriptionProblem(error.code, error.message)
    if (outcome.type === 'error')
      context.log.warn({ event: 'not subscribed', requestId: context.requestId, code: error.code })
    return outcome
  }
  // On its way beside the answer: a mail never blocks or fails what it tells of (decision 9).
  context.backends.operator.functions
    .invoke('send-newsletter-welcome', { body: { email, shopUrl: context.settings.PUBLIC_URL } })
    .then(({ error: failure }) => {
      if (failure) context.log.error({ event: 'welcome mail not sent', ...describeError(failure) })
    })
    .catch((failure: unknown) => context.log.error({ event: 'welcome mail not sent', ...describeError(failure) }))
  return { type: 'success', message: 'Successfully subscribed! Check your email for a welcome message.' }
}
