import { tooLong } from '~/platform/text'
import { DEFAULT_WORDS, type MailWords, type WordedKind } from './default-words'
import { KNOWN_PLACEHOLDERS, PLACEHOLDER } from './placeholders'

type Field = keyof MailWords

/** The longest words, in characters. */
export const LONGEST: Record<Field, number> = { subject: 120, heading: 120, body: 4_000, button: 80, closing: 2_000 }

export const WORDS_MISSING = 'Please enter some words.'

/** Fields of one line. */
const LINES = new Set<Field>(['subject', 'heading', 'button'])

const TAG = /<[a-z/!][^>]{0,20}>?/i

/** Whether mails of a kind have a heading of their own; that of the others is their subject. */
export function hasHeading(kind: WordedKind): boolean {
  return DEFAULT_WORDS[kind].heading !== ''
}

/** Returns what is wrong with the words of a mail, by field, in words for the operator. */
export function wordProblems(kind: WordedKind, words: MailWords): Partial<Record<Field, string>> {
  const problems: Partial<Record<Field, string>> = {}
  for (const field of Object.keys(LONGEST) as Field[]) {
    const problem = problemOf(kind, field, words[field])
    if (problem !== null) problems[field] = problem
  }
  return problems
}

function problemOf(kind: WordedKind, field: Field, text: string): string | null {
  if (text.trim() === '') return isNeeded(kind, field) ? WORDS_MISSING : null
  if (text.length > LONGEST[field]) return tooLong(LONGEST[field]).error()
  // A line end in a subject would begin another header.
  if (LINES.has(field) && /[\p{Cc}\u2028\u2029]/u.test(text)) return 'Please use one line.'
  const tag = TAG.exec(text)?.[0]
  if (tag !== undefined) return `A mail’s words are plain text: please remove ${tag}`
  return placeholderProblem(kind, field, text)
}

function isNeeded(kind: WordedKind, field: Field): boolean {
  const needed = KNOWN_PLACEHOLDERS[kind].required[field] ?? []
  return needed.length > 0 || !(field === 'closing' || (field === 'heading' && !hasHeading(kind)))
}

function placeholderProblem(kind: WordedKind, field: Field, text: string): string | null {
  const { always, sometimes, required } = KNOWN_PLACEHOLDERS[kind]
  const known: readonly string[] = [...always, ...sometimes]
  const found = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  const unknown = found.find((name) => !known.includes(name))
  if (unknown !== undefined) return `This mail has no {${unknown}}. It knows ${listOf(known)}.`
  if (/[{}]/.test(text.replace(PLACEHOLDER, '')))
    return `Please check the braces: only placeholders such as {${always[0]}} have them.`
  const unsure = LINES.has(field) ? found.find((name) => sometimes.some((one) => one === name)) : undefined
  if (unsure !== undefined) return `{${unsure}} can only be used in the text and the closing.`
  const missing = (required[field] ?? []).filter((name) => !found.includes(name))
  return missing.length > 0
    ? `Please keep ${listOf(missing)}: ${missing.length > 1 ? 'they are' : 'it is'} needed here.`
    : null
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ')
}
