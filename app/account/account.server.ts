import type { AuthError, Session } from '@supabase/supabase-js'
import type { RequestContext } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import type { Shopper } from '~/platform/session.server'
import { normalizePhone } from './phone'

/** A refusal of Auth, in words for the shopper. */
export class AccountProblem extends Error {
  override name = 'AccountProblem'
  status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** Auth couldn't be asked: nothing is known of what was typed. */
const UNAVAILABLE = 'We can’t reach the sign-in service right now. Please try again in a moment.'

/** Auth's own message; `fallback` where it has none. An outage says so and blames nobody. */
export function accountProblem(error: AuthError, fallback: string): AccountProblem {
  const status = error.status ?? 0
  if (status === 0 || status >= 500) return new AccountProblem(UNAVAILABLE, 503)
  return new AccountProblem(error.message.trim() || fallback, status === 429 ? 429 : 400)
}

/** Signs in by e-mail or, for a value without @, by phone (document 1, section 5; decision 17). Throws AccountProblem. */
export async function signIn({ backends }: RequestContext, emailOrPhone: string, password: string): Promise<Session> {
  const isEmail = emailOrPhone.includes('@')
  const phone = isEmail ? null : normalizePhone(emailOrPhone)
  if (!isEmail && !phone) throw new AccountProblem('Invalid login credentials', 400)
  const { data, error } = await backends.anonymous.auth.signInWithPassword(
    phone ? { phone, password } : { email: emailOrPhone.toLowerCase(), password },
  )
  if (error) throw accountProblem(error, 'Failed to login. Please try again.')
  return data.session
}

/** Starts an account; a code is mailed. An address that has one already answers alike (A28). Throws AccountProblem. */
export async function signUp(
  { backends, settings }: RequestContext,
  email: string,
  password: string,
  fullName: string,
): Promise<void> {
  const { error } = await backends.anonymous.auth.signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: settings.PUBLIC_URL },
  })
  // Too soon after the last mail means that a code is on its way already.
  if (error && error.code !== 'over_email_send_rate_limit' && error.code !== 'user_already_exists') {
    throw accountProblem(error, 'Failed to create account. Please try again.')
  }
}

/** Exchanges the mailed code for a session (document 2, section 7). Throws AccountProblem. */
export async function verifyCode({ backends }: RequestContext, email: string, code: string): Promise<Session> {
  const { data, error } = await backends.anonymous.auth.verifyOtp({ email, token: code, type: 'email' })
  if (error) throw accountProblem(error, 'Invalid verification code. Please try again.')
  if (!data.session) throw new AccountProblem('Invalid verification code. Please try again.', 400)
  return data.session
}

/** Mails another code (document 2, section 7). Throws AccountProblem. */
export async function resendCode({ backends }: RequestContext, email: string): Promise<void> {
  const { error } = await backends.anonymous.auth.resend({ type: 'signup', email })
  if (error) throw accountProblem(error, 'Failed to resend verification code.')
}

/** Mails a link to set a new password, if the address has an account. Says nothing either way, and never waits. */
export function mailPasswordLink({ backends, settings, log }: RequestContext, email: string): void {
  backends.anonymous.auth
    .resetPasswordForEmail(email, { redirectTo: `${settings.PUBLIC_URL}/reset-password` })
    .then(({ error }) => {
      if (error) log.warn({ event: 'no password link', ...describeError(error) })
    })
    .catch((error: unknown) => log.warn({ event: 'no password link', ...describeError(error) }))
}

/** Sets a new password by the mailed token and ends every other session. Throws AccountProblem. */
export async function resetPassword(context: RequestContext, tokenHash: string, password: string): Promise<Session> {
  const { data, error } = await context.backends.anonymous.auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' })
  if (error) throw accountProblem(error, 'This link is no longer good. Please ask for another.')
  const { session } = data
  if (!session) throw new AccountProblem('This link is no longer good. Please ask for another.', 400)
  await setPassword(context, session, password)
  return session
}

/** Sets another password for who knows the present one, and ends every other session. Throws AccountProblem. */
export async function changePassword(
  context: RequestContext,
  shopper: Shopper,
  present: string,
  password: string,
): Promise<Session> {
  const session = await askAgain(context, shopper, present)
  await setPassword(context, session, password)
  return session
}

/** Deletes the account of who knows its password; orders stay, stripped of the person (decision 21). */
export async function deleteAccount(context: RequestContext, shopper: Shopper, password: string): Promise<void> {
  await askAgain(context, shopper, password)
  const { error } = await context.backends.operator.auth.admin.deleteUser(shopper.id)
  if (error) throw accountProblem(error, 'The account could not be deleted.')
}

/** Whether it is really them: signs in once more. Throws AccountProblem. */
async function askAgain({ backends }: RequestContext, shopper: Shopper, password: string): Promise<Session> {
  const { data, error } = await backends.anonymous.auth.signInWithPassword({ email: shopper.email, password })
  if (error) {
    const problem = accountProblem(error, 'This is not your present password.')
    throw problem.status === 400 ? new AccountProblem('This is not your present password.', 400) : problem
  }
  return data.session
}

/** Sets the password of this session's person and ends every other session of theirs. Throws AccountProblem. */
async function setPassword({ backends, settings }: RequestContext, session: Session, password: string): Promise<void> {
  const answer = await fetch(`${settings.SUPABASE_URL}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: settings.SUPABASE_PUBLISHABLE_KEY,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password }),
    signal: AbortSignal.timeout(4000),
  })
  if (!answer.ok) {
    const problem: unknown = await answer.json().catch(() => null)
    const message =
      problem && typeof problem === 'object' && 'msg' in problem
        ? String(problem.msg)
        : 'The password could not be changed.'
    throw new AccountProblem(message, 400)
  }
  await backends.anonymous.auth.admin.signOut(session.access_token, 'others')
}
