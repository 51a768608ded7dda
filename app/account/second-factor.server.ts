import { m } from '~/language/messages'
import type { Session } from '@supabase/supabase-js'
import type { SubmissionResult } from '@conform-to/react'
import { invalid, refused } from '~/platform/http/forms.server'
import { succeed } from '~/platform/result'
import type { Auth } from '~/platform/supabase/clients.server'
import { refuseByAuth, type AccountRefusal, type AccountResult } from './refusal'

// An account with a second factor, such as an operator's, changes its password and its address only in a session that has given it
// (decision 205).

/**
 * Gives the code of the account's second factor in the session of `auth`, unless it is empty or the account has none. Returns the session
 * with its new tokens. Auth then ends the account's sessions that haven't given theirs.
 */
export async function giveSecondFactor(auth: Auth, session: Session, code: string): Promise<AccountResult<Session>> {
  if (code === '') return succeed(session)
  const listed = await auth.mfa.listFactors()
  if (listed.error) return refuseByAuth(listed.error, m.account_try_again())
  const [factor] = listed.data.totp
  if (!factor) return succeed(session)
  const { error } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  if (error) return refuseByAuth(error, m.account_wrong_app_code())
  const { data } = await auth.getSession()
  return succeed(data.session ?? session)
}

const ABOUT_THE_FACTOR = new Set<string | undefined>(['insufficient_aal', 'mfa_verification_failed'])

/** Returns the response for a refused form. A refusal about the second factor is shown at the field for its code, which appears with it. */
export function refusedOrAsked(form: { reply: SubmissionResult }, { message, status, code }: AccountRefusal) {
  if (!ABOUT_THE_FACTOR.has(code)) return refused(form, message, status)
  return invalid({ reply: { ...form.reply, status: 'error', error: { appCode: [message] } } })
}
