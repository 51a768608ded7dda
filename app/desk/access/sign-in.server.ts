import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { REFUSAL_INTERVAL, waitForNextInterval } from '~/account/fixed-duration.server'
import { setPassword } from '~/account/password/password.server'
import { isLongEnoughForStaff } from '~/account/password/staff-password'
import { refuseAccount, refuseByAuth, type AccountResult } from '~/account/refusal'
import { seal, unseal } from '~/platform/encryption/seal.server'
import { declareCookie } from '~/platform/cookies.server'
import { redirectTo, type Needs, type Reporting } from '~/platform/context.server'
import { succeed } from '~/platform/result'
import type { Auth } from '~/platform/supabase/clients.server'
import { MINUTE } from '~/platform/time'
import { DESK, openDoor } from './door.server'
import { deskPath, startDesk, type Operator } from './operator.server'

const LIFETIME = 10 * MINUTE
const startCookie = declareCookie({ name: 'website_desk_start', maxAge: LIFETIME, path: DESK })
const SEAL = ['desk sign-in', 'desk'] as const

const startSchema = z.object({
  access: z.string(),
  refresh: z.string(),
  email: z.string(),
  factor: z.string(),
  /** The secret of a new factor, and its address for apps; missing once the factor is in use. */
  secret: z.string().optional(),
  uri: z.string().optional(),
  to: z.string(),
  /** Whether the password is too short for the desk: 'yes' until the code is right, and then 'next', while another one is chosen. */
  short: z.enum(['yes', 'next']).optional(),
})
/** A sign-in between the password and the code, or a new password. */
export type Start = z.infer<typeof startSchema>

type Signing = Needs<'backends' | 'clientAddress' | 'settings'>

/**
 * Checks the password of an account with a role, and finds its second factor or makes the first one. An account without a role is
 * refused like an unknown one, after the same time.
 */
export async function checkPassword(
  context: Signing,
  { email, password, to = DESK }: { email: string; password: string; to?: string },
): Promise<AccountResult<Start>> {
  const startedAt = performance.now()
  const auth = context.backends.auth(context.clientAddress)
  const { data, error } = await auth.signInWithPassword({ email, password })
  const hasRole = ['operator', 'manager'].includes(String(data.user?.app_metadata.role))
  if (data.session && hasRole) {
    const factor = await secondFactor(auth, context.settings.BRAND_NAME)
    const { access_token: access, refresh_token: refresh } = data.session
    const short = isLongEnoughForStaff(password) ? undefined : 'yes'
    return succeed({ access, refresh, email, to, short, ...factor })
  }
  if (data.session) await auth.admin.signOut(data.session.access_token, 'local')
  await waitForNextInterval(startedAt, REFUSAL_INTERVAL)
  const outage = error && refuseByAuth(error, '')
  return outage && outage.refusal.status !== 400 ? outage : refuseAccount('Invalid login credentials')
}

/** Returns the account's second factor, or makes one. Factors that were never used are replaced, since their secret is lost. */
export async function secondFactor(auth: Auth, brand: string): Promise<Pick<Start, 'factor' | 'secret' | 'uri'>> {
  const { data, error } = await auth.mfa.listFactors()
  if (error) throw new Error(`Second factors not read: ${error.message}`, { cause: error })
  const [verified] = data.totp
  if (verified) return { factor: verified.id }
  for (const { id } of data.all.filter(({ status }) => status === 'unverified'))
    await auth.mfa.unenroll({ factorId: id })
  const made = await auth.mfa.enroll({ factorType: 'totp', issuer: brand, friendlyName: 'Desk' })
  if (made.error) throw new Error(`No second factor: ${made.error.message}`, { cause: made.error })
  return { factor: made.data.id, secret: made.data.totp.secret, uri: made.data.totp.uri }
}

/** Opens the desk after the code; but before, a new password is chosen if the present one is too short. Returns where the sign-in goes on. */
export async function finishSignIn(
  context: Needs<'cookies' | 'sendCookie' | 'settings'>,
  start: Start,
  session: Session,
): Promise<Response> {
  if (start.short === 'yes') {
    const { access_token: access, refresh_token: refresh } = session
    await rememberStart(context, { ...start, access, refresh, short: 'next' })
    return redirectTo('/desk/sign-in/password')
  }
  await startDesk(context, session)
  await openDoor(context)
  await forgetStart(context)
  // A new phone comes with new recovery codes.
  const to = deskPath(start.to)
  return redirectTo(start.secret ? `/desk/recovery-codes?to=${encodeURIComponent(to)}` : to)
}

/** Replaces a password that is too short, in a sign-in that has given the code. Returns its session. */
export async function choosePassword(
  context: Signing & Needs<'sessions' | Reporting>,
  { access, refresh }: Start,
  password: string,
): Promise<AccountResult<Session>> {
  const auth = context.backends.auth(context.clientAddress)
  const { data, error } = await auth.setSession({ access_token: access, refresh_token: refresh })
  if (error || !data.session) return refuseAccount(EXPIRED)
  return setPassword(context, auth, data.session, { password })
}

/** Remembers a sign-in until its code. The cookie is encrypted, since it holds the secret of a new factor. */
export async function rememberStart(
  { cookies, settings, sendCookie }: Needs<'cookies' | 'sendCookie' | 'settings'>,
  start: Start,
): Promise<void> {
  const stored = Object.fromEntries(
    Object.entries(start).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  sendCookie(await cookies.of(startCookie).serialize(await seal(settings, ...SEAL, stored, LIFETIME)))
}

/** Returns the sign-in of this browser that waits for a code, or null. */
export async function findStart(
  { cookies, settings }: Needs<'cookies' | 'settings'>,
  request: Request,
): Promise<Start | null> {
  const sealed: unknown = await cookies.of(startCookie).parse(request.headers.get('cookie'))
  return typeof sealed === 'string'
    ? (startSchema.safeParse(await unseal(settings, ...SEAL, sealed)).data ?? null)
    : null
}

export async function forgetStart({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(startCookie).serialize('', { maxAge: 0 }))
}

export async function checkCode(
  { backends, clientAddress }: Needs<'backends' | 'clientAddress'>,
  { access, refresh, factor }: Pick<Start, 'access' | 'refresh' | 'factor'>,
  code: string,
): Promise<AccountResult<Session>> {
  const auth = backends.auth(clientAddress)
  const opened = await auth.setSession({ access_token: access, refresh_token: refresh })
  if (opened.error) return refuseByAuth(opened.error, EXPIRED)
  const { error } = await auth.mfa.challengeAndVerify({ factorId: factor, code })
  // Auth removes a factor that isn't in use after five minutes, at anybody's next enrolment.
  if (error?.code === 'mfa_factor_not_found') return refuseAccount(EXPIRED)
  if (error) {
    const refused = refuseByAuth(error, WRONG_CODE)
    return refused.refusal.status === 400 ? refuseAccount(WRONG_CODE) : refused
  }
  const { data } = await auth.getSession()
  return data.session ? succeed(data.session) : refuseAccount(EXPIRED)
}

const WRONG_CODE = 'This code is not right. Please enter the one that your app shows now.'
export const EXPIRED = 'This took too long. Please sign in again.'

export async function factorOf({ backends, clientAddress }: Needs<'backends' | 'clientAddress'>, { tokens }: Operator) {
  const { data, error } = await backends.auth(clientAddress).getUser(tokens.access)
  if (error) throw new Error(`Second factor not read: ${error.message}`, { cause: error })
  return data.user.factors?.find(({ status, factor_type: type }) => status === 'verified' && type === 'totp')?.id ?? ''
}
