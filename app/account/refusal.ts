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

/** Auth's refusals that are in the shop's words in every language: Auth's are for developers ("after 0 seconds"). */
const IN_OWN_WORDS = new Map<string | undefined, () => string>([
  ['over_request_rate_limit', m.account_too_often],
  ['over_email_send_rate_limit', m.account_too_often],
  ['email_address_invalid', m.account_email_invalid],
  ['insufficient_aal', m.account_needs_app_code],
  ['mfa_verification_failed', m.account_wrong_app_code],
])
/** The same for pages in other languages: Auth speaks English. */
const TRANSLATED = new Map<string | undefined, () => string>([
  ['invalid_credentials', m.account_invalid_login],
  ['same_password', m.account_same_password],
  ['weak_password', m.account_weak_password],
])
/**
 * Refusals that get the caller's words. Auth says `user_banned` before it looks at the password or code, so that it would tell a stranger
 * that the account exists; with `otp_expired` it speaks of links also where a code was typed.
 */
const IN_CALLERS_WORDS = new Set<string | undefined>(['user_banned', 'otp_expired'])

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
  const own = IN_OWN_WORDS.get(code)
  if (own) return own()
  if (IN_CALLERS_WORDS.has(code)) return ''
  if (currentLanguage() !== 'en') return TRANSLATED.get(code)?.() ?? ''
  // supabase-js returns `{}` for a response without a message.
  return message.trim() === '{}' ? '' : message.trim()
}
