import type { RealtimeChannel } from '@supabase/supabase-js'
import { describeError, type Log } from '../log.server'
import type { Backend } from './clients.server'
import { SECOND } from '../time'

/** How long after a channel was closed a new one is opened. */
const REOPEN_AFTER = 5 * SECOND

/** Notifies one watcher about inserted rows. */
export interface ChangeNotifier {
  /**
   * Resolves to the keys with new rows since the last call. Resolves after `milliseconds`, or when `signal` is aborted, at the latest.
   */
  nextChanges: (milliseconds: number, signal: AbortSignal) => Promise<Set<string>>
  /** Replaces the watched keys. */
  setKeys: (keys: Iterable<string>) => void
  /** Stops watching. */
  close: () => void
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
  #table: string
  #column: string
  #log: Log
  #watchers = new Set<Watcher>()
  #channel: RealtimeChannel | null = null
  #reopening: NodeJS.Timeout | undefined
  #isClosed = false

  /** Whether Realtime delivers inserts. */
  isConnected = false

  /** Values of `column` are the keys that can be watched. */
  constructor(backend: Backend, table: string, column: string, log: Log) {
    this.#backend = backend
    this.#table = table
    this.#column = column
    this.#log = log
  }

  /** The number of watchers. */
  get watching(): number {
    return this.#watchers.size
  }

  /** The number of an owner's watchers. */
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
    if (!this.#channel) this.#open()
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
      else if (watcher.keys.has(key)) watcher.notify([key])
    }
  }

  #open(): void {
    if (this.#isClosed) return
    const channel = this.#backend.channel(`inserts:${this.#table}`)
    this.#channel = channel
    channel
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: this.#table }, ({ new: row }) =>
        this.#notify(String(row[this.#column])),
      )
      // SUBSCRIBED comes too early: only after this message does Realtime send changes of the database.
      .on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
        if (extension === 'postgres_changes' && status === 'ok') this.#connected()
      })
      .subscribe((status, error) => {
        if (status !== 'SUBSCRIBED') this.#lost(channel, status, error)
      })
  }

  #connected(): void {
    this.isConnected = true
    // Rows may have been inserted meanwhile.
    this.#notify()
  }

  #lost(channel: RealtimeChannel, status: string, error?: Error): void {
    if (this.#isClosed) return
    if (this.isConnected) {
      this.#log.warn({ event: 'realtime lost', status, ...(error ? describeError(error) : {}) })
      this.isConnected = false
      // Watchers have to poll from now on.
      this.#notify()
    }
    // The channel rejoins automatically after errors and time-outs, but not after it was closed.
    if (status !== 'CLOSED' || channel !== this.#channel) return
    clearTimeout(this.#reopening)
    this.#reopening = setTimeout(() => this.#open(), REOPEN_AFTER).unref()
  }

  /** Disconnects from Realtime. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#reopening)
    await this.#backend.removeAllChannels()
  }
}
