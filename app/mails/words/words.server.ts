import { z } from 'zod'
import { NO_CONTACT_INFO, type ContactInfo } from '~/contact/contact-info'
import { findContactInfo } from '~/contact/contact-info.server'
import type { Needs } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { DEFAULT_WORDS, WORDED_KINDS, type AllWords } from './default-words'
import type { Letterhead } from './letter'
import { wordProblems } from './word-problems'

const rowsSchema = z.array(
  z.object({
    kind: z.string(),
    subject: z.string(),
    heading: z.string(),
    body: z.string(),
    button: z.string(),
    closing: z.string(),
  }),
)

/** What reading a letterhead needs. */
export type LetterheadNeeds = Needs<'backends' | 'catalogue' | 'log' | 'settings'>

/** Returns what every mail has. A mail without the contact details is better than none, so a failure is only logged. */
export async function readLetterhead(shop: LetterheadNeeds): Promise<Letterhead> {
  const [words, contact] = await Promise.all([readWords(shop), readContact(shop)])
  return { settings: shop.settings, contact, words }
}

async function readContact(shop: LetterheadNeeds): Promise<ContactInfo> {
  try {
    return await findContactInfo(shop)
  } catch (error) {
    shop.log.error({ event: 'contact details not read', ...describeError(error) })
    return NO_CONTACT_INFO
  }
}

/**
 * Returns the words of all mails as they are saved now. Where they can't be read, or are ones that the desk would refuse, it returns the
 * words that a new shop begins with, and logs it: a mail with other words is better than none.
 */
export async function readWords(shop: Needs<'backends' | 'log'>): Promise<AllWords> {
  const words: AllWords = { ...DEFAULT_WORDS }
  for (const row of await readRows(shop)) {
    const kind = WORDED_KINDS.find((one) => one === row.kind)
    if (!kind) continue
    const fields = Object.keys(wordProblems(kind, row))
    if (fields.length === 0) words[kind] = row
    else shop.log.error({ event: 'words of a mail not used', kind, fields })
  }
  return words
}

async function readRows(shop: Needs<'backends' | 'log'>): Promise<z.infer<typeof rowsSchema>> {
  try {
    const { data, error } = await serviceClient(shop, 'read the words of mails')
      .from('mail_texts')
      .select('kind, subject, heading, body, button, closing')
    if (error) throw new Error(`No words of mails: ${error.message}`, { cause: error })
    return rowsSchema.parse(data)
  } catch (error) {
    shop.log.error({ event: 'words of mails not read', ...describeError(error) })
    return []
  }
}
