import { useCallback, useEffect, useReducer, type FormEvent } from 'react'
import { MINUTE } from '~/platform/time'
import { CHAT, type ChatRefusal, type ChatUpdate, type Conversation } from './chat'
import type { ChatPage } from './chat.server'
import { thisMoment } from './live/moment'
import { postForm, submitInPlace, type SentForm } from './live/submit-in-place'
import { useLiveMessages } from './live/use-live-messages'
import {
  lastPosition,
  startChat,
  type ChatEvent,
  type ChatState,
  type Moment,
  type RefusedForm,
} from './state/chat-state'
import { unreadPosition } from './state/shown'
import { nextChat } from './state/transitions'
import { m } from '~/language/messages'

type Tell = (event: ChatEvent) => void

function reduceChat(state: ChatState, { event, moment }: { event: ChatEvent; moment: Moment }): ChatState {
  return nextChat(state, event, moment)
}

/**
 * Returns the state of the chat page, and what changes it: `tell` for events of the page, `submit` for its forms. `refused` is the
 * refusal of a form that was posted without JavaScript.
 */
export function useChat(page: ChatPage, refused?: RefusedForm) {
  const [state, reduce] = useReducer(reduceChat, null, () => startChat(page, refused))
  const tell = useCallback<Tell>((event) => {
    reduce({ event, moment: thisMoment() })
  }, [])
  const id = state.conversation?.id
  useUnreadBadge(state.conversations)
  const isListed = Boolean(id ?? state.conversations?.length)
  const shown = id && !page.isPast ? `?conversation=${id}` : ''
  useLiveMessages({
    address: isListed ? `${CHAT}/events${shown}` : null,
    position: lastPosition(state),
    isLive: state.isLive,
    tell,
  })
  useEffect(() => tell({ type: 'hydrated' }), [tell])
  useClock(tell)
  useMarkRead(state, tell)
  // The first message has created the conversation.
  useEffect(() => {
    if (id && !page.conversation) history.replaceState(history.state, '', `${CHAT}?conversation=${id}`)
  }, [id, page.conversation])
  return {
    state,
    tell,
    mode: state.conversation?.mode ?? page.mode,
    isSending: state.phase !== 'idle',
    isLive: state.isLive && !page.isPast,
    submit: (event: FormEvent<HTMLFormElement>, sent: SentForm) => submitInPlace(event, sent, { state, tell, send }),
  }
}
export type Chat = ReturnType<typeof useChat>

function useClock(tell: Tell): void {
  useEffect(() => {
    const timer = setInterval(() => tell({ type: 'time passed' }), MINUTE / 2)
    return () => clearInterval(timer)
  }, [tell])
}

/** Marks the open conversation as read once an agent's message is seen. */
function useMarkRead(state: ChatState, tell: Tell): void {
  const id = state.conversation?.id
  const unread = unreadPosition(state)
  useEffect(() => {
    if (!id || unread === null) return
    const mark = () => {
      if (document.hidden) return
      markRead(id, unread)
      tell({ type: 'read', position: unread })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [id, unread, tell])
}

async function send(form: FormData): Promise<ChatUpdate | ChatRefusal | null> {
  const { body } = await postForm(`${CHAT}/messages`, form)
  return body as ChatUpdate | ChatRefusal | null
}

/** Marks a conversation as read up to a position. Failures don't matter: the next page load marks it too. */
function markRead(conversation: string, position: number): void {
  const form = new FormData()
  form.set('intent', 'read')
  form.set('conversation', conversation)
  form.set('position', String(position))
  send(form).catch(() => undefined)
}

function useUnreadBadge(conversations: Conversation[] | null): void {
  const unread = conversations?.reduce((sum, one) => sum + one.unread, 0)
  useEffect(() => {
    const badge = document.querySelector<HTMLElement>('[data-unread-answers]')
    if (!badge || unread === undefined) return
    badge.hidden = unread === 0
    badge.textContent = unread > 0 ? m.chat_unread_count({ count: unread }) : ''
  }, [unread])
}
