import type { RealtimeChannel } from '@supabase/supabase-js'
import { describeError, type Log } from '../log.server'
import type { Backend } from './clients.server'
import { nextChannelState, type ChannelEvent, type ChannelState } from './live-channel'
import { SECOND } from '../time'

/** How long after a channel was closed a new one is opened. */
const REOPEN_AFTER = 5 * SECOND

/** Watches for the rows of every key. */
export const EVERY_KEY = '*'

/** A table whose inserted rows can be watched. */
export interface LiveTable {
  table: string
  /** The column whose values are the keys that can be watched. */
  column: string
}

/** Notifies one watcher about inserted rows. */
export interface ChangeNotifier {
  /**
   * Resolves to the keys with new rows since the last call. Resolves after `milliseconds`, or when `signal` is aborted, at the latest.
   */
  nextChanges: (milliseconds: number, signal: AbortSignal) => Promise<Set<string>>
  /** Replaces the watched keys. */
  setKeys: (keys: Iterable<string>) => void
  close: () => void
}

/** What Realtime says of a channel. */
interface SystemMessage {
  extension?: string
  status?: string
  message?: string
}

interface Watcher {
  keys: Set<string>
  owner: string
  notify: (keys: Iterable<string>) => void
}

/**
 * Notifies watchers about rows inserted into a table, over one Realtime channel for the process, which the first watcher opens.
 * Watchers only learn that there are rows, and read them with their own rights. While Realtime is down, `isConnected` is false and
 * watchers have to poll.
 */
export class LiveInserts {
  #backend: Backend
  #source: LiveTable
  #log: Log
  #watchers = new Set<Watcher>()
  #channel: RealtimeChannel | null = null
  #reopening: NodeJS.Timeout | undefined
  #state: ChannelState = 'idle'

  constructor(backend: Backend, source: LiveTable, log: Log) {
    this.#backend = backend
    this.#source = source
    this.#log = log
  }

  /** Whether Realtime delivers inserts. */
  get isConnected(): boolean {
    return this.#state === 'connected'
  }

  get watching(): number {
    return this.#watchers.size
  }

  watchedBy(owner: string): number {
    return [...this.#watchers].filter((watcher) => watcher.owner === owner).length
  }

  /** Watches for rows with these keys. The caller must close the notifier. */
  watch(keys: Iterable<string>, owner: string): ChangeNotifier {
    let changedKeys = new Set<string>()
    let resolveWait: (() => void) | null = null
    const watcher: Watcher = {
      keys: new Set(keys),
      owner,
      notify(changed) {
        for (const key of changed) changedKeys.add(key)
        resolveWait?.()
      },
    }
    this.#watchers.add(watcher)
    this.#advance('watched')
    return {
      nextChanges: (milliseconds, signal) =>
        new Promise<Set<string>>((resolve) => {
          const done = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            resolveWait = null
            resolve(changedKeys)
            changedKeys = new Set()
          }
          const timer = setTimeout(done, milliseconds)
          signal.addEventListener('abort', done)
          resolveWait = done
          if (changedKeys.size > 0 || signal.aborted) done()
        }),
      setKeys: (next) => void (watcher.keys = new Set(next)),
      close: () => void this.#watchers.delete(watcher),
    }
  }

  /** Notifies the watchers of a key, or all watchers without one. */
  #notify(key?: string): void {
    for (const watcher of this.#watchers) {
      if (key === undefined) watcher.notify(watcher.keys)
      else if (watcher.keys.has(key) || watcher.keys.has(EVERY_KEY)) watcher.notify([key])
    }
  }

  /** Changes the state by an event, and does what the new state asks for. */
  #advance(event: ChannelEvent, cause: object = {}): void {
    const before = this.#state
    this.#state = nextChannelState(before, event)
    // Rows may have been inserted before Realtime was ready, also if it became so again by itself.
    if (event === 'ready' && this.#state === 'connected') this.#notify()
    if (this.#state === before) return
    const isLost = before === 'connected' && this.#state !== 'closed'
    if (isLost) {
      this.#log.warn({ event: 'realtime lost', ...cause })
      // Without it watchers have to poll.
      this.#notify()
    }
    clearTimeout(this.#reopening)
    if (this.#state === 'waiting') this.#reopenLater()
    // A lost channel rejoins by itself.
    if (this.#state === 'connecting' && !isLost) this.#open()
  }

  /** Disconnects, since a connection keeps its token, and no channel can be joined on it once that has expired. */
  #reopenLater(): void {
    const wait = () => {
      this.#reopening = setTimeout(() => this.#advance('reopened'), REOPEN_AFTER).unref()
    }
    this.#backend.removeAllChannels().then(wait, wait)
  }

  #open(): void {
    const { table, column } = this.#source
    const channel = this.#backend.channel(`inserts:${table}`)
    this.#channel = channel
    const isCurrent = () => channel === this.#channel
    channel
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table }, ({ new: row }) =>
        this.#notify(String(row[column])),
      )
      // SUBSCRIBED comes too early: Realtime sends changes of the database from the first of these messages on, until one has an error.
      .on('system', {}, ({ extension, status, message }: SystemMessage) => {
        if (isCurrent() && extension === 'postgres_changes')
          this.#advance(status === 'ok' ? 'ready' : 'failed', { message })
      })
      .subscribe((status, error) => {
        if (status === 'SUBSCRIBED' || !isCurrent()) return
        // The channel rejoins automatically after errors and time-outs, but not after it was closed, and in vain with an expired token.
        const isOver = status === 'CLOSED' || error?.message.startsWith('InvalidJWTToken')
        this.#advance(isOver ? 'dropped' : 'failed', { status, ...(error ? describeError(error) : {}) })
      })
  }

  /** Disconnects from Realtime. */
  async close(): Promise<void> {
    this.#advance('ended')
    await this.#backend.removeAllChannels()
  }
}
