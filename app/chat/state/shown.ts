import type { Conversation, Message } from '../chat'
import { isDelivered, lastPosition, type ChatState, type PendingMessage } from './chat-state'

/** Returns the position up to which to mark the open conversation as read; null if no agent has written since. */
export function unreadPosition(state: ChatState): number | null {
  const hasUnread = state.messages.some(({ sender, position }) => sender === 'agent' && position > state.readUpTo)
  return hasUnread ? lastPosition(state) : null
}

/** Returns the messages to show, without replies that are still delayed. */
export function shownMessages({ phase, messages, holdRepliesAfter }: ChatState): Message[] {
  if (phase !== 'replying') return messages
  return messages.filter(({ sender, position }) => sender !== 'system' || position <= holdRepliesAfter)
}

/** Returns the message that is being sent, unless the connection has delivered it already. */
export function shownPending(state: ChatState): PendingMessage | null {
  return isDelivered(state) ? null : state.pending
}

/** Returns the list of conversations, latest first. The open one has the time of its last message. */
export function sortedConversations({ conversations, conversation, messages }: ChatState): Conversation[] | null {
  const lastAt = messages[messages.length - 1]?.at
  return (
    conversations
      ?.map((one) => (one.id === conversation?.id ? { ...one, lastMessageAt: lastAt ?? one.lastMessageAt } : one))
      .sort((one, other) => other.lastMessageAt - one.lastMessageAt) ?? null
  )
}
