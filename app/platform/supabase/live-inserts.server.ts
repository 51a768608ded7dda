import type { RealtimeChannel } from '@supabase/supabase-js'
import { describeError, type Log } from '../log.server'
import type { Backend } from './clients.server'
import { SECOND } from '../time'

/** How long after a lost channel a new one is opened. */
const REOPEN_AFTER = 5 * SECOND

/** Rings for one watcher when a row comes that they wait for. */
export interface Bell {
  /**
   * Resolves when it has rung since the last time, when `milliseconds` have passed, or when `signal` ends the wait: to the keys
   * that it has rung for.
   */
  rung: (milliseconds: number, signal: AbortSignal) => Promise<Set<string>>
  /** Watches for these keys from now on. */
  watchFor: (keys: Iterable<string>) => void
  /** Stops listening. */
  leave: () => void
}

interface Watcher {
  keys: Set<string>
  owner: string
  ring: (keys: Iterable<string>) => void
}

/**
 * Says when rows are inserted into a table: one Realtime channel a process, shared by all who watch, opened with the
 * first of them. It only says that there is something; what there is, each reads with their own rights. Where Realtime is
 * away, `isConnected` is false, and watchers look for themselves.
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

  /** Whether inserts are heard of at once. */
  isConnected = false

  /** `column` is what rows are told apart by; its values are the keys that are watched. */
  constructor(backend: Backend, table: string, column: string, log: Log) {
    this.#backend = backend
    this.#table = table
    this.#column = column
    this.#log = log
  }

  /** How many watch. */
  get watching(): number {
    return this.#watchers.size
  }

  /** How many watch on behalf of this owner. */
  watchedBy(owner: string): number {
    return [...this.#watchers].filter((watcher) => watcher.owner === owner).length
  }

  /** Watches for rows of `keys`. Every bell has to be left. */
  watch(keys: Iterable<string>, owner: string): Bell {
    let rungFor = new Set<string>()
    let answer: (() => void) | null = null
    const watcher: Watcher = {
      keys: new Set(keys),
      owner,
      ring(rung) {
        for (const key of rung) rungFor.add(key)
        answer?.()
      },
    }
    this.#watchers.add(watcher)
    if (!this.#channel) this.#open()
    return {
      rung: (milliseconds, signal) =>
        new Promise<Set<string>>((resolve) => {
          const done = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            answer = null
            resolve(rungFor)
            rungFor = new Set()
          }
          const timer = setTimeout(done, milliseconds)
          signal.addEventListener('abort', done)
          answer = done
          if (rungFor.size > 0 || signal.aborted) done()
        }),
      watchFor: (more) => void (watcher.keys = new Set(more)),
      leave: () => void this.#watchers.delete(watcher),
    }
  }

  /** Rings for those who wait for rows of `key`; for all when it is left out. */
  #ring(key?: string): void {
    for (const watcher of this.#watchers) {
      if (key === undefined) watcher.ring(watcher.keys)
      else if (watcher.keys.has(key)) watcher.ring([key])
    }
  }

  #open(): void {
    if (this.#isClosed) return
    const channel = this.#backend.channel(`inserts:${this.#table}`)
    this.#channel = channel
    channel
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: this.#table }, ({ new: row }) =>
        this.#ring(String(row[this.#column])),
      )
      // Joined is not listening yet: this message says when the database's changes begin to come.
      .on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
        if (extension === 'postgres_changes' && status === 'ok') this.#connected()
      })
      .subscribe((status, error) => {
        if (status !== 'SUBSCRIBED') this.#lost(channel, status, error)
      })
  }

  #connected(): void {
    this.isConnected = true
    // What came while nobody listened.
    this.#ring()
  }

  #lost(channel: RealtimeChannel, status: string, error?: Error): void {
    if (this.#isClosed) return
    if (this.isConnected) {
      this.#log.warn({ event: 'realtime lost', status, ...(error ? describeError(error) : {}) })
      this.isConnected = false
      // They have to look for themselves from now on.
      this.#ring()
    }
    // After errors and time-outs the channel joins again by itself; a closed one doesn't come back.
    if (status !== 'CLOSED' || channel !== this.#channel) return
    clearTimeout(this.#reopening)
    this.#reopening = setTimeout(() => this.#open(), REOPEN_AFTER).unref()
  }

  /** Leaves Realtime. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#reopening)
    await this.#backend.removeAllChannels()
  }
}
