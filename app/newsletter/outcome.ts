import { m } from '~/language/messages'

/** The outcome of a subscription, with its message (FT-26 to FT-32). */
export interface Outcome {
  type: 'success' | 'info' | 'error'
  message: string
}

/** The reply to a posted newsletter form. `email` is the typed address, for correction; it is empty after a success. */
export interface Reply extends Outcome {
  email: string
}

/** Returns the value if it is a reply, or else null. It doesn't use zod because the browser runs it too. */
export function readReply(value: unknown): Reply | null {
  if (typeof value !== 'object' || value === null) return null
  const { type, message, email } = value as Record<string, unknown>
  const isReply =
    (type === 'success' || type === 'info' || type === 'error') &&
    typeof message === 'string' &&
    typeof email === 'string'
  return isReply ? { type, message, email } : null
}

export const subscribed = () => ({ type: 'success', message: m.newsletter_subscribed() }) as const

/** For requests that can't reach the shop or its database. */
export const networkProblem = () => ({ type: 'error', message: m.newsletter_network_problem() }) as const

/** Why an address was not subscribed. It is no error if it was subscribed already. */
export type SubscriptionRefusal = Outcome & { type: 'info' | 'error' }

export const UNIQUE_VIOLATION = '23505'

const BY_CODE = new Map([
  [UNIQUE_VIOLATION, m.newsletter_known],
  // invalid_text_representation, check_violation
  ['22P02', m.newsletter_email_invalid],
  ['23514', m.newsletter_email_invalid],
  // insufficient_privilege
  ['42501', m.newsletter_denied],
])

/** Returns the refusal for an error code of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function subscriptionRefusal(code: string): SubscriptionRefusal {
  const message = BY_CODE.get(code) ?? m.newsletter_failed
  return { type: code === UNIQUE_VIOLATION ? 'info' : 'error', message: message() }
}
