import { useEffect, useRef, useState } from 'react'
import { SECOND } from '~/platform/time'
import { CHAT, type Conversation, type Message } from './chat'

/** How often the page polls where streams don't work. */
const POLL_INTERVAL = 4 * SECOND
/** The server sends a heartbeat every 20 s; a longer silence means that a proxy buffers the stream. */
const SILENCE_TIMEOUT = 45 * SECOND
/** A stream sends `ready` at once; without it, a proxy buffers the stream until it ends. */
const OPEN_TIMEOUT = 10 * SECOND
const STREAM_RETRY_INTERVAL = 60 * SECOND
/** A hidden tab closes its stream after this time. */
const HIDDEN_TIMEOUT = 60 * SECOND

interface LiveOptions {
  /** Undefined to receive only the list. */
  conversation: string | undefined
  /** Whether there is nothing to listen to. */
  isOff: boolean
  /** The position of the last known message. */
  position: number
  onMessages: (messages: Message[]) => void
  onConversations: (conversations: Conversation[]) => void
}

/**
 * Receives a conversation's messages and the list of conversations live: by server-sent events, which reconnect by themselves, or
 * by polling where streams don't work. Returns whether either works.
 */
export function useLiveMessages({ conversation, isOff, position, onMessages, onConversations }: LiveOptions): boolean {
  const [isLive, setIsLive] = useState(false)
  const latest = useRef({ position, onMessages, onConversations })
  useEffect(() => {
    latest.current = { position, onMessages, onConversations }
  })

  useEffect(() => {
    if (isOff) return
    let source: EventSource | null = null
    // Incremented by stop(), so that a late response of an earlier poll is ignored.
    let generation = 0
    let pollTimer: ReturnType<typeof setTimeout> | undefined
    let retryTimer: ReturnType<typeof setTimeout> | undefined
    let hiddenTimer: ReturnType<typeof setTimeout> | undefined
    let silenceTimer: ReturnType<typeof setTimeout> | undefined
    const url = () =>
      `${CHAT}/events${conversation ? `?conversation=${conversation}&after=${latest.current.position}` : ''}`

    const stop = () => {
      source?.close()
      source = null
      generation += 1
      for (const timer of [pollTimer, retryTimer, silenceTimer]) clearTimeout(timer)
      pollTimer = undefined
    }
    const restartSilenceTimer = (milliseconds: number) => {
      clearTimeout(silenceTimer)
      silenceTimer = setTimeout(poll, milliseconds)
    }
    const onActivity = () => {
      setIsLive(true)
      restartSilenceTimer(SILENCE_TIMEOUT)
    }
    const open = () => {
      stop()
      if (!('EventSource' in window)) return void poll()
      source = new EventSource(url())
      source.addEventListener('ready', onActivity)
      source.addEventListener('beat', onActivity)
      source.addEventListener('message', (event: MessageEvent<string>) => {
        onActivity()
        latest.current.onMessages([JSON.parse(event.data) as Message])
      })
      source.addEventListener('conversations', (event: MessageEvent<string>) => {
        onActivity()
        latest.current.onConversations(JSON.parse(event.data) as Conversation[])
      })
      source.addEventListener('error', () => {
        // The browser reconnects a broken stream by itself, but not one that was refused.
        if (source?.readyState === EventSource.CLOSED) void poll()
      })
      restartSilenceTimer(OPEN_TIMEOUT)
    }
    const poll = async () => {
      stop()
      retryTimer = setTimeout(open, STREAM_RETRY_INTERVAL)
      await pollOnce(generation)
    }
    const pollOnce = async (own: number) => {
      try {
        const response = await fetch(url(), { headers: { accept: 'application/json' } })
        if (own !== generation) return
        if (response.ok) {
          const update = (await response.json()) as { messages: Message[]; conversations: Conversation[] }
          latest.current.onMessages(update.messages)
          latest.current.onConversations(update.conversations)
        }
        setIsLive(response.ok)
      } catch {
        setIsLive(false)
      }
      if (own === generation) pollTimer = setTimeout(() => void pollOnce(own), POLL_INTERVAL)
    }
    const onVisibility = () => {
      clearTimeout(hiddenTimer)
      if (document.hidden) hiddenTimer = setTimeout(stop, HIDDEN_TIMEOUT)
      else if (!source && pollTimer === undefined) open()
    }
    open()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('pagehide', stop)
    window.addEventListener('pageshow', onVisibility)
    return () => {
      clearTimeout(hiddenTimer)
      stop()
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('pagehide', stop)
      window.removeEventListener('pageshow', onVisibility)
    }
  }, [conversation, isOff])
  return isLive
}
