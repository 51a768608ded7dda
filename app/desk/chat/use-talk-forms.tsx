import { useShopForm } from '~/ui/shop-form.server'
import { useReply } from '../form/posted-form'
import { assignSchema, closeSchema, replySchema } from './talk.schema'

/**
 * Returns the forms of a conversation's page as plain values for its area, with the errors of one that was posted without JavaScript.
 * `typed` is what was typed into the answer.
 */
export function useTalkForms() {
  const reply = useShopForm('reply', replySchema, useReply({}, ['reply']))
  const assign = useShopForm('assign', assignSchema, useReply({}, ['assign']))
  const close = useShopForm('close', closeSchema, useReply({}, ['close']))
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
