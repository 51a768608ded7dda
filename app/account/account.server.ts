import type { AuthError, Session, User } from '@supabase/supabase-js'
import type { RequestContext } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import type { Shopper } from '~/platform/supabase/session.server'
import type { Auth } from '~/platform/supabase/clients.server'
import { normalizePhone } from './phone'
import type { Typed } from './verification.server'

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

/** The code is used up by then, so that entering it again doesn't help. */
const PASSWORD_NOT_SAVED =
  'Your e-mail is confirmed, but your password could not be saved. Please set one with “Forget Password?”.'

/** Auth's own message; `fallback` where it has none. An outage says so and blames nobody. */
export function accountProblem(error: AuthError, fallback: string): AccountProblem {
  const status = error.status ?? 0
  if (status === 0 || status >= 500) return new AccountProblem(UNAVAILABLE, 503)
  // supabase-js makes `{}` of an answer without words.
  const said = error.message.trim()
  return new AccountProblem(said && said !== '{}' ? said : fallback, status === 429 ? 429 : 400)
}

/** Signs in by e-mail or, for a value without @, by phone (document 1, section 5; decision 17). Throws AccountProblem. */
export async function signIn(context: RequestContext, emailOrPhone: string, password: string): Promise<Session> {
  const isEmail = emailOrPhone.includes('@')
  const phone = isEmail ? null : normalizePhone(emailOrPhone)
  if (!isEmail && !phone) throw new AccountProblem('Invalid login credentials', 400)
  const { data, error } = await authOf(context).signInWithPassword(
    phone ? { phone, password } : { email: emailOrPhone.toLowerCase(), password },
  )
  if (error) throw accountProblem(error, 'Failed to login. Please try again.')
  return data.session
}

/** Starts an account; a code is mailed. An address that has one already answers alike (A28). Throws AccountProblem. */
export async function signUp(
  context: RequestContext,
  email: string,
  password: string,
  fullName: string,
): Promise<void> {
  const { error } = await authOf(context).signUp({
    email,
    password,
    options: { data: { full_name: fullName }, emailRedirectTo: context.settings.PUBLIC_URL },
  })
  // Too soon after the last mail means that a code is on its way already.
  if (error && error.code !== 'over_email_send_rate_limit' && error.code !== 'user_already_exists') {
    throw accountProblem(error, 'Failed to create account. Please try again.')
  }
}

/**
 * Exchanges the mailed code for a session (document 2, section 7). The password and name typed in this browser become the
 * account's, whatever was typed before by somebody else with the same address, and every other session ends. Throws
 * AccountProblem.
 */
export async function verifyCode(
  context: RequestContext,
  email: string,
  code: string,
  typed: Typed | null,
): Promise<Session> {
  const auth = authOf(context)
  const { data, error } = await auth.verifyOtp({ email, token: code, type: 'email' })
  if (error) throw accountProblem(error, 'Invalid verification code. Please try again.')
  if (!data.session) throw new AccountProblem('Invalid verification code. Please try again.', 400)
  if (!typed) return data.session
  try {
    return await takeOver(auth, data.session, typed)
  } catch (problem) {
    if (problem instanceof AccountProblem) throw new AccountProblem(PASSWORD_NOT_SAVED, problem.status)
    throw problem
  }
}

/** Sets the password and name of a session that a mailed code has just opened; ends the others. Throws AccountProblem. */
async function takeOver(auth: Auth, session: Session, { password, fullName }: Typed): Promise<Session> {
  await setPassword(auth, session, password, fullName)
  // Another access token, since the name is a claim in it.
  const { data } = await auth.refreshSession()
  return data.session ?? session
}

/** Mails another code (document 2, section 7). Throws AccountProblem. */
export async function resendCode(context: RequestContext, email: string): Promise<void> {
  const { error } = await authOf(context).resend({ type: 'signup', email })
  if (error) throw accountProblem(error, 'Failed to resend verification code.')
}

/** Mails a link to set a new password, if the address has an account. Says nothing either way, and never waits. */
export function mailPasswordLink(context: RequestContext, email: string): void {
  const { settings, log } = context
  authOf(context)
    .resetPasswordForEmail(email, { redirectTo: `${settings.PUBLIC_URL}/reset-password` })
    .then(({ error }) => {
      if (error) log.warn({ event: 'no password link', ...describeError(error) })
    })
    .catch((error: unknown) => log.warn({ event: 'no password link', ...describeError(error) }))
}

/** Sets a new password by the mailed token and ends every other session. Throws AccountProblem. */
export async function resetPassword(context: RequestContext, tokenHash: string, password: string): Promise<Session> {
  const auth = authOf(context)
  const session = await useLink(auth, tokenHash, 'recovery')
  // The name of an account that was unconfirmed until now may have been typed by somebody else.
  if (wasConfirmedBy(session.user)) return takeOver(auth, session, { password, fullName: '' })
  await setPassword(auth, session, password)
  return session
}

/** Sets another password for who knows the present one, and ends every other session. Throws AccountProblem. */
export async function changePassword(
  context: RequestContext,
  shopper: Shopper,
  present: string,
  password: string,
): Promise<Session> {
  const auth = authOf(context)
  const session = await askAgain(auth, shopper, present)
  await setPassword(auth, session, password)
  return session
}

/** Mails a link to the new address; the account changes when it is followed. An address that is taken answers alike. */
export async function changeEmail(
  context: RequestContext,
  shopper: Shopper,
  present: string,
  email: string,
): Promise<void> {
  const auth = authOf(context)
  await askAgain(auth, shopper, present)
  const { error } = await auth.updateUser({ email })
  if (error && error.code !== 'email_exists') throw accountProblem(error, 'The e-mail could not be changed.')
}

/** Takes the new address over by the mailed token. Throws AccountProblem. */
export function confirmEmail(context: RequestContext, tokenHash: string): Promise<Session> {
  return useLink(authOf(context), tokenHash, 'email_change')
}

/** Mails a code that stands for the password where an account has none, as after Google (A47). Throws AccountProblem. */
export async function mailDeletionCode(context: RequestContext, shopper: Shopper): Promise<void> {
  const { error } = await authOf(context).signInWithOtp({ email: shopper.email, options: { shouldCreateUser: false } })
  if (error) throw accountProblem(error, 'The code could not be mailed.')
}

/**
 * Deletes the account of who knows its password or a code mailed to its address; orders stay, stripped of the person
 * (decision 21, A47). Throws AccountProblem.
 */
export async function deleteAccount(context: RequestContext, shopper: Shopper, proof: string): Promise<void> {
  const auth = authOf(context)
  try {
    await askAgain(auth, shopper, proof)
  } catch (problem) {
    const mayBeCode = problem instanceof AccountProblem && problem.status === 400 && /^\d{6}$/.test(proof)
    if (!mayBeCode) throw problem
    const { error } = await auth.verifyOtp({ email: shopper.email, token: proof, type: 'email' })
    if (error) throw accountProblem(error, 'Invalid verification code. Please try again.')
  }
  const { error } = await context.backends.operator.auth.admin.deleteUser(shopper.id)
  if (error) throw accountProblem(error, 'The account could not be deleted.')
}

function authOf({ backends, clientAddress }: RequestContext): Auth {
  return backends.auth(clientAddress)
}

/** Exchanges the token of a mailed link for a session. Throws AccountProblem. */
async function useLink(auth: Auth, tokenHash: string, type: 'recovery' | 'email_change'): Promise<Session> {
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  const over = 'This link is no longer good. Please ask for another.'
  if (error) throw accountProblem(error, over)
  if (!data.session) throw new AccountProblem(over, 400)
  return data.session
}

/** Whether it is really them: signs in once more, with this client. Throws AccountProblem. */
async function askAgain(auth: Auth, shopper: Shopper, password: string): Promise<Session> {
  const { data, error } = await auth.signInWithPassword({ email: shopper.email, password })
  if (error) {
    const problem = accountProblem(error, 'This is not your present password.')
    throw problem.status === 400 ? new AccountProblem('This is not your present password.', 400) : problem
  }
  return data.session
}

/** Whether the link that has just been followed also confirmed the address. */
function wasConfirmedBy({ email_confirmed_at: confirmed, recovery_sent_at: sent }: User): boolean {
  return confirmed !== undefined && sent !== undefined && Date.parse(confirmed) >= Date.parse(sent)
}

/**
 * Sets the password, and the name if there is one, of who has just signed in with this client; ends their other sessions.
 * Throws AccountProblem.
 */
async function setPassword(auth: Auth, session: Session, password: string, fullName?: string): Promise<void> {
  const { error } = await auth.updateUser({
    password,
    ...(fullName === undefined ? {} : { data: { full_name: fullName } }),
  })
  if (error) throw accountProblem(error, 'The password could not be changed.')
  await auth.admin.signOut(session.access_token, 'others')
}
