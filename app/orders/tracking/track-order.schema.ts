import { m } from '~/language/messages'
import { z } from 'zod'
import { isEmail } from '~/platform/email'
import { plainText, tooLong } from '~/platform/text'

const required = (message: () => string) =>
  z.string({ error: message }).trim().min(1, { error: message }).max(254, tooLong(254))

/** A number alone opens nothing, since order numbers can be guessed (decision 101). */
export const trackOrderSchema = z.object({
  number: required(m.orders_number_missing).overwrite(plainText),
  contact: required(m.orders_contact_missing)
    .overwrite(plainText)
    .refine((value) => !value.includes('@') || isEmail(value), {
      error: () => m.orders_email_invalid(),
    }),
})
