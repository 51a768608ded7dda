import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { emailSchema } from '~/platform/email'
import { HOUR } from '~/platform/time'
import { seal, unseal } from './seal.server'

const verificationCookie = declareCookie({ name: 'website_verification', maxAge: HOUR })

const Pending = z.object({
  email: emailSchema({ missing: '', invalid: '' }),
  keep: z.boolean(),
  /** When another code was last asked for, in milliseconds; 0 for never. */
  resentAt: z.number().default(0),
  /** The password and name typed in this browser, encrypted. */
  sealed: z.string().optional(),
})
export type Pending = z.infer<typeof Pending>

/** What was typed in the browser that waits for a code. It becomes the account's when the code is accepted. */
const Typed = z.object({ password: z.string(), fullName: z.string().optional() })
export type Typed = z.infer<typeof Typed>

const PURPOSE = 'sign-up'

/** The address that waits for its code, from a signed cookie (A40). */
export async function findVerification(context: Needs<'cookies'>, request: Request): Promise<Pending | null> {
  const kept = Pending.safeParse(await context.cookies.of(verificationCookie).parse(request.headers.get('cookie')))
  return kept.success ? kept.data : null
}

/** Remembers the address that waits for its code, and the password and name typed with it, encrypted. */
export async function startVerification(
  context: Needs<'cookies' | 'sendCookie' | 'settings'>,
  email: string,
  keep: boolean,
  typed: Typed,
): Promise<void> {
  const sealed = await seal(context.settings, PURPOSE, email, typed, HOUR)
  await rememberVerification(context, { email, keep, resentAt: 0, sealed })
}

/** Updates the cookie of an address that waits for its code. */
export async function rememberVerification(context: Needs<'cookies' | 'sendCookie'>, pending: Pending): Promise<void> {
  context.sendCookie(await context.cookies.of(verificationCookie).serialize(pending))
}

/** The password and name typed in this browser. Returns null if there are none or they have expired. */
export async function readTyped(context: Needs<'settings'>, { email, sealed }: Pending): Promise<Typed | null> {
  const typed = Typed.safeParse(sealed && (await unseal(context.settings, PURPOSE, email, sealed)))
  return typed.success ? typed.data : null
}

/** Forgets it: the code was right. */
export async function forgetVerification(context: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  context.sendCookie(await context.cookies.of(verificationCookie).serialize('', { maxAge: 0 }))
}
