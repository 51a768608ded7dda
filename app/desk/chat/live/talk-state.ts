import { startChat, type ChatState, type Moment, type PageEvent } from '~/chat/state/chat-state'
import { nextChat } from '~/chat/state/transitions'
import type { LiveEvent } from '~/chat/live/use-live-messages'
import type { DeskMessageRow, TalkNews } from '../talks.server'

/** What the page of a conversation shows of it besides its messages. */
export type ShownTalk = Omit<TalkNews, 'messages'>

export interface StartOfTalk {
  talk: ShownTalk
  messages: DeskMessageRow[]
  tempId: string
  typed: { text: string; options: string }
  /** Milliseconds since 1970. */
  now: number
}

/** The state of a conversation's page at the desk: that of a chat, and what only the desk knows. */
export interface TalkState {
  chat: ChatState
  talk: ShownTalk
  /** What is typed as options to offer. */
  options: string
  /** Whether the session at the desk has ended. The form is then posted to the page, which leads to the sign-in page. */
  hasEnded: boolean
}

export type TalkEvent =
  | PageEvent
  | LiveEvent<ShownTalk>
  | { type: 'options typed'; options: string }
  | { type: 'ended' }

export function startTalk({ talk, messages, tempId, typed, now }: StartOfTalk): TalkState {
  const chat = startChat({
    mode: talk.mode,
    conversation: {
      id: talk.id,
      title: talk.title,
      mode: talk.mode,
      status: talk.status,
      lastMessageAt: Date.parse(talk.last_message_time),
      unread: 0,
    },
    messages,
    earlier: null,
    isPast: false,
    conversations: null,
    questions: [],
    category: null,
    orderNumber: null,
    problem: null,
    ids: { tempId, newConversation: '' },
    now,
  })
  return { chat: { ...chat, text: typed.text }, talk, options: typed.options, hasEnded: false }
}

export function nextTalk(state: TalkState, event: TalkEvent, moment: Moment): TalkState {
  switch (event.type) {
    case 'listed':
      return { ...state, talk: event.conversations, chat: { ...state.chat, now: moment.now } }
    case 'options typed':
      return { ...state, options: event.options }
    case 'ended':
      return { ...state, hasEnded: true }
    default: {
      const chat = nextChat(state.chat, event, moment)
      const isSent = chat.ids.tempId !== state.chat.ids.tempId
      return { ...state, chat: asNewIfEdited(chat, moment), options: isSent ? '' : state.options }
    }
  }
}

/**
 * Gives an answer that was edited after a failed attempt an ID of its own. With the old one the database would take it for a retry, and
 * drop it if the first attempt was stored. So it refuses it instead, as older than that first one, which the page then shows.
 */
function asNewIfEdited(chat: ChatState, { ids }: Moment): ChatState {
  const { phase, refused, text, file } = chat
  if (phase !== 'idle' || !refused || (text === refused.text && file === refused.file)) return chat
  return { ...chat, ids, refused: null }
}
