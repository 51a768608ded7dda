import { z } from 'zod'
import { declareCookie } from '~/platform/cookies.server'
import type { Needs } from '~/platform/context.server'
import { DAY } from '~/platform/time'
import type { OwnSizes } from './own-size'

/** The sizes that the shopper found or bought, in this browser only. */
const sizeCookie = declareCookie({ name: 'website_size', maxAge: 180 * DAY, endsWithSession: true })

const storedSizesSchema = z.record(z.string(), z.string().min(1).max(20))

/** Returns the shopper's own sizes; none if the cookie is invalid. */
export async function readOwnSizes({ cookies }: Needs<'cookies'>, request: Request): Promise<OwnSizes> {
  const stored = storedSizesSchema.safeParse(await cookies.of(sizeCookie).parse(request.headers.get('cookie')))
  return stored.success ? stored.data : {}
}

export async function rememberSizes(
  context: Needs<'cookies' | 'sendCookie'>,
  request: Request,
  sizes: OwnSizes,
): Promise<OwnSizes> {
  const known = await readOwnSizes(context, request)
  const own = { ...known, ...sizes }
  const isNew = JSON.stringify(own) !== JSON.stringify(known)
  if (isNew) context.sendCookie(await context.cookies.of(sizeCookie).serialize(own))
  return own
}

export async function forgetSizes({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(sizeCookie).serialize('', { maxAge: 0 }))
}
