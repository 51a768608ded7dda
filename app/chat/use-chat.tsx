import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { MINUTE } from '~/platform/time'
import {
  CHAT,
  mergeMessages,
  REPLY_DELAYS,
  TEXTS,
  type ChatUpdate,
  type ChatRefusal,
  type Conversation,
  type Message,
} from './chat'
import type { ChatPage } from './chat.server'
import { useLiveMessages } from './use-live-messages'
import { useUnreadBadge } from './use-unread-badge'

/** The refusal of a form that was posted without JavaScript, with the entered values. */
export interface RefusedForm extends ChatRefusal {
  ids: ChatPage['ids']
  typed: { text: string; orderNumber: string }
}

/** A message that is being sent. */
export interface PendingMessage {
  tempId: string
  text: string
  file?: string
}

/** In milliseconds. */
const RESPONSE_TIMEOUT = 30_000

/** Marks a conversation as read up to a position. Failures don't matter: the next page load marks it too. */
function markRead(conversation: string, position: number): void {
  const form = new FormData()
  form.set('intent', 'read')
  form.set('conversation', conversation)
  form.set('position', String(position))
  post(form).catch(() => undefined)
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

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

/** Returns a random UUID (RFC 9562, version 4). `crypto.randomUUID` exists only in secure contexts. */
function randomId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Returns how long to delay the shop's reply, in milliseconds (CT-25, CT-32). */
function replyDelay(intent: string): number {
  if (intent === 'order') return REPLY_DELAYS.order
  return intent === 'ask' ? REPLY_DELAYS.answer : 0
}

function failureFor(intent: string, isOpen: boolean): ChatRefusal {
  if (intent === 'order') return { problem: TEXTS.orderFailed, isReply: true }
  return { problem: isOpen ? TEXTS.sendFailed : TEXTS.startFailed }
}

/**
 * Returns the state of the chat page: what the server rendered, and then the messages that are sent and received in place.
 * `refused` is the refusal of a form that was posted without JavaScript.
 */
export function useChat(page: ChatPage, refused?: RefusedForm) {
  const [conversation, setConversation] = useState(page.conversation)
  const [list, setList] = useState(page.conversations)
  useUnreadBadge(list)
  const [messages, setMessages] = useState(page.messages)
  const [pending, setPending] = useState<PendingMessage | null>(
    refused?.isReply ? { tempId: refused.ids.tempId, text: refused.typed.orderNumber } : null,
  )
  const [refusal, setRefusal] = useState<ChatRefusal | null>(refused ?? null)
  const [state, setState] = useState<'idle' | 'sending' | 'replying'>('idle')
  /** The shop's replies after this position are hidden until the delay is over. */
  const [holdRepliesAfter, setHoldRepliesAfter] = useState(0)
  const [ids, setIds] = useState(refused?.ids ?? page.ids)
  const [now, setNow] = useState(page.now)
  const [isScripted, setIsScripted] = useState(false)
  const [text, setText] = useState(refused?.typed.text ?? '')
  const refusedText = useRef<string | null>(null)
  const receivedIds = useRef(new Set<string | null>())
  const id = conversation?.id
  const lastMessage = messages[messages.length - 1]
  const last = lastMessage?.position ?? 0

  /** Clears the sent message and makes the IDs of the next one. */
  const startNextMessage = useCallback(() => {
    setPending(null)
    setRefusal(null)
    setIds({ tempId: randomId(), newConversation: randomId() })
    refusedText.current = null
  }, [])

  function onMessages(more: Message[]): void {
    if (more.length === 0) return
    setNow(Date.now())
    setMessages((before) => mergeMessages(before, more))
    for (const { tempId } of more) receivedIds.current.add(tempId)
    const hasReply = more.some(({ sender }) => sender === 'agent')
    if (id && hasReply && !document.hidden) markRead(id, Math.max(...more.map(({ position }) => position)))
  }
  function onConversations(updated: Conversation[]): void {
    setNow(Date.now())
    // Messages of the open conversation count as read.
    setList(updated.map((one) => (one.id === id ? { ...one, unread: 0 } : one)))
  }
  const isConnected = useLiveMessages({
    conversation: page.isPast ? undefined : id,
    isOff: !id && !list?.length,
    position: last,
    onMessages,
    onConversations,
  })
  const isLive = isConnected && !page.isPast

  useEffect(() => {
    setIsScripted(true)
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2)
    return () => clearInterval(timer)
  }, [])
  // The response was lost, but the message was received. This isn't in onMessages, because the stream may deliver the message
  // just before the refusal is rendered.
  const wasReceived = messages.some(({ tempId }) => tempId === ids.tempId)
  useEffect(() => {
    if (state !== 'idle' || !refusal || !wasReceived) return
    const refusedValue = refusedText.current
    setText((typed) => (typed === refusedValue ? '' : typed))
    startNextMessage()
  }, [state, refusal, wasReceived, startNextMessage])
  useEffect(() => {
    if (!id || last === 0) return
    const onVisible = () => {
      if (!document.hidden) markRead(id, last)
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [id, last])

  function show({ conversation: current, messages: more }: ChatUpdate): void {
    if (!conversation) history.replaceState(history.state, '', `${CHAT}?conversation=${current.id}`)
    setConversation({ ...current, unread: 0 })
    setMessages((before) => mergeMessages(before, more))
    setList((before) =>
      [{ ...current, unread: 0 }, ...(before ?? []).filter((one) => one.id !== current.id)].slice(0, 10),
    )
    setNow(Date.now())
  }

  /** Submits a form of the chat with fetch; resolves to whether it was accepted. */
  async function submit(event: FormEvent<HTMLFormElement>, sent: Omit<PendingMessage, 'tempId'>): Promise<boolean> {
    event.preventDefault()
    if (state !== 'idle') return false
    const form = new FormData(event.currentTarget)
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.name) form.append(submitter.name, submitter.value)
    const intent = String(form.get('intent'))
    const delay = replyDelay(intent)
    setPending({ tempId: ids.tempId, ...sent })
    setRefusal(null)
    if (intent === 'send') setText('')
    setHoldRepliesAfter(last)
    setState(delay > 0 ? 'replying' : 'sending')
    const [outcome] = await Promise.all([
      post(form).catch(() => failureFor(intent, conversation !== null)),
      pause(delay),
    ])
    setState('idle')
    if (outcome && 'problem' in outcome && !receivedIds.current.has(ids.tempId)) {
      setRefusal(outcome)
      if (!outcome.isReply) setPending(null)
      if (intent === 'send') {
        refusedText.current = sent.text
        setText((typed) => [sent.text, typed].filter(Boolean).join(' '))
      }
      return false
    }
    startNextMessage()
    if (outcome && 'conversation' in outcome) show(outcome)
    return true
  }

  return {
    mode: conversation?.mode ?? page.mode,
    conversation,
    conversations:
      list
        ?.map((one) => (one.id === id ? { ...one, lastMessageAt: lastMessage?.at ?? one.lastMessageAt } : one))
        .sort((one, other) => other.lastMessageAt - one.lastMessageAt) ?? null,
    messages:
      state === 'replying'
        ? messages.filter(({ sender, position }) => sender !== 'system' || position <= holdRepliesAfter)
        : messages,
    /** The message that is being sent, unless the stream has delivered it already. */
    pending: messages.some(({ tempId }) => tempId === pending?.tempId) ? null : pending,
    refusal,
    setProblem: (problem: string) => setRefusal({ problem }),
    isSending: state !== 'idle',
    isReplying: state === 'replying',
    isScripted,
    isLive,
    ids,
    now,
    typed: refused?.typed,
    text,
    setText,
    submit,
  }
}
export type Chat = ReturnType<typeof useChat>
