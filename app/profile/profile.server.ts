import { z } from 'zod'
import { formatPhone } from '~/account/phone'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import type { Shopper } from '~/platform/supabase/session.server'
import {
  readPicture,
  removeProfilePicture,
  storeProfilePicture,
  UploadRefused,
} from '~/platform/supabase/uploads.server'

const Profile = z.object({
  id: z.guid(),
  full_name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  avatar_url: z.string().nullable(),
  address: z.string().nullable(),
  dob: z.string().nullable(),
  city: z.string().nullable(),
  gender: z.enum(['male', 'female']).nullable(),
})
export type Profile = z.infer<typeof Profile>

/** The profile's phone number as it is shown; empty when there is none. */
export function shownPhone({ phone_number: stored }: Profile): string {
  return stored ? formatPhone(stored) : ''
}

const COLUMNS = 'id, full_name, email, phone_number, avatar_url, address, dob, city, gender'

/** The shopper's own profile. Throws when it can't be read. */
export async function readProfile({ db, id }: Shopper): Promise<Profile> {
  const { data, error } = await db.from('profiles').select(COLUMNS).eq('id', id).single()
  if (error) throw new Error(`No profile: ${error.message}`)
  return Profile.parse(data)
}

/** Whether the set-up form has been filled in (decision 5). */
export function isFilledIn({ full_name, address, dob, city, gender, phone_number }: Profile): boolean {
  return [full_name, address, dob, city, gender, phone_number].every(Boolean)
}

/**
 * Changes what the profile page may change (document 2, section 7), with a picture when there is a new one. Returns why it
 * couldn't, in Auth's, the database's or our words, or null.
 */
export async function updateProfile(
  context: RequestContext,
  shopper: Shopper,
  change: Partial<Omit<Profile, 'id' | 'email' | 'avatar_url'>>,
  picture?: File,
): Promise<string | null> {
  const { db } = shopper
  try {
    const replaced = picture ? (await readProfile(shopper)).avatar_url : null
    const avatar = picture ? await storeProfilePicture(db, shopper.id, await readPicture(picture)) : undefined
    const { error } = await db
      .from('profiles')
      .update({ ...change, ...(avatar ? { avatar_url: avatar } : {}) })
      .eq('id', shopper.id)
    if (error) return error.message
    if (replaced) await attempt(context, 'old profile picture not removed', () => removeProfilePicture(db, replaced))
    return null
  } catch (error) {
    return error instanceof UploadRefused ? error.message : 'The picture could not be stored.'
  }
}
