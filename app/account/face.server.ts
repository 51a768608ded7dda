import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { DAY } from '~/platform/time'

/** Who a page's header shows. */
export interface Face {
  name: string
  picture: string | null
}

const faceCookie = declareCookie({ name: 'website_face', maxAge: 30 * DAY, endsWithSession: true })

const Kept = z.object({ id: z.guid(), name: z.string(), picture: z.string().nullable() })
const Row = z.object({ full_name: z.string(), avatar_url: z.string().nullable() })

/**
 * Returns the name and picture of the visitor's profile as this browser last saw them, or the name of their session; null for a
 * visitor who isn't signed in. Asks no backend, since every page shows it.
 */
export async function readFace(
  { visitor, cookies }: Needs<'cookies' | 'visitor'>,
  request: Request,
): Promise<Face | null> {
  if (visitor.claimed === null) return null
  const kept = Kept.safeParse(await cookies.of(faceCookie).parse(request.headers.get('cookie'))).data
  return kept?.id === visitor.claimedId && kept?.name
    ? { name: kept.name, picture: kept.picture }
    : { name: visitor.claimed.name, picture: null }
}

/** Keeps a shopper's name and picture for the header. */
export async function rememberFace(
  { cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>,
  id: string,
  face: Face,
): Promise<void> {
  sendCookie(await cookies.of(faceCookie).serialize({ id, ...face }))
}

/** Reads the profile of somebody who has just signed in, for the header. The session's name serves if that fails. */
export async function fetchFace(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | Reporting>,
  { user, access_token: token }: Session,
): Promise<void> {
  const face = await attempt(context, 'profile for the header not read', async () => {
    const db = context.backends.asShopper(token)
    const { data, error } = await db.from('profiles').select('full_name, avatar_url').eq('id', user.id).single()
    if (error) throw new Error(`No profile: ${error.message}`, { cause: error })
    return Row.parse(data)
  })
  if (face) await rememberFace(context, user.id, { name: face.full_name, picture: face.avatar_url })
}
