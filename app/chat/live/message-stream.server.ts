import type { Needs } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { SECOND } from '~/platform/time'
import { MESSAGES_PER_READ } from '../messages.server'
import {
  afterRead,
  afterWait,
  eventsOf,
  isNewList,
  startStream,
  waitOf,
  type StreamEvent,
  type StreamState,
} from './stream-state'

/** When a browser reconnects; at shutdown this is randomised, so that they don't all reconnect at once. */
const RETRY_DELAY = SECOND
/** How many streams one process may hold open. */
const MAX_STREAMS = 2_000
const MAX_STREAMS_PER_PERSON = 8

/** Whether the limit of open streams is reached; the page polls then. `owner` is the ID of the person who listens. */
export function hasNoRoom({ liveInserts }: Needs<'liveInserts'>, owner: string): boolean {
  return liveInserts.watching >= MAX_STREAMS || liveInserts.watchedBy(owner) >= MAX_STREAMS_PER_PERSON
}

/** What a page listens to. It reads with the rights of the person who listens. */
export interface StreamSource<List extends object = object> {
  /** The person's ID. */
  owner: string
  /** The open conversation; null for the list alone. */
  conversation: string | null
  /** Returns the messages after a position, at most MESSAGES_PER_READ, and the list. It may leave out a list that isn't stale. */
  read: (
    position: number,
    isListStale: boolean,
  ) => Promise<{ messages: { position: number }[]; conversations: List | null }>
  /** Returns the conversations whose new messages matter, by the latest list; null before there is one. */
  watched: (list: List | null) => string[]
  /** Whether the person's session still lives. */
  verify: () => Promise<boolean>
}

type StreamContext = Needs<'liveInserts' | 'log' | 'requestId' | 'stopping'>

const encoder = new TextEncoder()

function encode({ name, data, id }: StreamEvent): Uint8Array {
  return encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

async function read<List extends object>(
  { log, requestId }: StreamContext,
  source: StreamSource<List>,
  { position, isListStale, failures }: StreamState,
) {
  try {
    const { messages, conversations } = await source.read(position, isListStale)
    return { messages, hasMore: messages.length === MESSAGES_PER_READ, conversations }
  } catch (error) {
    if (failures === 0) log.warn({ event: 'message stream waits', requestId, ...describeError(error) })
    return null
  }
}

async function* events<List extends object>(
  context: StreamContext,
  source: StreamSource<List>,
  start: StreamState,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { liveInserts } = context
  const notifier = liveInserts.watch(source.watched(null), source.owner)
  let state = start
  try {
    yield encoder.encode(`retry: ${RETRY_DELAY}\n`)
    yield encode({ name: 'ready', data: state.position })
    while (!signal.aborted && state.phase !== 'ended') {
      const found = await read(context, source, state)
      const now = performance.now()
      const due = eventsOf(state, found, now)
      const mustVerify = found === null || due.some(({ name }) => name !== 'beat')
      if (mustVerify && !(await source.verify())) return
      if (isNewList(state, found)) notifier.setKeys(source.watched(found?.conversations ?? null))
      for (const event of due) yield encode(event)
      state = afterRead(state, found, liveInserts.isConnected, now)
      const isWaiting = waitOf(state) > 0 && !signal.aborted
      const changed = isWaiting ? await notifier.nextChanges(waitOf(state), signal) : new Set<string>()
      state = afterWait(state, changed, performance.now())
    }
    if (context.stopping.aborted)
      yield encoder.encode(`retry: ${RETRY_DELAY + Math.floor(Math.random() * 2 * SECOND)}\n\n`)
  } finally {
    notifier.close()
  }
}

/**
 * Returns server-sent events with a conversation's messages after a position and with the list of conversations whenever it
 * changes, until the browser disconnects or the process stops. Without a conversation it sends only the list. An event's ID is
 * the message's position, so a browser that reconnects with Last-Event-ID misses nothing
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html). Everything is read by the source, with the
 * permissions of the person who listens; Realtime only tells when to read.
 *
 * It doesn't use the request's signal: signals of cloned requests are held weakly and never fire once collected.
 */
export function messageStream<List extends object>(
  context: StreamContext,
  source: StreamSource<List>,
  after: number,
): ReadableStream<Uint8Array> {
  const cancelled = new AbortController()
  const signal = AbortSignal.any([context.stopping, cancelled.signal])
  const sent = events(context, source, startStream(source.conversation, after, performance.now()), signal)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await sent.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      cancelled.abort()
      await sent.return(undefined)
    },
  })
}
