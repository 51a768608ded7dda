import { describeError } from '~/platform/log.server'
import type { RequestContext } from '~/platform/context.server'

/** How a subscription went, with the words the shopper reads (document 1, section 8). */
export interface Outcome {
  type: 'success' | 'info' | 'error'
  message: string
}

/** The words for what the database says of a failed subscription (document 1, section 8). */
export function subscriptionProblem(code: string, message: string): Outcome {
  if (code === '23505') return { type: 'info', message: 'This email is already subscribed to our newsletter!' }
  if (/invalid input syntax/i.test(message)) return { type: 'error', message: 'Please enter a valid email address.' }
  if (/network|did not answer/i.test(message)) {
    return { type: 'error', message: 'Network error. Please check your connection and try again.' }
  }
  if (/permission/i.test(message)) return { type: 'error', message: 'Permission denied. Please contact support.' }
  return { type: 'error', message: 'Failed to subscribe. Please try again later.' }
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
