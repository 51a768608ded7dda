import type { Shopper } from '~/platform/supabase/session.server'
import { LANGUAGES, type Language } from '~/language/languages'
import { languageChoice } from '~/platform/cache/variant.server'
import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { DAY } from '~/platform/time'

export interface HeaderProfile {
  name: string
  picture: string | null
}

const headerProfileCookie = declareCookie({ name: 'website_face', maxAge: 30 * DAY, endsWithSession: true })

const cookieSchema = z.object({ id: z.guid(), name: z.string(), picture: z.string().nullable() })
const rowSchema = z.object({
  full_name: z.string(),
  avatar_url: z.string().nullable(),
  language: z.enum(LANGUAGES).nullable(),
})

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

export async function saveHeaderProfile(
  { cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>,
  id: string,
  profile: HeaderProfile,
): Promise<void> {
  sendCookie(await cookies.of(headerProfileCookie).serialize({ id, ...profile }))
}

const COLUMNS = 'full_name, avatar_url, language'

/**
 * Loads and saves the header profile of a shopper who has just signed in. If that fails, the header shows the session's name. The language
 * that was chosen in this browser becomes that of the profile; without a choice, this browser gets the profile's.
 */
export async function loadHeaderProfile(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | 'settings' | Reporting>,
  request: Request,
  { user, access_token: token }: Session,
): Promise<void> {
  const chosen = languageChoice.read(request.headers.get('cookie'))
  const profile = await attempt(context, 'profile for the header not read', async () => {
    const profiles = context.backends.asShopper(token).from('profiles')
    const own = chosen
      ? profiles.update({ language: chosen }).eq('id', user.id).select(COLUMNS)
      : profiles.select(COLUMNS).eq('id', user.id)
    const { data, error } = await own.single()
    if (error) throw new Error(`No profile: ${error.message}`, { cause: error })
    return rowSchema.parse(data)
  })
  if (!profile) return
  if (!chosen && profile.language) context.sendCookie(languageChoice.write(context.settings, profile.language))
  await saveHeaderProfile(context, user.id, { name: profile.full_name, picture: profile.avatar_url })
}

/** Saves the language that a shopper chose in their profile. Throws if the database fails. */
export async function saveLanguage({ db, id }: Shopper, language: Language): Promise<void> {
  const { error } = await db.from('profiles').update({ language }).eq('id', id)
  if (error) throw new Error(`The language was not saved: ${error.message}`, { cause: error })
}
