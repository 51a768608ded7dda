import { z } from 'zod'
import { WORDED_KINDS, type WordedKind } from '~/mails/words/default-words'
import { hasHeading, LONGEST, WORDS_MISSING, wordProblems } from '~/mails/words/word-problems'
import { required, text, version } from '../form/form-fields'

function inOneLine(text: string): string {
  const given = text.split('\n').map((line) => line.trim())
  return given.filter(Boolean).join(' ')
}

/** The words of a mail of a kind; what they may contain is in `wordProblems`. */
function schemaOf(kind: WordedKind) {
  return z
    .object({
      version,
      subject: required(WORDS_MISSING, LONGEST.subject),
      // Its field breaks long lines, so Enter doesn't send the form there.
      heading: hasHeading(kind)
        ? required(WORDS_MISSING, LONGEST.heading).overwrite(inOneLine)
        : z.literal('').default(''),
      // Conform leaves out empty fields.
      body: text(LONGEST.body).default(''),
      button: required(WORDS_MISSING, LONGEST.button),
      closing: text(LONGEST.closing).default(''),
    })
    .superRefine((words, context) => {
      for (const [field, message] of Object.entries(wordProblems(kind, words)))
        context.addIssue({ code: 'custom', path: [field], message })
    })
}

const SCHEMAS = new Map(WORDED_KINDS.map((kind) => [kind, schemaOf(kind)]))

export function mailTextSchema(kind: WordedKind): ReturnType<typeof schemaOf> {
  return SCHEMAS.get(kind) ?? schemaOf(kind)
}
