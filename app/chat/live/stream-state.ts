import { MINUTE, SECOND } from '~/platform/time'

/** Proxies and the page take a stream that is silent for longer for broken. */
export const HEARTBEAT_INTERVAL = 20 * SECOND
/** How often the database is polled while Realtime is disconnected. */
export const POLL_INTERVAL = 2 * SECOND
/** Then the browser must reconnect, so a session that was ended elsewhere receives nothing more. */
export const MAX_DURATION = 5 * MINUTE
/** How many reads in a row may fail before the stream ends. */
export const MAX_FAILURES = 10

/** The state of one stream to a browser. Times are in milliseconds since 1970. */
export interface StreamState {
  /**
   * - `reading`: the database is read at once.
   * - `notified`: Realtime tells when to read; otherwise a heartbeat is due.
   * - `polling`: the database is read again soon, since Realtime is disconnected or the last read failed.
   * - `ended`: the browser reconnects.
   */
  phase: 'reading' | 'notified' | 'polling' | 'ended'
  /** The open conversation; null for the list alone. */
  conversation: string | null
  /** The position of the last message that was sent. */
  position: number
  /** The last list of conversations that was sent, as JSON. */
  listed: string
  /** Whether the list must be read again. */
  isListStale: boolean
  /** How many reads in a row have failed. */
  failures: number
  lastSentAt: number
  endsAt: number
}

/** What a read of the database returned; null if it failed. */
export type ReadResult = {
  messages: readonly { position: number }[]
  /** Whether there are more messages than one read returns. */
  hasMore: boolean
  /** The list of conversations, or what else the page shows beside the messages; null if it wasn't read. */
  conversations: object | null
} | null

/** An event of the stream. The ID of a message is its position. */
export interface StreamEvent {
  name: 'ready' | 'message' | 'conversations' | 'beat'
  data: unknown
  id?: number
}

/** Returns the state of a new stream, which sends the messages after a position. */
export function startStream(conversation: string | null, position: number, now: number): StreamState {
  return {
    phase: 'reading',
    conversation,
    position,
    listed: '',
    isListStale: true,
    failures: 0,
    lastSentAt: now,
    endsAt: now + MAX_DURATION,
  }
}

/** Returns the events that a read causes: the new messages, the list if it has changed, or a heartbeat if one is due. */
export function eventsOf(state: StreamState, found: ReadResult, now: number): StreamEvent[] {
  const events: StreamEvent[] = (found?.messages ?? []).map((message) => ({
    name: 'message',
    data: message,
    id: message.position,
  }))
  if (isNewList(state, found)) events.push({ name: 'conversations', data: found?.conversations })
  const isBeatDue = now - state.lastSentAt > HEARTBEAT_INTERVAL - SECOND
  if (events.length === 0 && isBeatDue) events.push({ name: 'beat', data: state.position })
  return events
}

export function isNewList({ listed }: StreamState, found: ReadResult): boolean {
  return found?.conversations != null && JSON.stringify(found.conversations) !== listed
}

/** Returns the state after a read, whose events were sent at `now`. `isConnected` tells whether Realtime delivers. */
export function afterRead(state: StreamState, found: ReadResult, isConnected: boolean, now: number): StreamState {
  const lastSentAt = eventsOf(state, found, now).length > 0 ? now : state.lastSentAt
  const failures = found ? 0 : state.failures + 1
  if (failures >= MAX_FAILURES) return { ...state, phase: 'ended', failures, lastSentAt }
  if (!found) return { ...state, phase: 'polling', failures, isListStale: true, lastSentAt }
  const hasNewList = isNewList(state, found)
  const phase = isConnected ? 'notified' : 'polling'
  return {
    ...state,
    // After a new list too, because a message may have come between reading the list and watching its conversations.
    phase: found.hasMore || hasNewList ? 'reading' : phase,
    position: found.messages.at(-1)?.position ?? state.position,
    listed: hasNewList ? JSON.stringify(found.conversations) : state.listed,
    // Without notifications, the list is polled like the messages.
    isListStale: hasNewList || !isConnected,
    failures,
    lastSentAt,
  }
}

/** Returns how long to wait for changes before the next read, in milliseconds. */
export function waitOf({ phase }: StreamState): number {
  if (phase === 'notified') return HEARTBEAT_INTERVAL
  return phase === 'polling' ? POLL_INTERVAL : 0
}

/** Returns the state after waiting, with the conversations that have new messages. */
export function afterWait(state: StreamState, changed: ReadonlySet<string>, now: number): StreamState {
  if (state.phase === 'ended' || now >= state.endsAt) return { ...state, phase: 'ended' }
  // A message in another conversation reorders the list.
  const isReordered = [...changed].some((conversation) => conversation !== state.conversation)
  return { ...state, phase: 'reading', isListStale: state.isListStale || isReordered }
}
