import type { ContactInfo } from '~/contact/contact-info'
import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/languages'
import { brandInText } from '~/platform/text'
import type { Settings } from '~/platform/env.server'
import type { AllWords, WordedKind } from './default-words'
import { fillWords, type Values } from './fill-words'

/** What every mail has, whatever it is about. */
export interface Letterhead {
  settings: Settings
  contact: ContactInfo
  words: Record<Language, AllWords>
}

/** Returns the values that every mail has; null where the shop hasn't entered them. */
export function shopValues({ settings, contact }: Letterhead): Values {
  const { email, phone } = contact
  return { brand: brandInText(settings.BRAND_NAME), support_email: email, support_phone: phone }
}

/** Composes a mail that is only text, about something else than an order. `url` is what its link leads to. */
export function composeLetter(
  letterhead: Letterhead,
  kind: WordedKind,
  url: string,
  values: Values = {},
): { subject: string; text: string } {
  const { subject, paragraphs, button, closing } = fillWords(letterhead.words[currentLanguage()][kind], {
    ...shopValues(letterhead),
    ...values,
  })
  return { subject, text: [...paragraphs, `${button}: ${url}`, ...closing].join('\n\n') }
}
