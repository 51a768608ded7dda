import { z } from 'zod'
import { WORDED_KINDS, type WordedKind } from '~/mails/words/default-words'
import { hasHeading, LONGEST, WORDS_MISSING, wordProblems } from '~/mails/words/word-problems'
import { tooLong } from '~/platform/text'
import { lines, version } from '../form-fields'

const line = (max: number) => z.string({ error: WORDS_MISSING }).trim().min(1, WORDS_MISSING).max(max, tooLong(max))

/** The words of a mail of a kind; what they may contain is in `wordProblems`. */
function schemaOf(kind: WordedKind) {
  return z
    .object({
      /** The version that the form was made from. */
      version,
      subject: line(LONGEST.subject),
      heading: hasHeading(kind) ? line(LONGEST.heading) : z.literal('').default(''),
      // Conform leaves out empty fields.
      body: lines(LONGEST.body).default(''),
      button: line(LONGEST.button),
      closing: lines(LONGEST.closing).default(''),
    })
    .superRefine((words, context) => {
      for (const [field, message] of Object.entries(wordProblems(kind, words)))
        context.addIssue({ code: 'custom', path: [field], message })
    })
}

type MailTextSchema = ReturnType<typeof schemaOf>
export type MailTextForm = z.output<MailTextSchema>

const SCHEMAS = new Map(WORDED_KINDS.map((kind) => [kind, schemaOf(kind)]))

/** Returns the schema of the form for a kind of mail. */
export function mailTextSchema(kind: WordedKind): MailTextSchema {
  return SCHEMAS.get(kind) ?? schemaOf(kind)
}
