import type { Needs } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { MINUTE, SECOND } from '~/platform/time'
import type { Conversation, Message } from './chat'
import { listConversations, listMessagesAfter, MOST_MESSAGES } from './conversations.server'

/** A stream that stays silent for longer is taken for dead, by proxies and by the page. */
const BEAT = 20 * SECOND
/** How often the database is asked while Realtime is away. */
const LOOK_AGAIN = 2 * SECOND
/** A browser comes back after this, in milliseconds; at shutdown a little spread out, so that not all come at once. */
const RETRY = SECOND
/** Then the browser comes back with its session: one that has ended elsewhere hears no more. */
const LONGEST = 5 * MINUTE
/** How often in a row the database may fail to answer before the stream gives up. */
const MOST_FAILURES = 10
/** What one process holds open at most, and one shopper. */
const MOST_STREAMS = 2_000
const MOST_OF_ONE = 8

/** Whether there is no room for another stream; the page then asks by itself. */
export function isCrowded({ liveMessages }: Needs<'liveMessages'>, shopper: Shopper): boolean {
  return liveMessages.watching >= MOST_STREAMS || liveMessages.watchedBy(shopper.id) >= MOST_OF_ONE
}

const text = new TextEncoder()

function event(name: string, data: unknown, id?: number): Uint8Array {
  return text.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** What was read: messages, null where that failed, and the list, null where it wasn't read. */
type Look = [Message[] | null, Conversation[] | null]

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
  const end = Date.now() + LONGEST
  let position = after
  let spokenAt = Date.now()
  let failures = 0
  let listed = ''
  let isListOld = true
  try {
    yield text.encode(`retry: ${RETRY}\n`)
    yield event('ready', position)
    while (!signal.aborted && Date.now() < end && failures < MOST_FAILURES) {
      const look: Promise<Look> = Promise.all([
        conversation === null ? [] : listMessagesAfter(shopper, conversation, position),
        isListOld ? listConversations(shopper) : null,
      ])
      const [messages, conversations] = await look.catch((error: unknown): Look => {
        if (failures === 0) log.warn({ event: 'message stream waits', requestId, ...describeError(error) })
        return [null, null]
      })
      failures = messages ? 0 : failures + 1
      const isNewList = conversations !== null && JSON.stringify(conversations) !== listed
      if ((messages?.length || isNewList) && !(await sessions.verify(shopper))) return
      for (const message of messages ?? []) {
        position = message.position
        spokenAt = Date.now()
        yield event('message', message, position)
      }
      if (isNewList) {
        listed = JSON.stringify(conversations)
        notifier.setKeys([...open, ...conversations.map(({ id }) => id)])
        spokenAt = Date.now()
        yield event('conversations', conversations)
      }
      if (Date.now() - spokenAt > BEAT - SECOND) {
        spokenAt = Date.now()
        yield event('beat', position)
      }
      const isTold = liveMessages.isConnected && messages !== null
      // What came between reading the list and watching its conversations is in the next reading.
      const looksAgain = messages?.length === MOST_MESSAGES || isNewList
      const changedKeys: Iterable<string> =
        signal.aborted || looksAgain ? [] : await notifier.nextChanges(isTold ? BEAT : LOOK_AGAIN, signal)
      // A message in another conversation lifts it. While nothing tells, the list is read as often as the messages.
      isListOld = isNewList || !isTold || [...changedKeys].some((key) => key !== conversation)
    }
    if (context.stopping.aborted) yield text.encode(`retry: ${RETRY + Math.floor(Math.random() * 2 * SECOND)}\n\n`)
  } finally {
    notifier.close()
  }
}

/**
 * A conversation's messages after a position as server-sent events, until the browser leaves or the process ends: what
 * there is, and then each as it comes; and the list of conversations, as it is and whenever a message changes it. Without a
 * conversation the list alone. An event's id is the message's position, so that a browser that comes back with
 * Last-Event-ID misses none (https://html.spec.whatwg.org/multipage/server-sent-events.html). Everything is read from the
 * database with the shopper's own rights; Realtime only says when.
 *
 * It doesn't go by its request's signal: those of copied requests are held weakly, and stay silent once one was collected.
 */
export function messageStream(
  context: Needs<'liveMessages' | 'log' | 'requestId' | 'sessions' | 'stopping'>,
  shopper: Shopper,
  conversation: string | null,
  after: number,
): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const signal = AbortSignal.any([context.stopping, left.signal])
  const source = events(context, shopper, conversation, after, signal)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      left.abort()
      await source.return(undefined)
    },
  })
}
