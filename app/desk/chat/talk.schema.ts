import { z } from 'zod'
import { MAX_ATTACHMENT_BYTES, MAX_MESSAGE_LENGTH } from '~/chat/chat'
import { TEXTS } from '~/chat/words/chat-texts'
import { tooLong } from '~/platform/text'
import { text, upload, version } from '../form/form-fields'

const MAX_OPTIONS = 6
const MAX_OPTION_LENGTH = 80

export const replySchema = z
  .object({
    version,
    /** The message's ID, made with the form; it makes retries idempotent. */
    tempId: z.guid(),
    text: text(MAX_MESSAGE_LENGTH).default(''),
    /** One option a line. */
    options: z
      .string()
      .max(1_000, tooLong(1_000))
      .default('')
      .transform((typed) => typed.split('\n').flatMap((line) => line.trim() || []))
      .refine((lines) => lines.length <= MAX_OPTIONS, `At most ${MAX_OPTIONS} options can be offered.`)
      .refine(
        (lines) => lines.every((line) => line.length <= MAX_OPTION_LENGTH),
        `An option has at most ${MAX_OPTION_LENGTH} characters.`,
      ),
    attachment: upload
      .refine((file) => !file || file.size <= MAX_ATTACHMENT_BYTES, { error: () => TEXTS.tooLarge })
      .optional(),
  })
  .refine((form) => form.text !== '' || form.attachment !== undefined, {
    path: ['text'],
    message: 'Please enter a message.',
  })

/** Who gets the conversation; empty for anybody. */
export const assignSchema = z.object({ version, assignee: z.guid().optional() })

export const closeSchema = z.object({ version })
