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

/** Fills in the placeholders. A paragraph whose placeholder has no value is left out. */
export function fillWords({ subject, heading, body, button, closing }: MailWords, values: Values): FilledWords {
  const line = (text: string) => oneLine(fill(text, values))
  return {
    subject: line(subject),
    heading: line(heading),
    paragraphs: fillParagraphs(body, values),
    button: line(button),
    closing: fillParagraphs(closing, values),
  }
}

function fillParagraphs(text: string, values: Values): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => [...paragraph.matchAll(PLACEHOLDER)].every(([, name = '']) => valueOf(name, values) !== ''))
    .flatMap((paragraph) => fill(paragraph, values).split('\n\n'))
    .filter((paragraph) => paragraph !== '')
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
