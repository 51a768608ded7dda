import { m } from '~/language/messages'
import { z } from 'zod'
import { RUN_EVEN_IF_INVALID, checkPhone, phoneFields, withPhone } from '~/phone/phone.schema'
import { emailSchema } from '~/platform/email'

const line = (max: number) =>
  z
    .string()
    .transform((value) => value.replace(/[\r\n]+/g, ' ').trim())
    .pipe(z.string().max(max, { error: m.contact_too_long }))
const required = (max: number) =>
  z.string({ error: m.contact_missing }).trim().min(1, { error: m.contact_missing, abort: true }).pipe(line(max))
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
    email: emailSchema({ missing: m.contact_missing, invalid: m.contact_email_invalid }),
    subject: optional(160),
    message: z
      .string({ error: m.contact_missing })
      .trim()
      .min(1, { error: m.contact_missing, abort: true })
      .max(5000, { error: m.contact_message_too_long }),
  })
  .superRefine(checkPhone('contact'), RUN_EVEN_IF_INVALID)
  .transform(withPhone)
export type ContactMessage = z.output<typeof contactSchema>
