import { z } from 'zod'
import { translated } from '~/language/translated'
import type { Needs, Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import type { Backends } from '~/platform/supabase/clients.server'
import { NO_CONTACT_INFO, type ContactInfo } from './contact-info'

const part = z
  .string()
  .nullable()
  .transform((text) => text?.trim() || null)
const contactInfoSchema = translated(z.object({ phone: part, whatsapp: part, email: part, address: part, hours: part }))

/** Returns the active row of `contact_info`; every part is null without one. */
async function readRow({ anonymous }: Pick<Backends, 'anonymous'>): Promise<ContactInfo> {
  const { data, error } = await anonymous
    .from('contact_info')
    .select('phone, whatsapp, email, address, hours, translations')
    .eq('is_active', true)
    .maybeSingle()
  if (error && error.code !== 'PGRST116') throw new Error(`No contact details: ${error.message}`, { cause: error })
  return data ? contactInfoSchema.parse(data) : NO_CONTACT_INFO
}

/** Returns the shop's contact details, which pages, mails and labels name. Throws if they can't be read. */
export async function findContactInfo({ catalogue, backends }: Needs<'backends' | 'catalogue'>): Promise<ContactInfo> {
  return catalogue.get('contact-info', () => readRow(backends))
}

/** Like `findContactInfo`, but returns no details if they can't be read, which is logged (CO-33, CO-35). */
export async function readContactInfo(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<ContactInfo> {
  return (await attempt(context, 'contact details not read', () => findContactInfo(context))) ?? NO_CONTACT_INFO
}

/** Checks that shoppers can reach the shop. Returns a sentence with its remedy if a detail is missing. */
export async function checkContactInfo(backends: Backends): Promise<string[]> {
  const { phone, email, address } = await readRow(backends)
  const parts = { 'phone number': phone, 'e-mail address': email, address }
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === null ? [name] : []))
  return missing.length > 0
    ? [
        `Pages, mails and labels name no ${missing.join(', no ')} of the shop: enter it at /desk/settings/contact_details.`,
      ]
    : []
}
