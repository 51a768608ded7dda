import { currentLanguage } from '~/language/current'
import { directionOf } from '~/language/languages'
import type { MailWords } from './default-words'
import { PLACEHOLDER, type Placeholder } from './placeholders'

/** The values of placeholders: a line, paragraphs, or null if this mail has none. */
export type Values = Partial<Record<Placeholder, string | readonly string[] | null>>

/** The words of one mail, without placeholders. */
export interface FilledWords {
  subject: string
  heading: string
  paragraphs: string[]
  button: string
  closing: string[]
}

export function fillWords({ subject, heading, body, button, closing }: MailWords, values: Values): FilledWords {
  const kept = apart(values)
  const line = (text: string) => oneLine(fill(text, values))
  return {
    subject: line(subject),
    heading: oneLine(fill(heading || subject, kept)),
    paragraphs: fillParagraphs(body, values),
    button: line(button),
    closing: fillParagraphs(closing, values),
  }
}

function fillParagraphs(text: string, values: Values): string[] {
  const kept = apart(values)
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => [...paragraph.matchAll(PLACEHOLDER)].every(([, name = '']) => valueOf(name, values) !== ''))
    .flatMap((paragraph) => fill(paragraph, kept).split('\n\n'))
    .filter((paragraph) => paragraph !== '')
}

const isAddress = (value: string): boolean => /[@/]/.test(value) && !/\s/.test(value)

/**
 * Returns values whose words keep their order within a sentence that runs right to left: "1 Road, Lahore" begins with a number, and
 * the groups of a phone number would be in reverse. The signs are FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, which plain text
 * can have too. The direction of a heading is that of the words beside them (`directionOfWords`). Addresses of the web and of mail
 * keep their order anyway, and have nothing beside them that a mail program takes for a part.
 */
function apart(values: Values): Values {
  if (directionOf(currentLanguage()) === 'ltr') return values
  const isolate = (value: Values[Placeholder]) =>
    typeof value === 'string' && !isAddress(value) ? `\u2068${value}\u2069` : value
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]))
}

function fill(text: string, values: Values): string {
  return text.replace(PLACEHOLDER, (_whole, name: string) => valueOf(name, values))
}

function valueOf(name: string, values: Values): string {
  const value = Object.hasOwn(values, name) ? values[name as Placeholder] : null
  if (typeof value === 'string') return oneLine(value)
  return value?.join('\n\n') ?? ''
}

/** Returns a text without line ends and other control characters. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
