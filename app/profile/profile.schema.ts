import { m } from '~/language/messages'
import { z } from 'zod'
import { ADDRESS_PARTS } from '~/address/address-parts'
import { RUN_EVEN_IF_INVALID, checkPhone, phoneFields, withPhone } from '~/phone/phone.schema'
import { plainText, tooLong } from '~/platform/text'
import { dateInPakistan } from '~/platform/time'

const required = (error: () => string) => z.string({ error }).trim().min(1, { error })

/** An optional picture. Without a chosen file, browsers send an empty one without a name. */
const picture = z
  .custom<File | ''>((value) => value instanceof File || value === '')
  .refine((file) => file === '' || file.size > 0 || file.name === '', { error: m.profile_picture_empty })
  .optional()
  .transform((value) => (value instanceof File && value.size > 0 ? value : undefined))

/** The profile set-up form (PS-09 to PS-15). */
export const profileSetupSchema = z
  .object({
    name: required(m.profile_name_missing).max(120, tooLong(120)),
    address: required(m.profile_address_missing).max(
      ADDRESS_PARTS.address.longest,
      tooLong(ADDRESS_PARTS.address.longest),
    ),
    dob: required(m.profile_birth_missing)
      .overwrite(plainText)
      .pipe(z.iso.date({ error: m.profile_birth_invalid }))
      .pipe(
        z
          .string()
          .refine((value) => value <= dateInPakistan(new Date()), { error: m.profile_birth_in_future })
          .refine((value) => value > '1900-01-01', { error: m.profile_birth_too_old }),
      ),
    city: required(m.profile_city_missing).max(80, tooLong(80)),
    gender: z.enum(['male', 'female'], { error: m.profile_gender_missing }),
    ...phoneFields,
    picture,
  })
  .superRefine(checkPhone('contact', m.profile_phone_missing), RUN_EVEN_IF_INVALID)
  .transform(withPhone)

/** The edit form of My Profile; the phone is optional. */
export const profileSchema = z
  .object({
    fullName: required(m.profile_name_missing).max(120, tooLong(120)),
    ...phoneFields,
    picture,
  })
  .superRefine(checkPhone('contact'), RUN_EVEN_IF_INVALID)
  .transform(withPhone)
