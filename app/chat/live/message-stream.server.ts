import type { Needs } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { SECOND } from '~/platform/time'
import { listConversations } from '../conversations.server'
import { listMessagesAfter, MESSAGES_PER_READ } from '../messages.server'
import {
  afterRead,
  afterWait,
  eventsOf,
  isNewList,
  startStream,
  waitOf,
  type ReadResult,
  type StreamEvent,
  type StreamState,
} from './stream-state'

/** When a browser reconnects; at shutdown this is randomised, so that they don't all reconnect at once. */
const RETRY_DELAY = SECOND
/** How many streams one process may hold open. */
const MAX_STREAMS = 2_000
const MAX_STREAMS_PER_SHOPPER = 8

/** Whether the limit of open streams is reached; the page polls then. */
export function hasNoRoom({ liveMessages }: Needs<'liveMessages'>, shopper: Shopper): boolean {
  return liveMessages.watching >= MAX_STREAMS || liveMessages.watchedBy(shopper.id) >= MAX_STREAMS_PER_SHOPPER
}

type StreamContext = Needs<'liveMessages' | 'log' | 'requestId' | 'sessions' | 'stopping'>

const encoder = new TextEncoder()

function encode({ name, data, id }: StreamEvent): Uint8Array {
  return encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

async function read(
  { log, requestId }: StreamContext,
  shopper: Shopper,
  { conversation, position, isListStale, failures }: StreamState,
): Promise<ReadResult> {
  try {
    const [messages, conversations] = await Promise.all([
      conversation === null ? [] : listMessagesAfter(shopper, conversation, position),
      isListStale ? listConversations(shopper) : null,
    ])
    return { messages, hasMore: messages.length === MESSAGES_PER_READ, conversations }
  } catch (error) {
    if (failures === 0) log.warn({ event: 'message stream waits', requestId, ...describeError(error) })
    return null
  }
}

async function* events(
  context: StreamContext,
  shopper: Shopper,
  start: StreamState,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { liveMessages, sessions } = context
  const open = start.conversation === null ? [] : [start.conversation]
  const notifier = liveMessages.watch(open, shopper.id)
  let state = start
  try {
    yield encoder.encode(`retry: ${RETRY_DELAY}\n`)
    yield encode({ name: 'ready', data: state.position })
    while (!signal.aborted && state.phase !== 'ended') {
      const found = await read(context, shopper, state)
      const now = Date.now()
      const due = eventsOf(state, found, now)
      if (due.some(({ name }) => name !== 'beat') && !(await sessions.verify(shopper))) return
      if (isNewList(state, found)) notifier.setKeys([...open, ...(found?.conversations ?? []).map(({ id }) => id)])
      for (const event of due) yield encode(event)
      state = afterRead(state, found, liveMessages.isConnected, now)
      const isWaiting = waitOf(state) > 0 && !signal.aborted
      const changed = isWaiting ? await notifier.nextChanges(waitOf(state), signal) : new Set<string>()
      state = afterWait(state, changed, Date.now())
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
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html). Everything is read from the database with the shopper's
 * permissions; Realtime only tells when to read.
 *
 * It doesn't use the request's signal: signals of cloned requests are held weakly and never fire once collected.
 */
export function messageStream(
  context: StreamContext,
  shopper: Shopper,
  conversation: string | null,
  after: number,
): ReadableStream<Uint8Array> {
  const cancelled = new AbortController()
  const signal = AbortSignal.any([context.stopping, cancelled.signal])
  const source = events(context, shopper, startStream(conversation, after, Date.now()), signal)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      cancelled.abort()
      await source.return(undefined)
    },
  })
}
