import { useState } from 'react'
import { ChatForm } from './chat-form'
import type { Chat } from './use-chat'

/** Asks for the order number; shown before the message box (CT-15). */
export function OrderNumberForm({ chat, suggested }: { chat: Chat; suggested: string | null }) {
  const [number, setNumber] = useState(chat.typed?.orderNumber || (suggested ?? ''))
  return (
    <ChatForm chat={chat} intent="order" className="order-number" label="Your order" sent={() => ({ text: number })}>
      <input
        name="orderNumber"
        aria-label="Order number"
        placeholder="Enter your order number (e.g., ORD001, 12345)"
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        maxLength={60}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <button className="button" disabled={chat.isScripted && (chat.isSending || !number.trim())}>
        {chat.isSending ? 'Finding…' : 'Find order'}
      </button>
    </ChatForm>
  )
}
