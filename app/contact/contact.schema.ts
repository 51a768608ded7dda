import { z } from 'zod'
import { RUN_EVEN_IF_INVALID, checkPhone, phoneFields, withPhone } from '~/phone/phone.schema'
import { emailSchema } from '~/platform/email'
import { MISSING_FIELDS } from './contact'

const line = (max: number) =>
  z
    .string()
    .transform((value) => value.replace(/[\r\n]+/g, ' ').trim())
    .pipe(z.string().max(max, 'This is too long.'))
const required = (max: number) =>
  z.string({ error: MISSING_FIELDS }).trim().min(1, { error: MISSING_FIELDS, abort: true }).pipe(line(max))
const optional = (max: number) =>
  line(max)
    .optional()
    .transform((value) => value || undefined)

/** The contact form (CO-18). All fields but the message are single lines. */
export const contactSchema = z
  .object({
    firstName: required(80),
    lastName: optional(80),
    ...phoneFields,
    email: emailSchema({ missing: MISSING_FIELDS, invalid: 'Please enter a valid email address.' }),
    subject: optional(160),
    message: z
      .string({ error: MISSING_FIELDS })
      .trim()
      .min(1, { error: MISSING_FIELDS, abort: true })
      .max(5000, 'A message has 5000 characters at most.'),
  })
  .superRefine(checkPhone('contact'), RUN_EVEN_IF_INVALID)
  .transform(withPhone)
export type ContactMessage = z.output<typeof contactSchema>
