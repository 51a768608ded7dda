import { useCallback, useEffect, useReducer, type FormEvent } from 'react'
import { MINUTE } from '~/platform/time'
import { CHAT, type ChatRefusal, type ChatUpdate } from './chat'
import type { ChatPage } from './chat.server'
import { useLiveMessages } from './live/use-live-messages'
import { useUnreadBadge } from './live/use-unread-badge'
import {
  lastPosition,
  startChat,
  type ChatEvent,
  type ChatIntent,
  type ChatState,
  type Moment,
  type RefusedForm,
} from './state/chat-state'
import { unreadPosition } from './state/shown'
import { failureOf, nextChat, replyDelay } from './state/transitions'

/** In milliseconds. */
const RESPONSE_TIMEOUT = 30_000

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
    reduce({ event, moment: { now: Date.now(), ids: { tempId: randomId(), newConversation: randomId() } } })
  }, [])
  const id = state.conversation?.id
  useUnreadBadge(state.conversations)
  useLiveMessages({
    conversation: page.isPast ? undefined : id,
    isOff: !id && !state.conversations?.length,
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
    submit: (event: FormEvent<HTMLFormElement>, sent: SentForm) => submit(event, sent, state, tell),
  }
}
export type Chat = ReturnType<typeof useChat>

/** Updates relative times. */
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

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What a form sends: the text to show meanwhile, and whether the file of the message box goes with it. */
export interface SentForm {
  intent: ChatIntent
  text: string
  hasFile: boolean
}

/** Submits a form of the chat with fetch. */
async function submit(
  event: FormEvent<HTMLFormElement>,
  { intent, text, hasFile }: SentForm,
  state: ChatState,
  tell: Tell,
): Promise<void> {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  const { submitter } = event.nativeEvent as SubmitEvent
  if (submitter instanceof HTMLButtonElement && submitter.name) form.append(submitter.name, submitter.value)
  const file = hasFile ? state.file : null
  // The file of a refused message isn't in its field any more.
  if (file) form.set('attachment', file)
  tell({ type: 'sent', intent, text, file })
  const [outcome] = await Promise.all([post(form).catch(() => failureOf(intent, state)), pause(replyDelay(intent))])
  if (outcome && 'problem' in outcome) tell({ type: 'refused', refusal: outcome })
  else tell({ type: 'accepted', update: outcome })
}

async function post(form: FormData): Promise<ChatUpdate | ChatRefusal | null> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), RESPONSE_TIMEOUT)
  try {
    const headers = { accept: 'application/json' }
    const response = await fetch(`${CHAT}/messages`, { method: 'POST', body: form, headers, signal: controller.signal })
    return (await response.json()) as ChatUpdate | ChatRefusal | null
  } finally {
    clearTimeout(timer)
  }
}

/** Marks a conversation as read up to a position. Failures don't matter: the next page load marks it too. */
function markRead(conversation: string, position: number): void {
  const form = new FormData()
  form.set('intent', 'read')
  form.set('conversation', conversation)
  form.set('position', String(position))
  post(form).catch(() => undefined)
}

/** Returns a random UUID (RFC 9562, version 4). `crypto.randomUUID` exists only in secure contexts. */
function randomId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
