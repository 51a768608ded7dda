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

/** When the shop itself can't be reached; the same words as when the database can't. */
export const NETWORK_PROBLEM: Outcome = {
  type: 'error',
  message: 'Network error. Please check your connection and try again.',
}

/** The words for what the database says of a failed subscription (document 1, section 8). */
export function subscriptionProblem(code: string, message: string): Outcome {
  if (code === '23505') return { type: 'info', message: 'This email is already subscribed to our newsletter!' }
  if (/invalid input syntax/i.test(message)) return { type: 'error', message: 'Please enter a valid email address.' }
  if (/network|did not answer|was not asked/i.test(message)) return NETWORK_PROBLEM
  if (/permission/i.test(message)) return { type: 'error', message: 'Permission denied. Please contact support.' }
  return { type: 'error', message: 'Failed to subscribe. Please try again later.' }
}
