import { useEffect, useRef } from 'react'
import type { Conversation, Message } from '../chat'
import { connect, nextConnection, nextTimeout, usesStream, type Connection, type ConnectionEvent } from './connection'

/** An event of the connection. `List` is what the page shows beside the messages, by default the shopper's conversations. */
export type LiveEvent<List = Conversation[]> =
  | { type: 'received'; messages: Message[] }
  | { type: 'listed'; conversations: List }
  | { type: 'connected'; isLive: boolean }

type Tell<List> = (event: LiveEvent<List>) => void
type Advance = (event: ConnectionEvent) => void

interface LiveOptions<List> {
  /** The path and query to listen at; null if there is nothing to listen to. */
  address: string | null
  /** The position of the last known message. */
  position: number
  /** Whether messages were received so far. */
  isLive: boolean
  /** Receives the events. It must stay the same. */
  tell: Tell<List>
}

/**
 * Receives a conversation's messages and the list of conversations live: by server-sent events, which reconnect by themselves, or
 * by polling where streams don't work.
 */
export function useLiveMessages<List>({ address, position, isLive, tell }: LiveOptions<List>): void {
  const latest = useRef({ position, isLive })
  useEffect(() => {
    latest.current = { position, isLive }
  })
  useEffect(() => {
    if (address === null) return
    const join = address.includes('?') ? '&' : '?'
    return stayConnected(() => `${address}${join}after=${latest.current.position}`, latest.current.isLive, tell)
  }, [address, tell])
}

/** Keeps a page connected to the messages at a URL. Returns a function that disconnects it. */
function stayConnected<List>(url: () => string, isLive: boolean, tell: Tell<List>): () => void {
  let connection: Connection | null = null
  let disconnect = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const enter = (next: Connection, now: number) => {
    const isSameStream = connection !== null && usesStream(connection) && usesStream(next)
    const isNewPhase = next.phase !== connection?.phase && !isSameStream
    connection = next
    tell({ type: 'connected', isLive: next.isLive })
    clearTimeout(timer)
    const timeout = nextTimeout(next)
    if (timeout !== null) timer = setTimeout(() => advance('time passed'), timeout - now)
    if (!isNewPhase) return
    disconnect()
    disconnect = transportOf(next)(url(), tell, advance)
  }
  const advance: Advance = (event) => {
    const now = performance.now()
    if (connection) enter(nextConnection(connection, event, now), now)
  }
  const onVisibility = () => advance(document.hidden ? 'hidden' : 'shown')
  const onLeave = () => advance('left')
  enter(connect(performance.now(), { isLive }), performance.now())
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', onLeave)
  window.addEventListener('pageshow', onVisibility)
  return () => {
    onLeave()
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', onLeave)
    window.removeEventListener('pageshow', onVisibility)
  }
}

/** Returns the function that connects a phase; it returns one that disconnects it. */
function transportOf(connection: Connection): <List>(url: string, tell: Tell<List>, advance: Advance) => () => void {
  if (usesStream(connection)) return openStream
  return connection.phase === 'polling' ? poll : () => () => {}
}

function openStream<List>(url: string, tell: Tell<List>, advance: Advance): () => void {
  const source = new EventSource(url)
  const listen = (name: string, onData?: (data: string) => void) =>
    source.addEventListener(name, (event) => {
      advance('received')
      onData?.((event as MessageEvent<string>).data)
    })
  listen('ready')
  listen('beat')
  listen('message', (data) => tell({ type: 'received', messages: [JSON.parse(data) as Message] }))
  listen('conversations', (data) => tell({ type: 'listed', conversations: JSON.parse(data) as List }))
  source.addEventListener('error', () => {
    // The browser reconnects a broken stream by itself, but not one that was refused.
    if (source.readyState === EventSource.CLOSED) advance('refused')
  })
  return () => source.close()
}

function poll<List>(url: string, tell: Tell<List>, advance: Advance): () => void {
  const stopping = new AbortController()
  pollOnce(url, tell, stopping.signal).then(
    (outcome) => stopping.signal.aborted || advance(outcome),
    () => stopping.signal.aborted || advance('poll failed'),
  )
  return () => stopping.abort()
}

async function pollOnce<List>(url: string, tell: Tell<List>, signal: AbortSignal): Promise<ConnectionEvent> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal })
  if (response.status === 401) return 'signed out'
  if (!response.ok) return 'poll failed'
  const { messages, conversations } = (await response.json()) as { messages: Message[]; conversations: List }
  if (signal.aborted) return 'poll failed'
  tell({ type: 'received', messages })
  tell({ type: 'listed', conversations })
  return 'polled'
}
