import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { emailSchema } from '~/platform/email'
import { HOUR, MINUTE, SECOND } from '~/platform/time'
import { seal, unseal } from '~/platform/encryption/seal.server'

const verificationCookie = declareCookie({ name: 'website_verification', maxAge: HOUR })

const pendingVerificationSchema = z.object({
  email: emailSchema({ missing: '', invalid: '' }),
  keep: z.boolean(),
  /** When a code was last resent, in milliseconds; 0 for never. */
  resentAt: z.number().default(0),
  /** The encrypted PendingCredentials. */
  sealed: z.string().optional(),
  /** The number of the guest's order from whose page the account is made. */
  order: z.string().optional(),
})
/** An e-mail address that waits for its code. */
export type PendingVerification = z.infer<typeof pendingVerificationSchema>

const pendingCredentialsSchema = z.object({ password: z.string(), fullName: z.string().optional() })
/** The password and name typed in this browser. They are saved in the account when the code is accepted. */
export type PendingCredentials = z.infer<typeof pendingCredentialsSchema>

const PURPOSE = 'sign-up'

/** SU-39 */
const RESEND_WAIT = MINUTE

/** Returns how many seconds to wait until a code can be mailed again; none if the clock was set back since the last one. */
export function waitToResend({ resentAt }: Pick<PendingVerification, 'resentAt'>): number {
  const elapsed = Date.now() - resentAt
  return elapsed < 0 ? 0 : Math.max(0, Math.ceil((RESEND_WAIT - elapsed) / SECOND))
}

/** Returns the verification that this browser waits for, from its cookie (A40). */
export async function findVerification(
  context: Needs<'cookies'>,
  request: Request,
): Promise<PendingVerification | null> {
  const stored = pendingVerificationSchema.safeParse(
    await context.cookies.of(verificationCookie).parse(request.headers.get('cookie')),
  )
  return stored.success ? stored.data : null
}

export async function startVerification(
  context: Needs<'cookies' | 'sendCookie' | 'settings'>,
  email: string,
  keep: boolean,
  credentials: PendingCredentials,
  order?: string,
): Promise<void> {
  const sealed = await seal(context.settings, PURPOSE, email, credentials, HOUR)
  await updateVerification(context, { email, keep, resentAt: 0, sealed, order })
}

export async function updateVerification(
  context: Needs<'cookies' | 'sendCookie'>,
  pending: PendingVerification,
): Promise<void> {
  context.sendCookie(await context.cookies.of(verificationCookie).serialize(pending))
}

/** Decrypts the credentials typed in this browser. Returns null if there are none or they have expired. */
export async function readCredentials(
  context: Needs<'settings'>,
  { email, sealed }: PendingVerification,
): Promise<PendingCredentials | null> {
  const credentials = pendingCredentialsSchema.safeParse(
    sealed && (await unseal(context.settings, PURPOSE, email, sealed)),
  )
  return credentials.success ? credentials.data : null
}

export async function clearVerification(context: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  context.sendCookie(await context.cookies.of(verificationCookie).serialize('', { maxAge: 0 }))
}
