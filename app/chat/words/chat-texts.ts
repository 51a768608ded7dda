import { m } from '~/language/messages'

/** Error messages and the shop's automatic replies (decision 12), in the page's language when they are read. */
export const TEXTS = {
  get startFailed() {
    return m.chat_start_failed()
  },
  get tooManyChats() {
    return m.chat_too_many()
  },
  get loadFailed() {
    return m.chat_load_failed()
  },
  get sendFailed() {
    return m.chat_send_failed()
  },
  get noNumber() {
    return m.chat_no_number()
  },
  get orderFailed() {
    return m.chat_order_failed()
  },
  get tooLarge() {
    return m.chat_too_large()
  },
  get orderFound() {
    return m.chat_order_found()
  },
  get noAnswer() {
    return m.chat_no_answer()
  },
  get answerFailed() {
    return m.chat_answer_failed()
  },
  get talkToAgent() {
    return m.chat_talk_to_agent()
  },
  get handedOver() {
    return m.chat_handed_over()
  },
}

/** The reply to a number that isn't one of the shopper's orders, quoted as `typed` (CT-23). */
export function orderNotFound(typed: string): string {
  return m.chat_order_not_found({ typed })
}
