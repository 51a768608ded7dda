import { m } from '~/language/messages'
import { z } from 'zod'
import { saveHeaderProfile } from '~/account/header-profile.server'
import { formatPhone } from '~/phone/phone'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { declareBucket, removeFiles, storeFile } from '~/platform/supabase/uploads.server'
import { readPicture } from '~/platform/http/uploaded-picture.server'

const FILES = declareBucket('files')

const profileRowSchema = z.object({
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
export type Profile = z.infer<typeof profileRowSchema>

/** Returns the profile's phone number as shoppers see it, or an empty string. */
export function displayPhone({ phone_number: stored }: Profile): string {
  return stored ? formatPhone(stored) : ''
}

/** Why a profile was not saved, with a message for the shopper. */
export interface ProfileRefusal {
  message: string
  /** 400 for an invalid picture, 503 if the backend failed. */
  status: 400 | 503
}

const COLUMNS = 'id, full_name, email, phone_number, avatar_url, address, dob, city, gender'

/** Returns the shopper's profile. Throws if it can't be read. */
export async function readProfile({ db, id }: Shopper): Promise<Profile> {
  const { data, error } = await db.from('profiles').select(COLUMNS).eq('id', id).single()
  if (error) throw new Error(`No profile: ${error.message}`, { cause: error })
  return profileRowSchema.parse(data)
}

/** Whether the set-up form has been filled in (RT-19). */
export function isFilledIn({ full_name, address, dob, city, gender, phone_number }: Profile): boolean {
  return [full_name, address, dob, city, gender, phone_number].every(Boolean)
}

/** Updates the profile, and its picture if there is a new one. Failures are logged and refused with the shop's messages. */
export async function updateProfile(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | Reporting>,
  shopper: Shopper,
  change: Partial<Omit<Profile, 'id' | 'email' | 'avatar_url'>>,
  picture?: File,
): Promise<Result<null, ProfileRefusal>> {
  const read = picture ? await readPicture(picture) : null
  if (read && !read.ok) return refuse({ ...read.refusal, status: 400 })
  const files = serviceClient(context, 'keep profile pictures')
  const avatar = read
    ? await attempt(context, 'profile picture not stored', () => replacePicture(files, shopper, read.value))
    : undefined
  if (avatar === null) return refuse({ message: m.profile_picture_not_stored(), status: 503 })
  const saved = await attempt(context, 'profile not saved', () =>
    saveProfile(shopper, { ...change, ...(avatar ? { avatar_url: avatar.stored } : {}) }),
  )
  if (saved === null) return refuse({ message: m.profile_details_not_saved(), status: 503 })
  await saveHeaderProfile(context, shopper.id, { name: saved.full_name, picture: saved.avatar_url })
  const replaced = avatar?.replaced
  if (replaced) await attempt(context, 'old profile picture not removed', () => removeFiles(files, FILES, [replaced]))
  return succeed(null)
}

/** Stores a new picture. Returns its path, which is new each time, so that it can be cached for ever, and that of the current one. */
async function replacePicture(files: Backend, shopper: Shopper, picture: Buffer) {
  const { avatar_url: replaced } = await readProfile(shopper)
  const stored = `profilePictures/${shopper.id}-${Date.now()}.webp`
  await storeFile(files, FILES, stored, { bytes: picture, type: 'image/webp' })
  return { replaced, stored }
}

async function saveProfile({ db, id }: Shopper, change: Partial<Omit<Profile, 'id' | 'email'>>): Promise<Profile> {
  const { data, error } = await db.from('profiles').update(change).eq('id', id).select(COLUMNS).single()
  if (error) throw new Error(`Profile not saved: ${error.message}`, { cause: error })
  return profileRowSchema.parse(data)
}
