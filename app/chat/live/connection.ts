import { SECOND } from '~/platform/time'

/** How often the page polls where streams don't work. */
export const POLL_INTERVAL = 4 * SECOND
/** The server sends a heartbeat every 20 s; a longer silence means that a proxy buffers the stream. */
export const SILENCE_TIMEOUT = 45 * SECOND
/** A stream sends `ready` at once; without it, a proxy buffers the stream until it ends. */
export const OPEN_TIMEOUT = 10 * SECOND
/** How long the page polls before it tries a stream again. */
export const STREAM_RETRY_INTERVAL = 60 * SECOND
/** A hidden tab disconnects after this time. */
export const HIDDEN_TIMEOUT = 60 * SECOND

/** The page's connection to its live messages. Times are in milliseconds of one clock. */
export interface Connection {
  /**
   * - `connecting`: a stream is open, but hasn't delivered anything yet.
   * - `streaming`: the stream delivers.
   * - `polling`: a poll is on its way.
   * - `waiting`: for the next poll.
   * - `stopped`: the tab is hidden or left, or the session has ended. Showing the tab connects again.
   */
  phase: 'connecting' | 'streaming' | 'polling' | 'waiting' | 'stopped'
  /** Whether messages are received by either way. */
  isLive: boolean
  /** When the phase ends; null if it waits for an event. */
  endsAt: number | null
  /** When polling ends and a stream is tried again; null while not polling. */
  streamAt: number | null
  /** When a hidden tab disconnects; null while the tab is visible. */
  stopAt: number | null
}

/**
 * - `received`: the stream delivered something.
 * - `refused`: the server refused the stream. A stream that only broke is reconnected by the browser.
 * - `polled`, `poll failed`: the result of a poll.
 * - `signed out`: the server doesn't know the session any more.
 * - `hidden`, `shown`, `left`: the tab.
 * - `time passed`: `nextTimeout` was reached.
 */
export type ConnectionEvent =
  | 'received'
  | 'refused'
  | 'polled'
  | 'poll failed'
  | 'signed out'
  | 'hidden'
  | 'shown'
  | 'left'
  | 'time passed'

/** Returns a new connection, or a stopped or polling one that opens a stream again. */
export function connect(now: number, { isLive, stopAt }: Partial<Connection> = {}): Connection {
  return {
    phase: 'connecting',
    isLive: isLive ?? false,
    endsAt: now + OPEN_TIMEOUT,
    streamAt: null,
    stopAt: stopAt ?? null,
  }
}

export function usesStream({ phase }: Connection): boolean {
  return phase === 'connecting' || phase === 'streaming'
}

function poll(connection: Connection, now: number): Connection {
  const streamAt = connection.streamAt ?? now + STREAM_RETRY_INTERVAL
  // A poll that hangs ends when a stream is tried again.
  return { ...connection, phase: 'polling', endsAt: streamAt, streamAt }
}

function stop(connection: Connection): Connection {
  return { ...connection, phase: 'stopped', endsAt: null, streamAt: null, stopAt: null }
}

function onPolled(connection: Connection, isLive: boolean, now: number): Connection {
  if (connection.phase !== 'polling') return connection
  return { ...connection, phase: 'waiting', isLive, endsAt: now + POLL_INTERVAL }
}

function onTime(connection: Connection, now: number): Connection {
  const isOver = (time: number | null) => time !== null && time <= now
  if (isOver(connection.stopAt)) return stop(connection)
  if (!isOver(connection.endsAt)) return connection
  return isOver(connection.streamAt) ? connect(now, connection) : poll(connection, now)
}

/** Returns the connection after an event. Events that don't belong to the current phase change nothing. */
export function nextConnection(connection: Connection, event: ConnectionEvent, now: number): Connection {
  switch (event) {
    case 'received':
      if (!usesStream(connection)) return connection
      return { ...connection, phase: 'streaming', isLive: true, endsAt: now + SILENCE_TIMEOUT }
    case 'refused':
      return usesStream(connection) ? poll(connection, now) : connection
    case 'polled':
    case 'poll failed':
      return onPolled(connection, event === 'polled', now)
    case 'signed out':
      return { ...stop(connection), isLive: false }
    case 'hidden':
      return connection.phase === 'stopped' ? connection : { ...connection, stopAt: now + HIDDEN_TIMEOUT }
    case 'shown':
      return connection.phase === 'stopped' ? connect(now, connection) : { ...connection, stopAt: null }
    case 'left':
      return stop(connection)
    case 'time passed':
      return onTime(connection, now)
  }
}

/** Returns when time passes next for a connection; null if it only waits for events. */
export function nextTimeout({ endsAt, stopAt }: Connection): number | null {
  const times = [endsAt, stopAt].filter((time) => time !== null)
  return times.length > 0 ? Math.min(...times) : null
}
