import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { DAY } from '~/platform/time'

/** The shopper's name and picture in the page header. */
export interface HeaderProfile {
  name: string
  picture: string | null
}

const headerProfileCookie = declareCookie({ name: 'website_face', maxAge: 30 * DAY, endsWithSession: true })

const cookieSchema = z.object({ id: z.guid(), name: z.string(), picture: z.string().nullable() })
const rowSchema = z.object({ full_name: z.string(), avatar_url: z.string().nullable() })

/**
 * Returns the shopper's name and picture from this browser's cookie, or else the name in the session, or null for a visitor who isn't
 * signed in. Doesn't call the backend, since every page shows it.
 */
export async function readHeaderProfile(
  { visitor, cookies }: Needs<'cookies' | 'visitor'>,
  request: Request,
): Promise<HeaderProfile | null> {
  if (visitor.claimed === null) return null
  const stored = cookieSchema.safeParse(await cookies.of(headerProfileCookie).parse(request.headers.get('cookie'))).data
  return stored?.id === visitor.claimedId && stored?.name
    ? { name: stored.name, picture: stored.picture }
    : { name: visitor.claimed.name, picture: null }
}

/** Saves a shopper's name and picture in this browser's cookie. */
export async function saveHeaderProfile(
  { cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>,
  id: string,
  profile: HeaderProfile,
): Promise<void> {
  sendCookie(await cookies.of(headerProfileCookie).serialize({ id, ...profile }))
}

/** Loads and saves the header profile of a shopper who has just signed in. If that fails, the header shows the session's name. */
export async function loadHeaderProfile(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | Reporting>,
  { user, access_token: token }: Session,
): Promise<void> {
  const profile = await attempt(context, 'profile for the header not read', async () => {
    const db = context.backends.asShopper(token)
    const { data, error } = await db.from('profiles').select('full_name, avatar_url').eq('id', user.id).single()
    if (error) throw new Error(`No profile: ${error.message}`, { cause: error })
    return rowSchema.parse(data)
  })
  if (profile) await saveHeaderProfile(context, user.id, { name: profile.full_name, picture: profile.avatar_url })
}
