import type { Settings } from '~/platform/env.server'
import type { MailWords } from './default-words'
import { fillWords, type Values } from './fill-words'

/** Returns the values that every mail has. */
export function shopValues({
  BRAND_NAME,
  SUPPORT_EMAIL,
  SUPPORT_PHONE,
}: Pick<Settings, 'BRAND_NAME' | 'SUPPORT_EMAIL' | 'SUPPORT_PHONE'>): Values {
  return { brand: BRAND_NAME, support_email: SUPPORT_EMAIL, support_phone: SUPPORT_PHONE }
}

/** Composes a mail that is only text, about something else than an order. `url` is what its link leads to. */
export function composeLetter(
  settings: Parameters<typeof shopValues>[0],
  words: MailWords,
  url: string,
  values: Values = {},
): { subject: string; text: string } {
  const { subject, paragraphs, button, closing } = fillWords(words, { ...shopValues(settings), ...values })
  return { subject, text: [...paragraphs, `${button}: ${url}`, ...closing].join('\n\n') }
}
