import { WORDED_KINDS, type WordedKind } from '~/mails/words/default-words'

/** The kinds of texts (database function `shop.texts`), with their headings. */
export const TEXT_KINDS = {
  page: 'Pages',
  question: 'Questions',
  mail: 'Mails',
} as const
export type TextKind = keyof typeof TEXT_KINDS

export const SECTIONS = ['COMPANY', 'HELP', 'FAQ'] as const

/** Returns the kind that an address names, or null. Mails have a page of their own. */
export function textKind(name: string | undefined): Exclude<TextKind, 'mail'> | null {
  return name === 'page' || name === 'question' ? name : null
}

/** Returns the kind of mail that a text belongs to, or null if it is no mail's. */
export function wordedKind(text: { kind: string; topic: string } | null): WordedKind | null {
  return (text?.kind === 'mail' && WORDED_KINDS.find((kind) => kind === text.topic)) || null
}
