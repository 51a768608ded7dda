/** The kinds of texts (database function `shop.texts`), with their headings. */
export const TEXT_KINDS = {
  page: 'Pages',
  question: 'Questions',
  footer: 'Links of the footer',
} as const
export type TextKind = keyof typeof TEXT_KINDS

/** The sections of the footer. */
export const SECTIONS = ['COMPANY', 'HELP', 'FAQ'] as const

/** Returns the kind that an address names, or null. */
export function textKind(name: string | undefined): TextKind | null {
  return name !== undefined && Object.hasOwn(TEXT_KINDS, name) ? (name as TextKind) : null
}

/** What of a text is edited. A footer link has no content, and its title decides where it leads. */
export interface TextValues {
  title: string
  content: string
  description: string
  isShown: boolean
}
