import { m } from '~/language/messages'
import { SubmitButton } from '~/ui/submit-button'
import { ChatForm } from './chat-form'
import type { Chat } from './use-chat'

/** Asks for the order number; shown before the message box (CT-15). */
export function OrderNumberForm({ chat }: { chat: Chat }) {
  const { orderNumber, isScripted } = chat.state
  return (
    <ChatForm chat={chat} intent="order" className="order-number" label={m.chat_your_order()} text={orderNumber}>
      <input
        name="orderNumber"
        aria-label={m.chat_order_number()}
        placeholder={m.chat_order_number_hint()}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        maxLength={60}
        value={orderNumber}
        onChange={(event) => chat.tell({ type: 'order number typed', orderNumber: event.currentTarget.value })}
      />
      <SubmitButton
        className="button"
        busy={m.chat_finding()}
        isPending={chat.isSending}
        disabled={isScripted && !orderNumber.trim()}
      >
        {m.chat_find_order()}
      </SubmitButton>
    </ChatForm>
  )
}
