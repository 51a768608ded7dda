import { z } from 'zod'
import type { EmailOtpType, Session, User } from '@supabase/supabase-js'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { keyOf } from '~/platform/rate-limits.server'
import { succeed } from '~/platform/result'
import type { Auth } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { inFixedTime } from './fixed-duration.server'
import { PASSWORD_LINK_MAILS } from './limits.server'
import { findRecovery, forgetRecovery, keepRecovery } from './recovery.server'
import { refuseAccount, refuseByAuth, type AccountResult } from './refusal'
import { authOf, reauthenticate } from './sign-in.server'
import type { Typed } from './verification.server'

const LINK_OVER = 'This link is no longer good. Please ask for another.'

/**
 * Mails a link to set a new password, if the address has an account and hasn't been mailed too many. Takes the same time
 * if not.
 */
export async function mailPasswordLink(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  email: string,
): Promise<void> {
  const mailed = attempt(context, 'password link not mailed', async () => {
    if ((await context.limits.take(PASSWORD_LINK_MAILS, keyOf.email(email))) !== null) return
    const redirectTo = `${context.settings.PUBLIC_URL}/reset-password`
    const { error } = await authOf(context).resetPasswordForEmail(email, { redirectTo })
    if (error) throw error
  })
  await inFixedTime(mailed)
}

/**
 * Whether the token of a mailed link can still set a password here. Doesn't use it up, since mail scanners follow links. Where
 * the database can't be asked, true: setting the password tells.
 */
export async function isLinkOpen(
  context: Needs<'backends' | 'cookies' | 'settings' | Reporting>,
  request: Request,
  tokenHash: string,
): Promise<boolean> {
  if (await findRecovery(context, request, tokenHash)) return true
  const isOpen = await attempt(context, 'password link not checked', async () => {
    const service = serviceClient(context, 'check a password link')
    const { data, error } = await service.rpc('is_recovery_link_open', { token_hash: tokenHash })
    if (error) throw new Error(`No word on a password link: ${error.message}`, { cause: error })
    return { isOpen: z.boolean().parse(data) }
  })
  return isOpen?.isOpen ?? true
}

/**
 * Sets a new password by the mailed token and ends every other session. If Auth refuses the password, another one can be
 * tried with the same token in the same browser.
 */
export async function resetPassword(
  context: Needs<'backends' | 'clientAddress' | 'cookies' | 'sendCookie' | 'sessions' | 'settings'>,
  request: Request,
  tokenHash: string,
  password: string,
): Promise<AccountResult<Session>> {
  const auth = authOf(context)
  const kept = await findRecovery(context, request, tokenHash)
  const opened = kept ? await resume(auth, kept) : await useLink(auth, tokenHash, 'recovery')
  if (!opened.ok) return opened
  const session = opened.value
  const wasConfirmed = kept ? kept.wasConfirmed === 'yes' : !wasConfirmedByLink(session.user)
  // The name of an account that was unconfirmed until now may have been typed by somebody else.
  const set = wasConfirmed
    ? await setPassword(context, auth, session, password)
    : await takeOver(context, auth, session, { password, fullName: '' })
  await (set.ok ? forgetRecovery(context) : keepRecovery(context, tokenHash, session, wasConfirmed))
  return set
}

/** Opens a session again with the tokens of an earlier request. */
async function resume(auth: Auth, kept: { access: string; refresh: string }): Promise<AccountResult<Session>> {
  const { data, error } = await auth.setSession({ access_token: kept.access, refresh_token: kept.refresh })
  if (error) return refuseByAuth(error, LINK_OVER)
  return data.session ? succeed(data.session) : refuseAccount(LINK_OVER)
}

/** Sets another password for a shopper who knows the current one, and ends every other session. */
export async function changePassword(
  context: Needs<'backends' | 'clientAddress' | 'sessions'>,
  shopper: Shopper,
  current: string,
  password: string,
): Promise<AccountResult<Session>> {
  const auth = authOf(context)
  const session = await reauthenticate(auth, shopper, current)
  return session.ok ? setPassword(context, auth, session.value, password) : session
}

/** Sets the password and name of a session that a mailed code or link has just opened; ends the others. */
export async function takeOver(
  context: Needs<'sessions'>,
  auth: Auth,
  session: Session,
  typed: Typed,
): Promise<AccountResult<Session>> {
  const set = await setPassword(context, auth, session, typed.password, typed.fullName)
  if (!set.ok) return set
  // Another access token, since the name is a claim in it.
  const { data } = await auth.refreshSession()
  return succeed(data.session ?? session)
}

/** Exchanges the token of a mailed link for a session. */
export async function useLink(auth: Auth, tokenHash: string, type: EmailOtpType): Promise<AccountResult<Session>> {
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  // Auth speaks of an e-mail link, whatever the link was for.
  if (error?.code === 'otp_expired') return refuseAccount(LINK_OVER)
  if (error) return refuseByAuth(error, LINK_OVER)
  return data.session ? succeed(data.session) : refuseAccount(LINK_OVER)
}

/** Whether the link that has just been followed also confirmed the address. */
function wasConfirmedByLink({ email_confirmed_at: confirmed, recovery_sent_at: sent }: User): boolean {
  return confirmed !== undefined && sent !== undefined && Date.parse(confirmed) >= Date.parse(sent)
}

/** Sets the password, and the name if one is given, of the session just opened with this client; ends the others. */
async function setPassword(
  context: Needs<'sessions'>,
  auth: Auth,
  session: Session,
  password: string,
  fullName?: string,
): Promise<AccountResult<Session>> {
  const name = fullName === undefined ? {} : { data: { full_name: fullName } }
  const { error } = await auth.updateUser({ password, ...name })
  if (error) return refuseByAuth(error, 'The password could not be changed.')
  await auth.admin.signOut(session.access_token, 'others')
  context.sessions.forgetChecks(session.user.id)
  return succeed(session)
}
