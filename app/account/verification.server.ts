import { z } from 'zod'
import type { RequestContext } from '~/platform/context.server'

const Pending = z.object({
  email: z.email(),
  keep: z.boolean(),
  /** When another code was last asked for, in milliseconds; 0 for never. */
  resentAt: z.number().default(0),
})
export type Pending = z.infer<typeof Pending>

/** The address that waits for its code, from a signed cookie (A40). */
export async function findVerification(context: RequestContext, request: Request): Promise<Pending | null> {
  const kept = Pending.safeParse(await context.cookies.verification.parse(request.headers.get('cookie')))
  return kept.success ? kept.data : null
}

/** Remembers the address that waits for its code. */
export async function rememberVerification(context: RequestContext, pending: z.input<typeof Pending>): Promise<void> {
  context.sendCookie(await context.cookies.verification.serialize(pending))
}

/** Forgets it: the code was right. */
export async function forgetVerification(context: RequestContext): Promise<void> {
  context.sendCookie(await context.cookies.verification.serialize('', { maxAge: 0 }))
}
