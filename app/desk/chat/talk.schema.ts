import { z } from 'zod'
import { MAX_ATTACHMENT_BYTES, MAX_MESSAGE_LENGTH, TEXTS } from '~/chat/chat'
import { tooLong } from '~/platform/text'
import { version } from '../form-fields'

const isFile = (value: unknown): value is File => value instanceof File && value.size > 0

const MAX_OPTIONS = 6
const MAX_OPTION_LENGTH = 80

export const replySchema = z
  .object({
    version,
    /** The message's ID, made with the form; it makes retries idempotent. */
    tempId: z.guid(),
    text: z.string().trim().max(MAX_MESSAGE_LENGTH, tooLong(MAX_MESSAGE_LENGTH)).default(''),
    /** One option a line. */
    options: z
      .string()
      .max(1_000, tooLong(1_000))
      .default('')
      .transform((typed) => {
        const lines = typed.split('\n').map((line) => line.trim())
        return lines.filter(Boolean)
      })
      .refine((lines) => lines.length <= MAX_OPTIONS, `At most ${MAX_OPTIONS} options can be offered.`)
      .refine(
        (lines) => lines.every((line) => line.length <= MAX_OPTION_LENGTH),
        `An option has at most ${MAX_OPTION_LENGTH} characters.`,
      ),
    attachment: z
      .preprocess(
        (value) => (isFile(value) ? value : undefined),
        z
          .instanceof(File)
          .refine(({ size }) => size <= MAX_ATTACHMENT_BYTES, TEXTS.tooLarge)
          .optional(),
      )
      .optional(),
  })
  .refine(({ text, attachment }) => text !== '' || attachment !== undefined, {
    path: ['text'],
    message: 'Please enter a message.',
  })

/** Who gets the conversation; empty for anybody. */
export const assignSchema = z.object({ version, assignee: z.guid().optional() })

export const closeSchema = z.object({ version })
