import { currentLanguage } from '~/language/current'
import { m } from '~/language/messages'
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

/** Auth's refusals in the shop's words, for pages in other languages: Auth speaks English. */
const BY_CODE = new Map<string | undefined, () => string>([
  ['invalid_credentials', m.account_invalid_login],
  ['same_password', m.account_same_password],
  ['weak_password', m.account_weak_password],
  ['over_request_rate_limit', m.account_too_often],
  ['over_email_send_rate_limit', m.account_too_often],
])

export function refuseAccount(message: string, status: AccountRefusal['status'] = 400) {
  return refuse<AccountRefusal>({ message, status })
}

/** Returns a refusal because Auth or the database can't be reached, so the credentials couldn't be checked. */
export function refuseUnavailable() {
  return refuseAccount(m.account_unavailable(), 503)
}

/** Returns a refusal with Auth's message, or `fallback` without one. An outage gets its own message. */
export function refuseByAuth(error: AuthError, fallback: string) {
  const status = error.status ?? 0
  if (status === 0 || status >= 500) return refuseUnavailable()
  return refuse<AccountRefusal>({
    message: authMessage(error) || fallback,
    status: status === 429 ? 429 : 400,
    code: error.code,
  })
}

function authMessage({ message, code }: AuthError): string {
  if (currentLanguage() !== 'en') return BY_CODE.get(code)?.() ?? ''
  // supabase-js returns `{}` for a response without a message.
  return message.trim() === '{}' ? '' : message.trim()
}
