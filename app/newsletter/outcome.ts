/** How a subscription went, with the words the shopper reads (document 1, section 8). */
export interface Outcome {
  type: 'success' | 'info' | 'error'
  message: string
}

/**
 * What the newsletter form shows of a post that has just been made; `email` is what was typed, for the shopper to
 * correct, and empty once it is subscribed.
 */
export interface Reply extends Outcome {
  email: string
}

/** Returns the value if it is a reply, else null. Written by hand, since the browser reads replies too. */
export function readReply(value: unknown): Reply | null {
  if (typeof value !== 'object' || value === null) return null
  const { type, message, email } = value as Record<string, unknown>
  const isReply =
    (type === 'success' || type === 'info' || type === 'error') &&
    typeof message === 'string' &&
    typeof email === 'string'
  return isReply ? { type, message, email } : null
}

export const SUBSCRIBED = {
  type: 'success',
  message: 'Successfully subscribed! Check your email for a welcome message.',
} as const

/** When the shop itself can't be reached; the same words as when the database can't. */
export const NETWORK_PROBLEM = {
  type: 'error',
  message: 'Network error. Please check your connection and try again.',
} as const

/** Why an address was not subscribed, in words for the visitor; one that is subscribed already is no error. */
export type SubscriptionRefusal = Outcome & { type: 'info' | 'error' }

const BY_CODE = new Map<string, SubscriptionRefusal>([
  // unique_violation
  ['23505', { type: 'info', message: 'This email is already subscribed to our newsletter!' }],
  // invalid_text_representation, check_violation
  ['22P02', { type: 'error', message: 'Please enter a valid email address.' }],
  ['23514', { type: 'error', message: 'Please enter a valid email address.' }],
  // insufficient_privilege
  ['42501', { type: 'error', message: 'Permission denied. Please contact support.' }],
])

/**
 * Returns the refusal for a code of PostgreSQL (document 1, section 8;
 * https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
export function subscriptionRefusal(code: string): SubscriptionRefusal {
  return BY_CODE.get(code) ?? { type: 'error', message: 'Failed to subscribe. Please try again later.' }
}
