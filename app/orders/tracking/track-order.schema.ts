import { z } from 'zod'
import { isEmail } from '~/platform/email'
import { tooLong } from '~/platform/text'

const required = (message: string) => z.string({ error: message }).trim().min(1, message).max(254, tooLong(254))

/** A number alone opens nothing, since order numbers can be guessed (decision 101). */
export const trackOrderSchema = z.object({
  number: required('Please enter your order or tracking number.'),
  contact: required('Please enter the e-mail or phone you ordered with.').refine(
    (value) => !value.includes('@') || isEmail(value),
    'Please enter a valid email address.',
  ),
})
