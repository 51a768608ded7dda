import { z } from 'zod'
import { ADDRESS_PARTS } from '~/address/address-parts'
import { RUN_EVEN_IF_INVALID, checkPhone, phoneFields, withPhone } from '~/phone/phone.schema'
import { tooLong } from '~/platform/text'
import { dateInPakistan } from '~/platform/time'

const required = (message: string) => z.string({ error: message }).trim().min(1, message)

/** An optional picture. Without a chosen file, browsers send an empty one without a name. */
const picture = z
  .custom<File | ''>((value) => value instanceof File || value === '')
  .refine((file) => file === '' || file.size > 0 || file.name === '', 'This picture is an empty file.')
  .optional()
  .transform((value) => (value instanceof File && value.size > 0 ? value : undefined))

/** The profile set-up form (PS-09 to PS-15). */
export const profileSetupSchema = z
  .object({
    name: required('Name is required').max(120, tooLong(120)),
    address: required('Address is required').max(ADDRESS_PARTS.address.longest, tooLong(ADDRESS_PARTS.address.longest)),
    dob: required('Date of birth is required')
      .pipe(z.iso.date('Please enter the date of birth as year-month-day, such as 1994-03-09'))
      .pipe(
        z
          .string()
          .refine((value) => value <= dateInPakistan(new Date()), 'Date of birth is in the future')
          .refine((value) => value > '1900-01-01', 'Date of birth is too long ago'),
      ),
    city: required('City is required').max(80, tooLong(80)),
    gender: z.enum(['male', 'female'], { error: 'Gender is required' }),
    ...phoneFields,
    picture,
  })
  .superRefine(checkPhone('contact', 'Phone number is required'), RUN_EVEN_IF_INVALID)
  .transform(withPhone)

/** The edit form of My Profile; the phone is optional. */
export const profileSchema = z
  .object({
    fullName: required('Name is required').max(120, tooLong(120)),
    ...phoneFields,
    picture,
  })
  .superRefine(checkPhone('contact'), RUN_EVEN_IF_INVALID)
  .transform(withPhone)
