import { m } from '~/language/messages'
import type { Session } from '@supabase/supabase-js'
import { currentLanguage } from '~/language/current'
import { takeMail } from '~/mails/mail-budget.server'
import { askedFrom } from '../auth-mail'
import { composeLetter } from '~/mails/words/letter.server'
import { readLetterhead } from '~/mails/words/words.server'
import { inBackground } from '~/platform/attempt.server'
import { publicUrl } from '~/platform/public-url'
import { declareMailFunction, sendMail } from '~/platform/supabase/service-client.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { keyOf } from '~/platform/rate-limits.server'
import { succeed } from '~/platform/result'
import { inFixedTime, refuseByAuthInSecret } from '../fixed-duration.server'
import { CODE_MAILS } from '../limits.server'
import { claimAccount } from '../password/password.server'
import { refuseAccount, refuseByAuth, type AccountResult } from '../refusal'
import { authOf } from '../sign-in/sign-in.server'
import type { PendingCredentials } from './verification.server'

const ACCOUNT_EXISTS_MAIL = declareMailFunction('send-account-exists')

/**
 * Creates an account and mails a code. If the address has an account already, it gets a mail about that; response and duration are the
 * same (A28, decision 103).
 */
export async function signUp(
  context: Needs<'backends' | 'background' | 'catalogue' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  email: string,
  password: string,
  fullName: string,
): Promise<AccountResult<null>> {
  return inFixedTime(context, startAccount(context, email, password, fullName))
}

async function startAccount(
  context: Needs<'backends' | 'background' | 'catalogue' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  email: string,
  password: string,
  fullName: string,
): Promise<AccountResult<null>> {
  // Above the limit, the last mailed code still works. A stranger may have used up the limit.
  if ((await context.limits.take(CODE_MAILS, keyOf.email(email))) !== null) return succeed(null)
  const { data, error } = await authOf(context).signUp({
    email,
    password,
    options: {
      // Notices of later changes are in this language (supabase/templates).
      data: { full_name: fullName, language: currentLanguage() },
      emailRedirectTo: askedFrom(context.settings),
    },
  })
  if (error) return refuseByAuthInSecret(context, error, m.account_sign_up_failed())
  // Auth returns no identities for an address that has an account (supabase.com/docs/reference/javascript/auth-signup).
  if (data.user?.identities?.length === 0) mailAccountExists(context, email)
  return succeed(null)
}

function mailAccountExists(
  context: Needs<'backends' | 'background' | 'catalogue' | 'limits' | 'settings' | Reporting>,
  email: string,
): void {
  inBackground(context, 'mail about an existing account not sent', async () => {
    if ((await takeMail(context, email)) !== null) return
    const { settings } = context
    const values = { password_link: publicUrl(settings, '/forget-password') }
    const letter = composeLetter(await readLetterhead(context), 'account_exists', publicUrl(settings, '/login'), values)
    await sendMail(context, ACCOUNT_EXISTS_MAIL, { email, ...letter })
  })
}

/**
 * Exchanges the mailed code for a session. The password and name typed in this browser replace those that somebody else may have typed
 * with the same address, and all other sessions end (decision 30).
 */
export async function verifyCode(
  context: Needs<'backends' | 'clientAddress' | 'sessions' | 'settings' | Reporting>,
  email: string,
  code: string,
  credentials: PendingCredentials | null,
): Promise<AccountResult<Session>> {
  const auth = authOf(context)
  const { data, error } = await auth.verifyOtp({ email, token: code, type: 'email' })
  if (error) return refuseByAuth(error, m.account_wrong_code())
  if (!data.session) return refuseAccount(m.account_wrong_code())
  if (!credentials) return succeed(data.session)
  const taken = await claimAccount(context, auth, data.session, credentials)
  // The code is used by then, so the shopper can't enter it again.
  return taken.ok ? taken : refuseAccount(m.account_password_not_saved(), taken.refusal.status)
}

/** Mails another code, if the address waits for one. The response is the same if it doesn't. */
export async function resendCode(
  context: Needs<'backends' | 'clientAddress' | 'log' | 'requestId' | 'settings'>,
  email: string,
): Promise<AccountResult<null>> {
  return inFixedTime(context, mailCode(context, email))
}

async function mailCode(
  context: Needs<'backends' | 'clientAddress' | 'log' | 'requestId' | 'settings'>,
  email: string,
): Promise<AccountResult<null>> {
  const { error } = await authOf(context).resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: askedFrom(context.settings) },
  })
  return error ? refuseByAuthInSecret(context, error, m.account_resend_failed()) : succeed(null)
}
