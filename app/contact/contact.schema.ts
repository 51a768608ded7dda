import { z } from 'zod'
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
export const ContactForm = z.object({
  firstName: required(80),
  lastName: optional(80),
  phone: optional(32).refine(
    (value) => (value ?? '').replace(/\D/g, '').length <= 15,
    'A phone number has 15 digits at most.',
  ),
  phoneCountry: z.string().optional(),
  email: emailSchema({ missing: MISSING, invalid: 'Please enter a valid email address.' }),
  subject: optional(160),
  message: z
    .string({ error: MISSING })
    .trim()
    .min(1, { error: MISSING, abort: true })
    .max(5000, 'A message has 5000 characters at most.'),
})
export type ContactMessage = z.output<typeof ContactForm>
