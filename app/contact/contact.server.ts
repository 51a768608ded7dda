import { z } from 'zod'
import type { Needs, Reporting } from '~/platform/context.server'
import { declareMailFunction, sendMail, serviceClient } from '~/platform/supabase/service-client.server'
import { attempt, inBackground } from '~/platform/attempt.server'
import type { ContactMessage } from './contact.schema'

const CONTACT_MAIL = declareMailFunction('send-contact-email')

const socialLinksSchema = z.array(z.object({ platform: z.string(), url: z.string().regex(/^https:\/\//) }))
export type SocialLink = z.infer<typeof socialLinksSchema>[number]

/** Returns the shop's social links, or none if they can't be read (CO-34). */
export async function listSocialLinks(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<SocialLink[]> {
  const { catalogue, backends } = context
  const cached = catalogue.get('social-links', async () => {
    const { data, error } = await backends.anonymous
      .from('social_media')
      .select('platform, url')
      .eq('is_active', true)
      .order('platform')
    if (error) throw new Error(`No social links: ${error.message}`, { cause: error })
    return socialLinksSchema.parse(data)
  })
  return (await attempt(context, 'social links not read', () => cached)) ?? []
}

/** Stores a message and mails it to the shop in the background (CO-31, CO-32). Throws if it can't be stored. */
export async function sendMessage(
  context: Needs<'backends' | 'background' | Reporting>,
  message: ContactMessage,
): Promise<void> {
  const { firstName, lastName, phone, email, subject, message: text } = message
  const { error } = await serviceClient(context, 'keep contact messages')
    .from('contact_submissions')
    .insert({
      first_name: firstName,
      last_name: lastName ?? null,
      phone: phone ?? null,
      email,
      subject: subject ?? null,
      message: text,
    })
  if (error) throw new Error(`The message was not stored: ${error.message}`, { cause: error })
  inBackground(context, 'message not mailed', async () => {
    const body = { firstName, lastName, phone, email, subject, message: text }
    await sendMail(context, CONTACT_MAIL, body)
  })
}
