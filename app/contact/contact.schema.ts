import { z } from 'zod'
import { BESIDE_OTHER_PROBLEMS, checkPhone, phoneFields, withPhone } from '~/phone/phone.schema'
import { emailSchema } from '~/platform/email'
import { MISSING } from './contact'

const line = (most: number) =>
  z
    .string()
    .transform((value) => value.replace(/[\r\n]+/g, ' ').trim())
    .pipe(z.string().max(most, 'This is too long.'))
const required = (most: number) =>
  z.string({ error: MISSING }).trim().min(1, { error: MISSING, abort: true }).pipe(line(most))
const optional = (most: number) =>
  line(most)
    .optional()
    .transform((value) => value || undefined)

/** The contact form (document 2, section 5): first name, e-mail and message required, everything on one line but the message. */
export const ContactForm = z
  .object({
    firstName: required(80),
    lastName: optional(80),
    ...phoneFields,
    email: emailSchema({ missing: MISSING, invalid: 'Please enter a valid email address.' }),
    subject: optional(160),
    message: z
      .string({ error: MISSING })
      .trim()
      .min(1, { error: MISSING, abort: true })
      .max(5000, 'A message has 5000 characters at most.'),
  })
  .superRefine(checkPhone('contact'), BESIDE_OTHER_PROBLEMS)
  .transform(withPhone)
export type ContactMessage = z.output<typeof ContactForm>
