import { useEffect, useRef, useState } from 'react'
import { SECOND } from '~/platform/time'
import { CHAT, type Conversation, type Message } from './chat'

/** How often the page asks by itself where streams don't come through. */
const ASK_EVERY = 4 * SECOND
/** The stream beats every 20 s; silent for longer, it is held back by something on the way. */
const SILENT_FOR = 45 * SECOND
/** A stream says at once that it is ready; where that doesn't come, a proxy keeps it until the stream ends. */
const OPENS_WITHIN = 10 * SECOND
const TRY_STREAM_AGAIN = 60 * SECOND
/** A tab that nobody looks at gives its stream back. */
const HIDDEN_FOR = 60 * SECOND

interface Live {
  /** None: the list alone. */
  conversation: string | undefined
  /** Whether there is nothing to hear of. */
  isOff: boolean
  /** The last message that is there. */
  position: number
  onMessages: (messages: Message[]) => void
  onConversations: (conversations: Conversation[]) => void
}

/**
 * Brings a conversation's messages and the list of conversations as they come: by a stream of events that comes back by itself where it broke off, or,
 * where none comes through, by asking. Answers whether either works.
 */
export function useLiveMessages({ conversation, isOff, position, onMessages, onConversations }: Live): boolean {
  const [isLive, setIsLive] = useState(false)
  const current = useRef({ position, onMessages, onConversations })
  useEffect(() => {
    current.current = { position, onMessages, onConversations }
  })

  useEffect(() => {
    if (isOff) return
    let source: EventSource | null = null
    // Each way of hearing ends the one before it.
    let way = 0
    let asking: ReturnType<typeof setTimeout> | undefined
    let trying: ReturnType<typeof setTimeout> | undefined
    let hiding: ReturnType<typeof setTimeout> | undefined
    let watching: ReturnType<typeof setTimeout> | undefined
    const url = () =>
      `${CHAT}/events${conversation ? `?conversation=${conversation}&after=${current.current.position}` : ''}`

    const stop = () => {
      source?.close()
      source = null
      way += 1
      for (const timer of [asking, trying, watching]) clearTimeout(timer)
      asking = undefined
    }
    const watch = (milliseconds: number) => {
      clearTimeout(watching)
      watching = setTimeout(ask, milliseconds)
    }
    const hear = () => {
      setIsLive(true)
      watch(SILENT_FOR)
    }
    const open = () => {
      stop()
      if (!('EventSource' in window)) return void ask()
      source = new EventSource(url())
      source.addEventListener('ready', hear)
      source.addEventListener('beat', hear)
      source.addEventListener('message', (event: MessageEvent<string>) => {
        hear()
        current.current.onMessages([JSON.parse(event.data) as Message])
      })
      source.addEventListener('conversations', (event: MessageEvent<string>) => {
        hear()
        current.current.onConversations(JSON.parse(event.data) as Conversation[])
      })
      source.addEventListener('error', () => {
        // Broken off, the browser comes back by itself; refused, it doesn't.
        if (source?.readyState === EventSource.CLOSED) void ask()
      })
      watch(OPENS_WITHIN)
    }
    const ask = async () => {
      stop()
      trying = setTimeout(open, TRY_STREAM_AGAIN)
      await askOnce(way)
    }
    const askOnce = async (mine: number) => {
      try {
        const answer = await fetch(url(), { headers: { accept: 'application/json' } })
        if (mine !== way) return
        if (answer.ok) {
          const heard = (await answer.json()) as { messages: Message[]; conversations: Conversation[] }
          current.current.onMessages(heard.messages)
          current.current.onConversations(heard.conversations)
        }
        setIsLive(answer.ok)
      } catch {
        setIsLive(false)
      }
      if (mine === way) asking = setTimeout(() => void askOnce(mine), ASK_EVERY)
    }
    const onVisibility = () => {
      clearTimeout(hiding)
      if (document.hidden) hiding = setTimeout(stop, HIDDEN_FOR)
      else if (!source && asking === undefined) open()
    }
    open()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', stop)
    window.addEventListener('pageshow', onVisibility)
    return () => {
      clearTimeout(hiding)
      stop()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', stop)
      window.removeEventListener('pageshow', onVisibility)
    }
  }, [conversation, isOff])
  return isLive
}
