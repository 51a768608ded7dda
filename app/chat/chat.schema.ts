import { m } from '~/language/messages'
import { z } from 'zod'
import { whole } from '~/platform/whole-number.schema'
import { MODES, MAX_ATTACHMENT_BYTES, MAX_MESSAGE_LENGTH } from './chat'
import { TEXTS } from './words/chat-texts'

const isFile = (value: unknown): value is File => value instanceof File && value.size > 0

/** The conversation that a form belongs to: an existing one, or a new one with the ID `newConversation`. */
const target = z.object({
  conversation: z.guid().optional(),
  newConversation: z.guid({ error: () => TEXTS.startFailed }),
  /** The message's ID, made by the browser; it makes retries idempotent. */
  tempId: z.guid({ error: () => TEXTS.sendFailed }),
})

/** A message with text, a file or both. An empty one is ignored (CT-41). */
export const sendSchema = target.extend({
  mode: z.enum(MODES).default('general').catch('general'),
  text: z
    .string()
    .trim()
    .max(MAX_MESSAGE_LENGTH, {
      error: () => m.chat_too_long({ max: MAX_MESSAGE_LENGTH }),
    })
    .default(''),
  attachment: z
    .preprocess(
      (value) => (isFile(value) ? value : undefined),
      z
        .instanceof(File)
        .refine(({ size }) => size <= MAX_ATTACHMENT_BYTES, { error: () => TEXTS.tooLarge })
        .optional(),
    )
    .optional(),
})

export const askSchema = target.extend({ question: z.guid({ error: () => TEXTS.answerFailed }) })

export const orderSchema = target.extend({
  orderNumber: z
    .string({ error: () => TEXTS.noNumber })
    .trim()
    .min(1, { error: () => TEXTS.noNumber })
    .max(60, { error: () => TEXTS.noNumber }),
})

export const readSchema = z.object({ conversation: z.guid(), position: whole(1) })
