import type { Session } from '@supabase/supabase-js'
import type { RequestContext } from '~/platform/context.server'
import { succeed } from '~/platform/result'
import { takeOver } from './password.server'
import { refuseAccount, refuseByAuth, type AccountResult } from './refusal'
import { authOf } from './sign-in.server'
import type { Typed } from './verification.server'

/** The code is used up by then, so that entering it again doesn't help. */
const PASSWORD_NOT_SAVED =
  'Your e-mail is confirmed, but your password could not be saved. Please set one with “Forget Password?”.'

/** Starts an account; a code is mailed. An address that has an account already gets the same response (A28). */
export async function signUp(
  context: RequestContext,
  email: string,
  password: string,
  fullName: string,
): Promise<AccountResult<null>> {
  const { error } = await authOf(context).signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: context.settings.PUBLIC_URL },
  })
  // Too soon after the last mail means that a code is on its way already.
  if (error && error.code !== 'over_email_send_rate_limit' && error.code !== 'user_already_exists')
    return refuseByAuth(error, 'Failed to create account. Please try again.')
  return succeed(null)
}

/**
 * Exchanges the mailed code for a session (document 2, section 7). The password and name typed in this browser become the
 * account's, whatever was typed before by somebody else with the same address, and every other session ends.
 */
export async function verifyCode(
  context: RequestContext,
  email: string,
  code: string,
  typed: Typed | null,
): Promise<AccountResult<Session>> {
  const auth = authOf(context)
  const { data, error } = await auth.verifyOtp({ email, token: code, type: 'email' })
  if (error) return refuseByAuth(error, 'Invalid verification code. Please try again.')
  if (!data.session) return refuseAccount('Invalid verification code. Please try again.')
  if (!typed) return succeed(data.session)
  const taken = await takeOver(auth, data.session, typed)
  return taken.ok ? taken : refuseAccount(PASSWORD_NOT_SAVED, taken.refusal.status)
}

/** Mails another code (document 2, section 7). */
export async function resendCode(context: RequestContext, email: string): Promise<AccountResult<null>> {
  const { error } = await authOf(context).resend({ type: 'signup', email })
  return error ? refuseByAuth(error, 'Failed to resend verification code.') : succeed(null)
}
