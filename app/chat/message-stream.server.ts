import type { Needs } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { MINUTE, SECOND } from '~/platform/time'
import type { Conversation, Message } from './chat'
import { listConversations, listMessagesAfter, MESSAGES_PER_READ } from './conversations.server'

/** Proxies and the page take a stream that is silent for longer for broken. */
const HEARTBEAT_INTERVAL = 20 * SECOND
/** How often the database is polled while Realtime is disconnected. */
const POLL_INTERVAL = 2 * SECOND
/** When a browser reconnects; at shutdown this is randomised, so that they don't all reconnect at once. */
const RETRY_DELAY = SECOND
/** Then the browser must reconnect, so a session that was ended elsewhere receives nothing more. */
const MAX_DURATION = 5 * MINUTE
/** How many reads in a row may fail before the stream ends. */
const MAX_FAILURES = 10
/** How many streams one process may hold open. */
const MAX_STREAMS = 2_000
const MAX_STREAMS_PER_SHOPPER = 8

/** Whether the limit of open streams is reached; the page polls then. */
export function hasNoRoom({ liveMessages }: Needs<'liveMessages'>, shopper: Shopper): boolean {
  return liveMessages.watching >= MAX_STREAMS || liveMessages.watchedBy(shopper.id) >= MAX_STREAMS_PER_SHOPPER
}

const encoder = new TextEncoder()

function event(name: string, data: unknown, id?: number): Uint8Array {
  return encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** The messages, null when reading failed, and the list, null when it wasn't read. */
type ReadResult = [Message[] | null, Conversation[] | null]

async function* events(
  context: Needs<'liveMessages' | 'log' | 'requestId' | 'sessions' | 'stopping'>,
  shopper: Shopper,
  conversation: string | null,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { liveMessages, sessions, log, requestId } = context
  const open = conversation === null ? [] : [conversation]
  const notifier = liveMessages.watch(open, shopper.id)
  const end = Date.now() + MAX_DURATION
  let position = after
  let lastSentAt = Date.now()
  let failures = 0
  let listed = ''
  let isListStale = true
  try {
    yield encoder.encode(`retry: ${RETRY_DELAY}\n`)
    yield event('ready', position)
    while (!signal.aborted && Date.now() < end && failures < MAX_FAILURES) {
      const reading: Promise<ReadResult> = Promise.all([
        conversation === null ? [] : listMessagesAfter(shopper, conversation, position),
        isListStale ? listConversations(shopper) : null,
      ])
      const [messages, conversations] = await reading.catch((error: unknown): ReadResult => {
        if (failures === 0) log.warn({ event: 'message stream waits', requestId, ...describeError(error) })
        return [null, null]
      })
      failures = messages ? 0 : failures + 1
      const isNewList = conversations !== null && JSON.stringify(conversations) !== listed
      if ((messages?.length || isNewList) && !(await sessions.verify(shopper))) return
      for (const message of messages ?? []) {
        position = message.position
        lastSentAt = Date.now()
        yield event('message', message, position)
      }
      if (isNewList) {
        listed = JSON.stringify(conversations)
        notifier.setKeys([...open, ...conversations.map(({ id }) => id)])
        lastSentAt = Date.now()
        yield event('conversations', conversations)
      }
      if (Date.now() - lastSentAt > HEARTBEAT_INTERVAL - SECOND) {
        lastSentAt = Date.now()
        yield event('beat', position)
      }
      const isNotified = liveMessages.isConnected && messages !== null
      // Read again, because a message may have come between reading the list and watching its conversations.
      const readsAgain = messages?.length === MESSAGES_PER_READ || isNewList
      const changedKeys: Iterable<string> =
        signal.aborted || readsAgain
          ? []
          : await notifier.nextChanges(isNotified ? HEARTBEAT_INTERVAL : POLL_INTERVAL, signal)
      // A message in another conversation reorders the list. Without notifications, the list is polled like the messages.
      isListStale = isNewList || !isNotified || [...changedKeys].some((key) => key !== conversation)
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
  context: Needs<'liveMessages' | 'log' | 'requestId' | 'sessions' | 'stopping'>,
  shopper: Shopper,
  conversation: string | null,
  after: number,
): ReadableStream<Uint8Array> {
  const cancelled = new AbortController()
  const signal = AbortSignal.any([context.stopping, cancelled.signal])
  const source = events(context, shopper, conversation, after, signal)
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
