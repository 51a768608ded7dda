import type { SubmissionResult } from '@conform-to/react'
import { useShopForm } from '~/ui/shop-form.server'
import type { HandOverForms } from './hand-over'
import type { ReplyFields } from './reply-form'
import { assignSchema, closeSchema, replySchema } from './talk.schema'

/**
 * Returns the forms of a conversation's page as plain values for its area, with the errors of one that was posted without JavaScript.
 * `typed` is what was typed into the answer.
 */
export function useTalkForms(posted: SubmissionResult | undefined): {
  reply: ReplyFields
  handOver: HandOverForms
  typed: { text: string | undefined; options: string | undefined }
} {
  const intent = posted?.initialValue?.intent
  const reply = useShopForm('reply', replySchema, intent === 'reply' ? posted : undefined)
  const assign = useShopForm('assign', assignSchema, intent === 'assign' ? posted : undefined)
  const close = useShopForm('close', closeSchema, intent === 'close' ? posted : undefined)
  const [text, options] = [reply.field('text'), reply.field('options')]
  return {
    reply: {
      // The area controls their values.
      text: { ...text, typed: undefined },
      options: { ...options, typed: undefined },
      attachment: reply.field('attachment'),
      problems: reply.problems,
    },
    handOver: { assign: assign.problems, close: close.problems },
    typed: { text: text.typed, options: options.typed },
  }
}
