import { z } from 'zod'
import { MODES, MOST_ATTACHMENT_BYTES, MOST_CHARACTERS, TEXTS } from './chat'

const isFile = (value: unknown): value is File => value instanceof File && value.size > 0

/** Which conversation a form belongs to: one there is, or one to be opened under `newConversation`. */
const Where = z.object({
  conversation: z.guid().optional(),
  newConversation: z.guid({ error: TEXTS.startFailed }),
  /** The message's id of the sender's making: sent again, it is one message. */
  tempId: z.guid({ error: TEXTS.sendFailed }),
})

/** A message, in words or with a file. An empty one is ignored (document 2, section 5). */
export const SendForm = Where.extend({
  mode: z.enum(MODES).default('general').catch('general'),
  text: z
    .string()
    .trim()
    .max(MOST_CHARACTERS, `Please keep your message under ${MOST_CHARACTERS} characters`)
    .default(''),
  attachment: z
    .preprocess(
      (value) => (isFile(value) ? value : undefined),
      z
        .instanceof(File)
        .refine(({ size }) => size <= MOST_ATTACHMENT_BYTES, TEXTS.tooLarge)
        .optional(),
    )
    .optional(),
})

/** A question of the list. */
export const AskForm = Where.extend({ question: z.guid({ error: TEXTS.answerFailed }) })

/** The order a conversation is to be about. */
export const OrderForm = Where.extend({
  orderNumber: z.string({ error: TEXTS.noNumber }).trim().min(1, TEXTS.noNumber).max(60, TEXTS.noNumber),
})

/** How far a conversation has been read. */
export const ReadForm = z.object({ conversation: z.guid(), position: z.coerce.number().int().min(1) })
