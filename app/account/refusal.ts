import type { AuthError } from '@supabase/supabase-js'
import { refuse, type Result } from '~/platform/result'

/** Why an operation was refused, with a message for the shopper and the status of the response. */
export interface AccountRefusal {
  message: string
  status: 400 | 409 | 429 | 503
  /** Auth's code of the error, such as `email_not_confirmed`. */
  code?: string
}

export type AccountResult<Value> = Result<Value, AccountRefusal>

/** Shown if Auth can't be reached, so the credentials couldn't be checked. */
const UNAVAILABLE = 'We can’t reach the sign-in service right now. Please try again in a moment.'

/** Returns a refusal with the shop's message. */
export function refuseAccount(message: string, status: AccountRefusal['status'] = 400) {
  return refuse<AccountRefusal>({ message, status })
}

/** Returns a refusal because Auth or the database can't be reached. */
export function refuseUnavailable() {
  return refuseAccount(UNAVAILABLE, 503)
}

/** Returns a refusal with Auth's message, or `fallback` without one. An outage gets its own message. */
export function refuseByAuth(error: AuthError, fallback: string) {
  const status = error.status ?? 0
  if (status === 0 || status >= 500) return refuseUnavailable()
  // supabase-js returns `{}` for a response without a message.
  const message = error.message.trim()
  return refuse<AccountRefusal>({
    message: message && message !== '{}' ? message : fallback,
    status: status === 429 ? 429 : 400,
    code: error.code,
  })
}
