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

export const SUBSCRIBED = {
  type: 'success',
  message: 'Successfully subscribed! Check your email for a welcome message.',
} as const

/** For requests that can't reach the shop or its database. */
export const NETWORK_PROBLEM = {
  type: 'error',
  message: 'Network error. Please check your connection and try again.',
} as const

/** Why an address was not subscribed. It is no error if it was subscribed already. */
export type SubscriptionRefusal = Outcome & { type: 'info' | 'error' }

export const UNIQUE_VIOLATION = '23505'

const BY_CODE = new Map<string, SubscriptionRefusal>([
  [UNIQUE_VIOLATION, { type: 'info', message: 'This email is already subscribed to our newsletter!' }],
  // invalid_text_representation, check_violation
  ['22P02', { type: 'error', message: 'Please enter a valid email address.' }],
  ['23514', { type: 'error', message: 'Please enter a valid email address.' }],
  // insufficient_privilege
  ['42501', { type: 'error', message: 'Permission denied. Please contact support.' }],
])

/** Returns the refusal for an error code of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export function subscriptionRefusal(code: string): SubscriptionRefusal {
  return BY_CODE.get(code) ?? { type: 'error', message: 'Failed to subscribe. Please try again later.' }
}
