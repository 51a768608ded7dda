import type { AuthError } from '@supabase/supabase-js'
import { refuse, type Result } from '~/platform/result'

/** Why an account's verb was refused, in words for the shopper, with the status of the response. */
export interface AccountRefusal {
  message: string
  status: 400 | 409 | 429 | 503
  /** Auth's code of the error, such as `email_not_confirmed`. */
  code?: string
}

export type AccountResult<Value> = Result<Value, AccountRefusal>

/** Auth couldn't be asked, so nothing is known about what was typed. */
const UNAVAILABLE = 'We can’t reach the sign-in service right now. Please try again in a moment.'

/** A refusal in our own words. */
export function refuseAccount(message: string, status: AccountRefusal['status'] = 400) {
  return refuse<AccountRefusal>({ message, status })
}

/** A refusal because Auth or the database can't be reached. */
export function refuseUnavailable() {
  return refuseAccount(UNAVAILABLE, 503)
}

/** A refusal in Auth's own words, or in `fallback` if it has none. An outage is said to be one. */
export function refuseByAuth(error: AuthError, fallback: string) {
  const status = error.status ?? 0
  if (status === 0 || status >= 500) return refuseUnavailable()
  // supabase-js makes `{}` of a response without a message.
  const said = error.message.trim()
  return refuse<AccountRefusal>({
    message: said && said !== '{}' ? said : fallback,
    status: status === 429 ? 429 : 400,
    code: error.code,
  })
}
