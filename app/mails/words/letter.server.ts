import type { ContactInfo } from '~/contact/contact-info'
import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/languages'
import type { Settings } from '~/platform/env.server'
import { brandInText } from '~/platform/text'
import { letterMail } from '../letter-mail.server'
import type { Contact } from '../mail-frame'
import type { ComposedMail } from '../to-html.server'
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

/** Returns what the frame of a mail names. */
export function contactOf({ settings, contact }: Letterhead): Contact {
  return { brand: settings.BRAND_NAME, email: contact.email, shopUrl: settings.PUBLIC_URL }
}

/** Composes a mail about something else than an order. `url` is what its link leads to. */
export function composeLetter(
  letterhead: Letterhead,
  kind: WordedKind,
  url: string,
  values: Values = {},
): ComposedMail {
  const words = fillWords(letterhead.words[currentLanguage()][kind], { ...shopValues(letterhead), ...values })
  return letterMail(words, url, contactOf(letterhead))
}
