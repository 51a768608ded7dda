import { WORDED_KINDS, type MailWords, type WordedKind } from '~/mails/words/default-words'

/** The kinds of texts (database function `shop.texts`), with their headings. */
export const TEXT_KINDS = {
  page: 'Pages',
  question: 'Questions',
  footer: 'Links of the footer',
  mail: 'Mails',
} as const
export type TextKind = keyof typeof TEXT_KINDS

export const SECTIONS = ['COMPANY', 'HELP', 'FAQ'] as const

/** Returns the kind that an address names, or null. Mails have a page of their own. */
export function textKind(name: string | undefined): Exclude<TextKind, 'mail'> | null {
  return name === 'page' || name === 'question' || name === 'footer' ? name : null
}

/**
 * What of a text is edited. A footer link has no content, and its title decides where it leads. The title of a mail is its subject, the
 * description its heading; only mails have a button and a closing.
 */
export interface TextValues {
  title: string
  content: string
  description: string
  button: string
  closing: string
  isShown: boolean
}

/** Returns the kind of mail that a text belongs to, or null if it is no mail's. */
export function wordedKind(text: { kind: string; topic: string } | null): WordedKind | null {
  return (text?.kind === 'mail' && WORDED_KINDS.find((kind) => kind === text.topic)) || null
}

/** Returns the values of a text as the words of a mail. */
export function mailWords({ title, description, content, button, closing }: TextValues): MailWords {
  return { subject: title, heading: description, body: content, button, closing }
}
