import { m } from '~/language/messages'
import { z } from 'zod'
import { RUN_EVEN_IF_INVALID, checkPhone, phoneFields, withPhone } from '~/phone/phone.schema'
import { emailSchema } from '~/platform/email'

const line = (max: number) =>
  z
    .string()
    .transform((value) => value.replace(/[\r\n]+/g, ' ').trim())
    .pipe(z.string().max(max, { error: m.contact_too_long }))
/** What an empty required field says. Above the form all of them are one sentence (CO-19). */
export const MISSING = {
  firstName: m.contact_first_name_missing,
  email: m.contact_email_missing,
  message: m.contact_message_missing,
} as const
const optional = (max: number) =>
  line(max)
    .optional()
    .transform((value) => value || undefined)

/** The contact form (CO-18). All fields but the message are single lines. */
export const contactSchema = z
  .object({
    firstName: z
      .string({ error: MISSING.firstName })
      .trim()
      .min(1, { error: MISSING.firstName, abort: true })
      .pipe(line(80)),
    lastName: optional(80),
    ...phoneFields,
    email: emailSchema({ missing: MISSING.email, invalid: m.contact_email_invalid }),
    subject: optional(160),
    message: z
      .string({ error: MISSING.message })
      .trim()
      .min(1, { error: MISSING.message, abort: true })
      .max(5000, { error: m.contact_message_too_long }),
  })
  .superRefine(checkPhone('contact'), RUN_EVEN_IF_INVALID)
  .transform(withPhone)
export type ContactMessage = z.output<typeof contactSchema>
