import { z } from 'zod'
import { loadNames } from '~/catalog/names.server'
import { NO_CONTACT_INFO } from '~/contact/contact-info'
import { findContactInfo } from '~/contact/contact-info.server'
import { inLanguage } from '~/language/current.server'
import type { Language } from '~/language/languages'
import type { Needs } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { DEFAULT_WORDS, WORDED_KINDS, type AllWords, type MailWords, type WordedKind } from './default-words'
import type { Letterhead } from './letter.server'
import { URDU_WORDS } from './urdu-words'
import { wordProblems } from './word-problems'

const wordsSchema = z.object({
  subject: z.string(),
  heading: z.string(),
  body: z.string(),
  button: z.string(),
  closing: z.string(),
})
const rowsSchema = z.array(
  wordsSchema.extend({
    kind: z.string(),
    translations: z.object({ ur: wordsSchema.partial().optional() }).optional(),
  }),
)
type Row = z.infer<typeof rowsSchema>[number]

export type LetterheadNeeds = Needs<'backends' | 'catalogue' | 'log' | 'settings'>

/**
 * Returns what every mail has in the current language, and reads its names for `nameOf`. A mail without contact details or such names is
 * better than none, so a failure is only logged.
 */
export async function readLetterhead(shop: LetterheadNeeds): Promise<Letterhead> {
  const [words, contact] = await Promise.all([
    readWords(shop),
    readOr(NO_CONTACT_INFO, shop, 'contact details not read', () => findContactInfo(shop)),
    readOr(undefined, shop, 'names not read', () => loadNames(shop)),
  ])
  return { settings: shop.settings, contact, words }
}

/** Returns what mails in a language have. It is read once, and only if there is something to send. */
export type Letterheads = (language: Language) => Promise<Letterhead>

export function letterheadsOf(shop: LetterheadNeeds): Letterheads {
  const read = new Map<Language, Promise<Letterhead>>()
  return (language) => {
    const letterhead = read.get(language) ?? inLanguage(language, () => readLetterhead(shop))
    read.set(language, letterhead)
    return letterhead
  }
}

async function readOr<Value>(
  otherwise: Value,
  shop: Needs<'log'>,
  event: string,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    shop.log.error({ event, ...describeError(error) })
    return otherwise
  }
}

/**
 * Returns the words of all mails as they are saved now, in each language. Where they can't be read, or are ones that the desk would refuse, it returns the
 * words that a new shop begins with, and logs it: a mail with other words is better than none.
 */
export async function readWords(shop: Needs<'backends' | 'log'>): Promise<Letterhead['words']> {
  const words = { en: { ...DEFAULT_WORDS } as AllWords, ur: { ...URDU_WORDS } }
  for (const { kind: named, translations, ...row } of await readRows(shop)) {
    const kind = WORDED_KINDS.find((one) => one === named)
    if (!kind) continue
    const isUsed = (found: MailWords) => {
      const fields = Object.keys(wordProblems(kind, found))
      if (fields.length > 0) shop.log.error({ event: 'words of a mail not used', kind, fields })
      return fields.length === 0
    }
    if (isUsed(row)) words.en[kind] = row
    const urdu = urduOf(words.en[kind], kind, translations?.ur)
    if (isUsed(urdu)) words.ur[kind] = urdu
  }
  return words
}

/** Returns the Urdu of a mail's words: what operators translated, or else the shop's own while the English is the shop's own, or the English. */
function urduOf(english: MailWords, kind: WordedKind, translated: Partial<MailWords> = {}): MailWords {
  const fields = Object.keys(english) as (keyof MailWords)[]
  const own = (field: keyof MailWords) => english[field] === DEFAULT_WORDS[kind][field]
  return Object.fromEntries(
    fields.map((field) => [field, translated[field] ?? (own(field) ? URDU_WORDS[kind] : english)[field]]),
  ) as unknown as MailWords
}

async function readRows(shop: Needs<'backends' | 'log'>): Promise<Row[]> {
  try {
    const { data, error } = await serviceClient(shop, 'read the words of mails')
      .from('mail_texts')
      .select('kind, subject, heading, body, button, closing, translations')
    if (error) throw new Error(`No words of mails: ${error.message}`, { cause: error })
    return rowsSchema.parse(data)
  } catch (error) {
    shop.log.error({ event: 'words of mails not read', ...describeError(error) })
    return []
  }
}
