import { area } from '~/platform/hydration/area'
import { ChatPanel } from './chat-panel'
import type { ChatPage } from './chat.server'
import { ConversationList } from './conversation-list'
import { useChat, type RefusedForm } from './use-chat'

/** The whole chat: the conversations and the one that is open. */
export const ChatRoom = area('chat/chat-room', Room)

interface RoomProps {
  page: ChatPage
  /** What a form sent without scripts came back with. */
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
