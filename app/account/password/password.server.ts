import { m } from '~/language/messages'
import { z } from 'zod'
import type { EmailOtpType, Session, User, UserAttributes } from '@supabase/supabase-js'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { succeed } from '~/platform/result'
import type { Auth } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { inFixedTime, refuseByAuthInSecret } from '../fixed-duration.server'
import type { changePasswordSchema, resetPasswordSchema } from '../account.schema'
import { CODES, PASSWORD_LINK_MAILS } from '../limits.server'
import { refuseAccount, refuseByAuth, type AccountResult } from '../refusal'
import { askedFrom } from '../auth-mail'
import { giveSecondFactor } from '../second-factor.server'
import { takeGuess } from '../sign-in/guesses.server'
import { currentLanguage } from '~/language/current'
import { keepPasswordTag } from '../sign-in/password-tags.server'
import { isLongEnough } from './staff-password'
import { authOf, reauthenticate } from '../sign-in/sign-in.server'
import type { PendingCredentials } from '../sign-up/verification.server'
import { declareCookie } from '~/platform/cookies.server'
import { MINUTE } from '~/platform/time'
import { seal, unseal } from '~/platform/encryption/seal.server'

declare module '~/platform/context.server' {
  interface RequestContext {
    /** The token of the link that this request has opened, which a refused form is shown with again. */
    openedLink?: string
  }
}

/** The pages that links in Auth's mails lead to; Auth has to allow each. */
export const MAIL_LINKS = ['/reset-password', '/confirm-email'] as const

/**
 * Mails a link to set a new password, if the address has an account and the limit allows it. Result and duration are the same in all cases
 * (decision 103).
 */
export function mailPasswordLink(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  email: string,
): Promise<AccountResult<null>> {
  return inFixedTime(context, mailLink(context, email))
}

async function mailLink(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  email: string,
): Promise<AccountResult<null>> {
  if ((await context.limits.take(PASSWORD_LINK_MAILS, keyOf.email(email))) !== null) return succeed(null)
  const redirectTo = askedFrom(context.settings)
  const { error } = await authOf(context).resetPasswordForEmail(email, { redirectTo })
  return error ? refuseByAuthInSecret(context, error, m.account_unavailable()) : succeed(null)
}

/**
 * Whether the token of a mailed link can still set a password in this browser. Doesn't use the token, since mail scanners follow links.
 * Returns true if the database can't be reached: setting the password then shows it.
 */
export async function isLinkOpen(
  context: Needs<'backends' | 'cookies' | 'openedLink' | 'settings' | Reporting>,
  request: Request,
  tokenHash: string,
): Promise<boolean> {
  if (context.openedLink === tokenHash || (await findRecovery(context, request, tokenHash))) return true
  const isOpen = await attempt(context, 'password link not checked', async () => {
    const service = serviceClient(context, 'check a password link')
    const { data, error } = await service.rpc('is_recovery_link_open', { token_hash: tokenHash })
    if (error) throw new Error(`No word on a password link: ${error.message}`, { cause: error })
    return { isOpen: z.boolean().parse(data) }
  })
  return isOpen?.isOpen ?? true
}

/**
 * Sets a new password by the mailed token and ends all other sessions. If Auth refuses the password, the same browser can retry with the
 * same token.
 */
export async function resetPassword(
  context: Needs<
    | 'backends'
    | 'clientAddress'
    | 'cookies'
    | 'limits'
    | 'openedLink'
    | 'sendCookie'
    | 'sessions'
    | 'settings'
    | Reporting
  >,
  request: Request,
  { token: tokenHash, password, appCode }: z.output<typeof resetPasswordSchema>,
): Promise<AccountResult<Session>> {
  const auth = authOf(context)
  const recovery = await findRecovery(context, request, tokenHash)
  const opened = recovery ? await resumeSession(auth, recovery) : await exchangeLinkToken(auth, tokenHash, 'recovery')
  if (!opened.ok) return opened
  const session = opened.value
  if (!session) return refuseAccount(m.account_link_expired())
  const wait = appCode === '' ? null : await takeCodeGuess(context, session.user)
  if (wait !== null) return refuseAccount(limitMessage(wait), 429)
  const wasConfirmed = recovery ? recovery.wasConfirmed === 'yes' : !wasConfirmedByLink(session.user)
  // Somebody else may have created the account under this address, so clear the name (decision 30).
  const set = wasConfirmed
    ? await setPassword(context, auth, session, { password }, appCode)
    : await claimAccount(context, auth, session, { password, fullName: '' })
  await (set.ok ? clearRecovery(context) : saveRecovery(context, tokenHash, session, wasConfirmed))
  return set
}

async function resumeSession(
  auth: Auth,
  { access, refresh }: { access: string; refresh: string },
): Promise<AccountResult<Session>> {
  const { data, error } = await auth.setSession({ access_token: access, refresh_token: refresh })
  if (error) return refuseByAuth(error, m.account_link_expired())
  return data.session ? succeed(data.session) : refuseAccount(m.account_link_expired())
}

/** Changes the password, given the current one, and ends all other sessions. */
export async function changePassword(
  context: Needs<'backends' | 'clientAddress' | 'sessions' | 'settings' | Reporting>,
  shopper: Shopper,
  { current, password, appCode }: z.output<typeof changePasswordSchema>,
): Promise<AccountResult<Session>> {
  const auth = authOf(context)
  const session = await reauthenticate(auth, shopper, current)
  if (!session.ok) return session
  return setPassword(context, auth, session.value, { password, current_password: current }, appCode)
}

/** Sets the password and name of an account whose owner has just opened a mailed code or link, and ends all other sessions. */
export async function claimAccount(
  context: Needs<'backends' | 'sessions' | 'settings' | Reporting>,
  auth: Auth,
  session: Session,
  credentials: PendingCredentials,
): Promise<AccountResult<Session>> {
  const { password, fullName } = credentials
  const name = fullName === undefined ? {} : { data: { full_name: fullName, language: currentLanguage() } }
  const set = await setPassword(context, auth, session, { password, ...name })
  if (!set.ok) return set
  // The name is a claim of the access token.
  const { data } = await auth.refreshSession()
  return succeed(data.session ?? session)
}

/** Exchanges the token of a mailed link for a session. It is null while Auth waits for the link in another mail. */
export async function exchangeLinkToken(
  auth: Auth,
  tokenHash: string,
  type: EmailOtpType,
): Promise<AccountResult<Session | null>> {
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) return refuseByAuth(error, m.account_link_expired())
  return succeed(data.session)
}

/** Whether the address was only confirmed by the current link. */
function wasConfirmedByLink({ email_confirmed_at: confirmed, recovery_sent_at: sent }: User): boolean {
  return confirmed !== undefined && sent !== undefined && Date.parse(confirmed) >= Date.parse(sent)
}

/** Counts an attempt at the code of a second factor. Returns how many seconds to wait, or null. */
function takeCodeGuess(context: Needs<'clientAddress' | 'limits'>, { email = '' }: User): Promise<number | null> {
  return takeGuess(context, CODES, {
    account: keyOf.email(email),
    source: keyOf.network(context),
    isKnownBrowser: false,
  })
}

/**
 * Sets the password, with anything else that is given, and ends all other sessions. `appCode` is empty without a second factor, or if the
 * session has given it.
 */
export async function setPassword(
  context: Needs<'backends' | 'sessions' | 'settings' | Reporting>,
  auth: Auth,
  opened: Session,
  attributes: UserAttributes & { password: string },
  appCode = '',
): Promise<AccountResult<Session>> {
  if (!isLongEnough(opened.user, attributes.password)) return refuseAccount(m.account_password_staff_short())
  const given = await giveSecondFactor(auth, opened, appCode)
  if (!given.ok) return given
  const session = given.value
  // Auth sends its notice of a new password before it stores what else the call brings.
  const language = currentLanguage()
  if ((session.user.user_metadata.language ?? 'en') !== language)
    await attempt(context, 'language of a notice not kept', async () => {
      const kept = await auth.updateUser({ data: { language } })
      if (kept.error) throw kept.error
    })
  const { error } = await auth.updateUser(attributes)
  if (error) return refuseByAuth(error, m.account_password_not_changed())
  await attempt(context, 'tag of a password not kept', () =>
    keepPasswordTag(context, session.user.id, attributes.password),
  )
  await auth.admin.signOut(session.access_token, 'others')
  context.sessions.forgetChecks(session.user.id)
  return succeed(session)
}

// A reset link works once. Its session is stored for a while, so that the shopper can retry if Auth refuses a password.

const LIFETIME = 10 * MINUTE
const recoveryCookie = declareCookie({ name: 'website_recovery', maxAge: LIFETIME, endsWithSession: true })

const recoverySchema = z.object({ access: z.string(), refresh: z.string(), wasConfirmed: z.enum(['yes', 'no']) })
type Recovery = z.infer<typeof recoverySchema>

const PURPOSE = 'recovery'

/** Returns the session that this browser has opened with a link's token, or null. */
async function findRecovery(
  context: Needs<'cookies' | 'settings'>,
  request: Request,
  token: string,
): Promise<Recovery | null> {
  const sealed: unknown = await context.cookies.of(recoveryCookie).parse(request.headers.get('cookie'))
  const recovery = typeof sealed === 'string' ? await unseal(context.settings, PURPOSE, token, sealed) : null
  return recoverySchema.safeParse(recovery).data ?? null
}

/** Stores a link's session for a retry, in an encrypted cookie. */
async function saveRecovery(
  context: Needs<'cookies' | 'openedLink' | 'sendCookie' | 'settings'>,
  token: string,
  session: Session,
  wasConfirmed: boolean,
): Promise<void> {
  context.openedLink = token
  const recovery: Recovery = {
    access: session.access_token,
    refresh: session.refresh_token,
    wasConfirmed: wasConfirmed ? 'yes' : 'no',
  }
  const sealed = await seal(context.settings, PURPOSE, token, recovery, LIFETIME)
  context.sendCookie(await context.cookies.of(recoveryCookie).serialize(sealed))
}

async function clearRecovery(context: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  context.sendCookie(await context.cookies.of(recoveryCookie).serialize('', { maxAge: 0 }))
}
