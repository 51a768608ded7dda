import { area } from '~/platform/hydration/area'
import { ChatPanel } from './chat-panel'
import type { ChatPage } from './chat.server'
import { ConversationList } from './conversation-list'
import { useChat, type RefusedForm } from './use-chat'

/** The whole chat: the list of conversations and the open one. */
export const ChatRoom = area('chat/chat-room', Room)

interface RoomProps {
  page: ChatPage
  /** The refusal of a form that was posted without JavaScript. */
  refused?: RefusedForm
}

function Room({ page, refused }: RoomProps) {
  const chat = useChat(page, refused)
  return (
    <div className="chat" data-open={chat.conversation || chat.mode ? true : undefined}>
      <ConversationList conversations={chat.conversations} current={chat.conversation?.id} now={chat.now} />
      <ChatPanel chat={chat} page={page} />
    </div>
  )
}
