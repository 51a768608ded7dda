import { z } from 'zod'
import { normalizePhone } from '~/phone/phone'
import { tooLong } from '~/platform/text'
import { dateInPakistan } from '~/platform/time'

const required = (message: string) => z.string({ error: message }).trim().min(1, { error: message, abort: true })

/** A picture to be, or none where the field was left empty. */
const picture = z
  .custom<File | ''>((value) => value instanceof File || value === '')
  .optional()
  .transform((value) => (value instanceof File && value.size > 0 ? value : undefined))

const digits = (typed: string) => typed.replace(/\D/g, '').length

/** A phone number of 7 to 15 digits (document 1, section 5), stored in E.164 with Pakistan as the default country. */
const phone = required('Phone number is required')
  .refine(
    (typed) => digits(typed) >= 7 && digits(typed) <= 15 && normalizePhone(typed) !== null,
    'Phone number is invalid',
  )
  .transform((typed) => normalizePhone(typed) ?? typed)

/** The set-up form with the specification's messages (document 1, section 5). */
export const SetupForm = z.object({
  name: required('Name is required').max(120, tooLong(120)),
  address: required('Address is required').max(300, tooLong(300)),
  dob: required('Date of birth is required')
    .refine((value) => z.iso.date().safeParse(value).success, {
      error: 'Please enter the date of birth as year-month-day, such as 1994-03-09',
      abort: true,
    })
    .refine((value) => value <= dateInPakistan(new Date()), 'Date of birth is in the future')
    .refine((value) => value > '1900-01-01', 'Date of birth is too long ago'),
  city: required('City is required').max(80, tooLong(80)),
  gender: z.enum(['male', 'female'], { error: 'Gender is required' }),
  phone,
  picture,
})

/** The edit form of My Profile; an empty phone is no phone. */
export const ProfileForm = z.object({
  fullName: required('Name is required').max(120, tooLong(120)),
  phone: z
    .union([phone, z.literal('').transform(() => null)])
    .optional()
    .transform((value) => value ?? null),
  picture,
})
