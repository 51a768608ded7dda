import type { AuthError, Session } from '@supabase/supabase-js'
import { inBackground } from '~/platform/attempt.server'
import { sendMail } from '~/platform/supabase/service-client.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { keyOf } from '~/platform/rate-limits.server'
import { succeed } from '~/platform/result'
import { inFixedTime } from './fixed-duration.server'
import { ACCOUNT_EXISTS_MAILS, CODE_MAILS } from './limits.server'
import { takeOver } from './password.server'
import { refuseAccount, refuseByAuth, type AccountResult } from './refusal'
import { authOf } from './sign-in.server'
import type { Typed } from './verification.server'

/** The specification's words (document 2, section 8). */
const WRONG_CODE = 'Invalid verification code. Please try again.'

/** The code is used up by then, so that entering it again doesn't help. */
const PASSWORD_NOT_SAVED =
  'Your e-mail is confirmed, but your password could not be saved. Please set one with “Forget Password?”.'

/** Codes of errors that depend on whether the address has an account, or on its last mail; they are never shown. */
const TELLTALE_CODES = new Set(['over_email_send_rate_limit', 'user_already_exists'])
/** Auth's status when a mail couldn't be sent, which happens to addresses without an account alone. */
const MAIL_FAILED = 500

/**
 * Starts an account; a code is mailed. An address that has an account already is mailed that instead, and gets the same
 * response in the same time (A28, decision 31).
 */
export async function signUp(
  context: Needs<'backends' | 'background' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  email: string,
  password: string,
  fullName: string,
): Promise<AccountResult<null>> {
  return (await inFixedTime(startAccount(context, email, password, fullName))) ?? succeed(null)
}

async function startAccount(
  context: Needs<'backends' | 'background' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  email: string,
  password: string,
  fullName: string,
): Promise<AccountResult<null>> {
  // Beyond the limit the newest code that was mailed still works; it may be a stranger who has used the limit up.
  if ((await context.limits.take(CODE_MAILS, keyOf.email(email))) !== null) return succeed(null)
  const { data, error } = await authOf(context).signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: context.settings.PUBLIC_URL },
  })
  if (error) return withoutTelltale(context, error, 'Failed to create account. Please try again.')
  // Auth's sign for an address that has an account (supabase.com/docs/reference/javascript/auth-signup).
  if (data.user?.identities?.length === 0) mailAccountExists(context, email)
  return succeed(null)
}

/** Tells the owner of an address that there is an account already. Doesn't wait. */
function mailAccountExists(
  context: Needs<'backends' | 'background' | 'limits' | 'settings' | Reporting>,
  email: string,
): void {
  inBackground(context, 'mail about an existing account not sent', async () => {
    if ((await context.limits.take(ACCOUNT_EXISTS_MAILS, keyOf.email(email))) !== null) return
    const body = { email, shopUrl: context.settings.PUBLIC_URL }
    await sendMail(context, 'send-account-exists', body)
  })
}

/** Auth's refusal, unless it would tell something about the address: then success, and a line in the log. */
function withoutTelltale(context: Needs<'log' | 'requestId'>, error: AuthError, fallback: string): AccountResult<null> {
  context.log.warn({ event: 'no code mailed', requestId: context.requestId, ...describeError(error) })
  const isTelltale = error.status === MAIL_FAILED || (error.code !== undefined && TELLTALE_CODES.has(error.code))
  return isTelltale ? succeed(null) : refuseByAuth(error, fallback)
}

/**
 * Exchanges the mailed code for a session (document 2, section 7). The password and name typed in this browser become the
 * account's, whatever was typed before by somebody else with the same address, and every other session ends.
 */
export async function verifyCode(
  context: Needs<'backends' | 'clientAddress' | 'sessions'>,
  email: string,
  code: string,
  typed: Typed | null,
): Promise<AccountResult<Session>> {
  const auth = authOf(context)
  const { data, error } = await auth.verifyOtp({ email, token: code, type: 'email' })
  // Auth speaks of a link, whichever was used.
  if (error?.code === 'otp_expired') return refuseAccount(WRONG_CODE)
  if (error) return refuseByAuth(error, WRONG_CODE)
  if (!data.session) return refuseAccount(WRONG_CODE)
  if (!typed) return succeed(data.session)
  const taken = await takeOver(context, auth, data.session, typed)
  return taken.ok ? taken : refuseAccount(PASSWORD_NOT_SAVED, taken.refusal.status)
}

/** Mails another code (document 2, section 7), if the address waits for one. The response is the same if it doesn't. */
export async function resendCode(
  context: Needs<'backends' | 'clientAddress' | 'log' | 'requestId'>,
  email: string,
): Promise<AccountResult<null>> {
  return (await inFixedTime(mailCode(context, email))) ?? succeed(null)
}

async function mailCode(
  context: Needs<'backends' | 'clientAddress' | 'log' | 'requestId'>,
  email: string,
): Promise<AccountResult<null>> {
  const { error } = await authOf(context).resend({ type: 'signup', email })
  return error ? withoutTelltale(context, error, 'Failed to resend verification code.') : succeed(null)
}
