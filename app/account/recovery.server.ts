import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { MINUTE } from '~/platform/time'
import { seal, unseal } from './seal.server'

// A reset link works once. Its session is kept for a while, so that another password can be tried if Auth refuses one.

const KEPT_FOR = 10 * MINUTE
const recoveryCookie = declareCookie({ name: 'website_recovery', maxAge: KEPT_FOR, endsWithSession: true })

const Recovery = z.object({ access: z.string(), refresh: z.string(), wasConfirmed: z.enum(['yes', 'no']) })
type Recovery = z.infer<typeof Recovery>

const PURPOSE = 'recovery'

/** Returns the session that this browser has opened with the token of a link, or null. */
export async function findRecovery(
  context: Needs<'cookies' | 'settings'>,
  request: Request,
  token: string,
): Promise<Recovery | null> {
  const sealed: unknown = await context.cookies.of(recoveryCookie).parse(request.headers.get('cookie'))
  const kept = typeof sealed === 'string' ? await unseal(context.settings, PURPOSE, token, sealed) : null
  return Recovery.safeParse(kept).data ?? null
}

/** Keeps the session of a link for another try, encrypted. */
export async function keepRecovery(
  context: Needs<'cookies' | 'sendCookie' | 'settings'>,
  token: string,
  session: Session,
  wasConfirmed: boolean,
): Promise<void> {
  const kept: Recovery = {
    access: session.access_token,
    refresh: session.refresh_token,
    wasConfirmed: wasConfirmed ? 'yes' : 'no',
  }
  const sealed = await seal(context.settings, PURPOSE, token, kept, KEPT_FOR)
  context.sendCookie(await context.cookies.of(recoveryCookie).serialize(sealed))
}

/** Forgets the session of a link: the password is set. */
export async function forgetRecovery(context: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  context.sendCookie(await context.cookies.of(recoveryCookie).serialize('', { maxAge: 0 }))
}
