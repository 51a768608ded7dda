import { area } from '~/platform/hydration/area'
import { ChatPanel } from './chat-panel'
import type { ChatPage } from './chat.server'
import { ConversationList } from './conversation-list'
import type { RefusedForm } from './state/chat-state'
import { sortedConversations } from './state/shown'
import { useChat } from './use-chat'

/** The whole chat: the list of conversations and the open one. */
export const ChatRoom = area('chat/chat-room', Room)

interface RoomProps {
  page: ChatPage
  /** The refusal of a form that was posted without JavaScript. */
  refused?: RefusedForm
}

function Room({ page, refused }: RoomProps) {
  const chat = useChat(page, refused)
  const { state, mode } = chat
  return (
    <div className="chat" data-open={state.conversation || mode ? true : undefined}>
      <ConversationList conversations={sortedConversations(state)} current={state.conversation?.id} now={state.now} />
      <ChatPanel chat={chat} page={page} />
    </div>
  )
}
