/**
 * The process's Realtime channel:
 *
 * - `idle`: nobody watches yet.
 * - `connecting`: a channel is open, but Realtime doesn't send changes of the database yet.
 * - `connected`: it does.
 * - `waiting`: the channel was closed; a new one is opened soon.
 * - `closed`: the process ends.
 */
export type ChannelState = 'idle' | 'connecting' | 'connected' | 'waiting' | 'closed'

/**
 * - `watched`: somebody began to watch.
 * - `ready`: Realtime sends changes from now on.
 * - `failed`: an error or a time-out. The channel rejoins by itself, or Realtime subscribes to the database again.
 * - `dropped`: the channel was closed, or its connection is no longer accepted. It doesn't rejoin.
 * - `reopened`: the wait is over.
 * - `ended`: the process ends.
 */
export type ChannelEvent = 'watched' | 'ready' | 'failed' | 'dropped' | 'reopened' | 'ended'

const TRANSITIONS: Record<ChannelState, Partial<Record<ChannelEvent, ChannelState>>> = {
  idle: { watched: 'connecting', ended: 'closed' },
  connecting: { ready: 'connected', dropped: 'waiting', ended: 'closed' },
  connected: { failed: 'connecting', dropped: 'waiting', ended: 'closed' },
  waiting: { reopened: 'connecting', ended: 'closed' },
  closed: {},
}

/** Returns the channel's state after an event. Events that don't belong to a state change nothing. */
export function nextChannelState(state: ChannelState, event: ChannelEvent): ChannelState {
  return TRANSITIONS[state][event] ?? state
}
