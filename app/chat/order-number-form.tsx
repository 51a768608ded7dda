import { SubmitButton } from '~/ui/submit-button'
import { ChatForm } from './chat-form'
import type { Chat } from './use-chat'

/** Asks for the order number; shown before the message box (CT-15). */
export function OrderNumberForm({ chat }: { chat: Chat }) {
  const { orderNumber, isScripted } = chat.state
  return (
    <ChatForm chat={chat} intent="order" className="order-number" label="Your order" text={orderNumber}>
      <input
        name="orderNumber"
        aria-label="Order number"
        placeholder="Enter your order number (e.g., ORD001, 12345)"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        maxLength={60}
        value={orderNumber}
        onChange={(event) => chat.tell({ type: 'order number typed', orderNumber: event.currentTarget.value })}
      />
      <SubmitButton
        className="button"
        busy="Finding…"
        isPending={chat.isSending}
        disabled={isScripted && !orderNumber.trim()}
      >
        Find order
      </SubmitButton>
    </ChatForm>
  )
}
