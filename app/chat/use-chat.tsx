import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import { MINUTE } from '~/platform/time'
import {
  CHAT,
  mergeMessages,
  REPLY_DELAYS,
  TEXTS,
  type ChatAnswer,
  type ChatRefusal,
  type Conversation,
  type Message,
} from './chat'
import type { ChatPage } from './chat.server'
import { useLiveMessages } from './use-live-messages'
import { useUnreadBadge } from './use-unread-badge'

/** What a form sent without scripts came back with. */
export interface RefusedForm extends ChatRefusal {
  ids: ChatPage['ids']
  typed: { text: string; orderNumber: string }
}

/** A message on its way. */
export interface Unsent {
  tempId: string
  text: string
  file?: string
}

/** A form's answer longer than this has been lost. */
const ANSWER_WITHIN = 30_000

/** Notes how far a conversation has been read. The next reading notes it as well, so nothing is lost with it. */
function noteRead(conversation: string, position: number): void {
  const form = new FormData()
  form.set('intent', 'read')
  form.set('conversation', conversation)
  form.set('position', String(position))
  post(form).catch(() => undefined)
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function post(form: FormData): Promise<ChatAnswer | ChatRefusal | null> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ANSWER_WITHIN)
  try {
    const headers = { accept: 'application/json' }
    const answer = await fetch(`${CHAT}/messages`, { method: 'POST', body: form, headers, signal: late.signal })
    return (await answer.json()) as ChatAnswer | ChatRefusal | null
  } finally {
    clearTimeout(timer)
  }
}

/** A random UUID (RFC 9562, version 4); `crypto.randomUUID` is there in secure contexts alone. */
function newId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** The shop's own replies wait a little, so that they read as replies (document 2, section 9). */
function delayOf(intent: string): number {
  if (intent === 'order') return REPLY_DELAYS.order
  return intent === 'ask' ? REPLY_DELAYS.answer : 0
}

function failureOf(intent: string, isOpen: boolean): ChatRefusal {
  if (intent === 'order') return { problem: TEXTS.orderFailed, isReply: true }
  return { problem: isOpen ? TEXTS.sendFailed : TEXTS.startFailed }
}

/**
 * The state of the chat's page: what the server rendered, and with React what is sent and comes in without a new page.
 * `refused` is what a form sent without scripts came back with.
 */
export function useChat(page: ChatPage, refused?: RefusedForm) {
  const [conversation, setConversation] = useState(page.conversation)
  const [others, setOthers] = useState(page.conversations)
  useUnreadBadge(others)
  const [messages, setMessages] = useState(page.messages)
  const [unsent, setUnsent] = useState<Unsent | null>(
    refused?.isReply ? { tempId: refused.ids.tempId, text: refused.typed.orderNumber } : null,
  )
  const [refusal, setRefusal] = useState<ChatRefusal | null>(refused ?? null)
  const [state, setState] = useState<'idle' | 'sending' | 'replying'>('idle')
  /** Replies of the shop behind this position wait until theirs is due. */
  const [heldBehind, setHeldBehind] = useState(0)
  const [ids, setIds] = useState(refused?.ids ?? page.ids)
  const [now, setNow] = useState(page.now)
  const [isScripted, setIsScripted] = useState(false)
  const [text, setText] = useState(refused?.typed.text ?? '')
  const refusedText = useRef<string | null>(null)
  const arrived = useRef(new Set<string | null>())
  const id = conversation?.id
  const lastMessage = messages[messages.length - 1]
  const last = lastMessage?.position ?? 0

  /** What was sent has arrived; the next message is another one. */
  const accept = useCallback(() => {
    setUnsent(null)
    setRefusal(null)
    setIds({ tempId: newId(), newConversation: newId() })
    refusedText.current = null
  }, [])

  function onMessages(more: Message[]): void {
    if (more.length === 0) return
    setNow(Date.now())
    setMessages((before) => mergeMessages(before, more))
    for (const { tempId } of more) arrived.current.add(tempId)
    const isAnswer = more.some(({ sender }) => sender === 'agent')
    if (id && isAnswer && !document.hidden) noteRead(id, Math.max(...more.map(({ position }) => position)))
  }
  function onConversations(list: Conversation[]): void {
    setNow(Date.now())
    // What comes into the conversation that is open has been seen.
    setOthers(list.map((one) => (one.id === id ? { ...one, unread: 0 } : one)))
  }
  const isHeard = useLiveMessages({
    conversation: page.isPast ? undefined : id,
    isOff: !id && !others?.length,
    position: last,
    onMessages,
    onConversations,
  })
  const isLive = isHeard && !page.isPast

  useEffect(() => {
    setIsScripted(true)
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2)
    return () => clearInterval(timer)
  }, [])
  // The response was lost, but the message arrived. Not in onMessages, since the stream may bring it just before the refusal
  // is rendered.
  const hasArrived = messages.some(({ tempId }) => tempId === ids.tempId)
  useEffect(() => {
    if (state !== 'idle' || !refusal || !hasArrived) return
    const words = refusedText.current
    setText((typed) => (typed === words ? '' : typed))
    accept()
  }, [state, refusal, hasArrived, accept])
  useEffect(() => {
    if (!id || last === 0) return
    const onVisible = () => {
      if (!document.hidden) noteRead(id, last)
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [id, last])

  function show({ conversation: current, messages: more }: ChatAnswer): void {
    if (!conversation) history.replaceState(history.state, '', `${CHAT}?conversation=${current.id}`)
    setConversation({ ...current, unread: 0 })
    setMessages((before) => mergeMessages(before, more))
    setOthers((before) =>
      [{ ...current, unread: 0 }, ...(before ?? []).filter((one) => one.id !== current.id)].slice(0, 10),
    )
    setNow(Date.now())
  }

  /** Sends a form of the chat in place of the browser; resolves to whether it was accepted. */
  async function submit(event: FormEvent<HTMLFormElement>, sent: Omit<Unsent, 'tempId'>): Promise<boolean> {
    event.preventDefault()
    if (state !== 'idle') return false
    const form = new FormData(event.currentTarget)
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.name) form.append(submitter.name, submitter.value)
    const intent = String(form.get('intent'))
    const delay = delayOf(intent)
    setUnsent({ tempId: ids.tempId, ...sent })
    setRefusal(null)
    if (intent === 'send') setText('')
    setHeldBehind(last)
    setState(delay > 0 ? 'replying' : 'sending')
    const [outcome] = await Promise.all([
      post(form).catch(() => failureOf(intent, conversation !== null)),
      pause(delay),
    ])
    setState('idle')
    if (outcome && 'problem' in outcome && !arrived.current.has(ids.tempId)) {
      setRefusal(outcome)
      if (!outcome.isReply) setUnsent(null)
      if (intent === 'send') {
        refusedText.current = sent.text
        setText((typed) => [sent.text, typed].filter(Boolean).join(' '))
      }
      return false
    }
    accept()
    if (outcome && 'conversation' in outcome) show(outcome)
    return true
  }

  return {
    mode: conversation?.mode ?? page.mode,
    conversation,
    conversations:
      others
        ?.map((one) => (one.id === id ? { ...one, lastMessageAt: lastMessage?.at ?? one.lastMessageAt } : one))
        .sort((one, other) => other.lastMessageAt - one.lastMessageAt) ?? null,
    messages:
      state === 'replying'
        ? messages.filter(({ sender, position }) => sender !== 'system' || position <= heldBehind)
        : messages,
    /** On its way, unless it has come back by the stream already. */
    unsent: messages.some(({ tempId }) => tempId === unsent?.tempId) ? null : unsent,
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
