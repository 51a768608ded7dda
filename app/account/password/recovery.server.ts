import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { MINUTE } from '~/platform/time'
import { seal, unseal } from '~/platform/encryption/seal.server'

// A reset link works once. Its session is stored for a while, so that the shopper can retry if Auth refuses a password.

const LIFETIME = 10 * MINUTE
const recoveryCookie = declareCookie({ name: 'website_recovery', maxAge: LIFETIME, endsWithSession: true })

const recoverySchema = z.object({ access: z.string(), refresh: z.string(), wasConfirmed: z.enum(['yes', 'no']) })
type Recovery = z.infer<typeof recoverySchema>

const PURPOSE = 'recovery'

/** Returns the session that this browser has opened with a link's token, or null. */
export async function findRecovery(
  context: Needs<'cookies' | 'settings'>,
  request: Request,
  token: string,
): Promise<Recovery | null> {
  const sealed: unknown = await context.cookies.of(recoveryCookie).parse(request.headers.get('cookie'))
  const recovery = typeof sealed === 'string' ? await unseal(context.settings, PURPOSE, token, sealed) : null
  return recoverySchema.safeParse(recovery).data ?? null
}

/** Stores a link's session for a retry, in an encrypted cookie. */
export async function saveRecovery(
  context: Needs<'cookies' | 'sendCookie' | 'settings'>,
  token: string,
  session: Session,
  wasConfirmed: boolean,
): Promise<void> {
  const recovery: Recovery = {
    access: session.access_token,
    refresh: session.refresh_token,
    wasConfirmed: wasConfirmed ? 'yes' : 'no',
  }
  const sealed = await seal(context.settings, PURPOSE, token, recovery, LIFETIME)
  context.sendCookie(await context.cookies.of(recoveryCookie).serialize(sealed))
}

/** Deletes the stored session, after the password is set. */
export async function clearRecovery(context: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  context.sendCookie(await context.cookies.of(recoveryCookie).serialize('', { maxAge: 0 }))
}
