import { describe, expect, test } from 'vitest'
import type { Conversation, Message } from '../../app/chat/chat.ts'
import {
  connect,
  HIDDEN_TIMEOUT,
  nextConnection,
  nextTimeout,
  OPEN_TIMEOUT,
  POLL_INTERVAL,
  SILENCE_TIMEOUT,
  STREAM_RETRY_INTERVAL,
  usesStream,
  type Connection,
  type ConnectionEvent,
} from '../../app/chat/live/connection.ts'
import * as stream from '../../app/chat/live/stream-state.ts'
import { nextChannelState, type ChannelEvent, type ChannelState } from '../../app/platform/supabase/live-channel.ts'
import { MINUTE } from '../../app/platform/time.ts'

describe('the page’s connection', () => {
  const after = (start: Connection, ...events: [ConnectionEvent, number][]) =>
    events.reduce((connection, [event, now]) => nextConnection(connection, event, now), start)
  const connecting = connect(0)
  const streaming = after(connecting, ['received', 100])
  const polling = after(connecting, ['refused', 100])
  const waiting = after(polling, ['polled', 200])

  test('connects, and streams once something is received', () => {
    expect([connecting.phase, connecting.isLive, nextTimeout(connecting)]).toEqual(['connecting', false, OPEN_TIMEOUT])
    expect([streaming.phase, streaming.isLive, nextTimeout(streaming)]).toEqual([
      'streaming',
      true,
      100 + SILENCE_TIMEOUT,
    ])
    expect(nextTimeout(after(streaming, ['received', 5_000]))).toBe(5_000 + SILENCE_TIMEOUT)
    expect([connecting, streaming, polling, waiting].map(usesStream)).toEqual([true, true, false, false])
  })

  test('polls when a stream is refused, silent or never opens', () => {
    expect([polling.phase, polling.isLive]).toEqual(['polling', false])
    const silent = after(streaming, ['time passed', 100 + SILENCE_TIMEOUT])
    // It counts as live until a poll fails.
    expect([silent.phase, silent.isLive]).toEqual(['polling', true])
    expect(after(connecting, ['time passed', OPEN_TIMEOUT]).phase).toBe('polling')
    expect(after(connecting, ['time passed', OPEN_TIMEOUT - 1])).toEqual(connecting)
  })

  test('waits between polls, and tells whether they work', () => {
    expect([waiting.phase, waiting.isLive, nextTimeout(waiting)]).toEqual(['waiting', true, 200 + POLL_INTERVAL])
    const again = after(waiting, ['time passed', 200 + POLL_INTERVAL])
    expect(again.phase).toBe('polling')
    expect(after(again, ['poll failed', 5_000])).toMatchObject({ phase: 'waiting', isLive: false })
  })

  test('tries a stream again after a minute of polls, or when a poll hangs that long', () => {
    const minuteLater = 100 + STREAM_RETRY_INTERVAL
    const last = after(waiting, ['time passed', minuteLater - 1], ['polled', minuteLater - 1])
    expect(after(last, ['time passed', minuteLater + POLL_INTERVAL])).toMatchObject({
      phase: 'connecting',
      isLive: true,
    })
    expect(nextTimeout(polling)).toBe(minuteLater)
    expect(after(polling, ['time passed', minuteLater])).toMatchObject({ phase: 'connecting', streamAt: null })
  })

  test('stops when the session has ended, and connects again when the tab is shown', () => {
    const stopped = after(polling, ['signed out', 300])
    expect([stopped.phase, stopped.isLive, nextTimeout(stopped)]).toEqual(['stopped', false, null])
    expect(after(stopped, ['shown', 400])).toEqual(connect(400))
  })

  test('stops a minute after the tab is hidden, unless it is shown before, and keeps what it told', () => {
    const hidden = after(streaming, ['hidden', 1_000])
    expect([hidden.phase, nextTimeout(hidden)]).toEqual(['streaming', 100 + SILENCE_TIMEOUT])
    const received = after(hidden, ['received', 30_000])
    expect(nextTimeout(received)).toBe(1_000 + HIDDEN_TIMEOUT)
    expect(after(received, ['shown', 31_000])).toMatchObject({ phase: 'streaming', stopAt: null })
    const stopped = after(received, ['time passed', 1_000 + HIDDEN_TIMEOUT])
    expect([stopped.phase, stopped.isLive, nextTimeout(stopped)]).toEqual(['stopped', true, null])
    expect(after(stopped, ['hidden', 70_000])).toEqual(stopped)
    expect(after(stopped, ['shown', 80_000])).toMatchObject({ phase: 'connecting', isLive: true })
  })

  test('stops when the page is left, and ignores what comes late', () => {
    for (const state of [connecting, streaming, polling, waiting]) {
      const left = after(state, ['left', 1_000])
      expect(left.phase).toBe('stopped')
      for (const late of ['received', 'refused', 'polled', 'poll failed', 'time passed'] as const)
        expect(after(left, [late, 2_000])).toEqual(left)
    }
    expect(after(waiting, ['received', 300])).toEqual(waiting)
    expect(after(waiting, ['refused', 300])).toEqual(waiting)
    expect(after(streaming, ['polled', 300])).toEqual(streaming)
  })
})

describe('the server’s stream', () => {
  const message = (position: number) => ({ id: `id-${position}`, position }) as Message
  const list = (...ids: string[]) => ids.map((id) => ({ id, unread: 0 }) as Conversation)
  const found = (messages: Message[] = [], conversations: Conversation[] | null = null, hasMore = false) => ({
    messages,
    conversations,
    hasMore,
  })
  const start = stream.startStream('open', 3, 0)
  const listed = stream.afterRead(start, found([], list('open')), true, 0)
  const nothing = new Set<string>()
  const caughtUp = stream.afterRead(stream.afterWait(listed, nothing, 0), found([], list('open')), true, 0)

  test('sends messages with their positions as IDs, and the list', () => {
    expect(stream.eventsOf(start, found([message(4)], list('open')), 0)).toEqual([
      { name: 'message', data: message(4), id: 4 },
      { name: 'conversations', data: list('open') },
    ])
    expect(stream.afterRead(start, found([message(4), message(5)]), true, 0).position).toBe(5)
    expect(stream.afterRead(start, found(), true, 0).position).toBe(3)
  })

  test('sends the list again only if it has changed', () => {
    expect(stream.isNewList(start, found([], list()))).toBe(true)
    expect(stream.isNewList(listed, found([], list('open')))).toBe(false)
    expect(stream.isNewList(listed, found())).toBe(false)
    expect(stream.eventsOf(caughtUp, found([], list('other', 'open')), 0)).toEqual([
      { name: 'conversations', data: list('other', 'open') },
    ])
  })

  test('reads again at once after a new list and after as many messages as one read returns', () => {
    expect([listed.phase, listed.isListStale, stream.waitOf(listed)]).toEqual(['reading', true, 0])
    const full = stream.afterRead(caughtUp, found([message(4)], null, true), true, 0)
    expect([full.phase, full.isListStale, stream.waitOf(full)]).toEqual(['reading', false, 0])
  })

  test('waits for notifications while Realtime delivers, and polls messages and list while it doesn’t', () => {
    expect([caughtUp.phase, caughtUp.isListStale, stream.waitOf(caughtUp)]).toEqual([
      'notified',
      false,
      stream.HEARTBEAT_INTERVAL,
    ])
    const disconnected = stream.afterRead(caughtUp, found(), false, 0)
    expect([disconnected.phase, disconnected.isListStale, stream.waitOf(disconnected)]).toEqual([
      'polling',
      true,
      stream.POLL_INTERVAL,
    ])
  })

  test('reads the list when another conversation has a message, but not for the open one', () => {
    expect(stream.afterWait(caughtUp, new Set(['open']), 1)).toMatchObject({ phase: 'reading', isListStale: false })
    expect(stream.afterWait(caughtUp, new Set(['open', 'other']), 1)).toMatchObject({ isListStale: true })
    expect(stream.afterWait(listed, nothing, 1)).toMatchObject({ isListStale: true })
  })

  test('sends a heartbeat when it has been silent, and only then', () => {
    const due = stream.HEARTBEAT_INTERVAL
    expect(stream.eventsOf(caughtUp, found(), due - 2_000)).toEqual([])
    expect(stream.eventsOf(caughtUp, found(), due)).toEqual([{ name: 'beat', data: 3 }])
    expect(stream.afterRead(caughtUp, found(), true, due).lastSentAt).toBe(due)
    expect(stream.afterRead(caughtUp, found(), true, due - 2_000).lastSentAt).toBe(0)
    expect(stream.eventsOf(caughtUp, found([message(4)]), due)).toHaveLength(1)
  })

  test('retries failed reads by polling, and ends after ten in a row', () => {
    let state = caughtUp
    for (let failures = 1; failures < stream.MAX_FAILURES; failures += 1) {
      state = stream.afterWait(stream.afterRead(state, null, true, failures), nothing, failures)
      expect([state.failures, state.phase, state.isListStale]).toEqual([failures, 'reading', true])
    }
    expect(stream.waitOf(stream.afterRead(caughtUp, null, true, 0))).toBe(stream.POLL_INTERVAL)
    expect(stream.afterRead(state, found(), true, 0)).toMatchObject({ failures: 0, phase: 'notified' })
    const ended = stream.afterRead(state, null, true, 0)
    expect([ended.phase, stream.waitOf(ended), stream.afterWait(ended, nothing, 0).phase]).toEqual([
      'ended',
      0,
      'ended',
    ])
  })

  test('ends after five minutes, so that the browser reconnects with its session', () => {
    expect(stream.afterWait(caughtUp, nothing, 5 * MINUTE - 1).phase).toBe('reading')
    expect(stream.afterWait(caughtUp, nothing, 5 * MINUTE).phase).toBe('ended')
  })
})

test('the Realtime channel connects when somebody watches, rejoins after errors, and is opened again after it was closed', () => {
  const after = (...events: ChannelEvent[]) => events.reduce<ChannelState>(nextChannelState, 'idle')
  expect(after('watched')).toBe('connecting')
  expect(after('watched', 'watched')).toBe('connecting')
  expect(after('watched', 'failed')).toBe('connecting')
  expect(after('watched', 'ready')).toBe('connected')
  expect(after('watched', 'ready', 'failed')).toBe('connecting')
  expect(after('watched', 'ready', 'failed', 'ready')).toBe('connected')
  expect(after('watched', 'ready', 'dropped')).toBe('waiting')
  expect(after('watched', 'dropped', 'watched', 'ready')).toBe('waiting')
  expect(after('watched', 'dropped', 'reopened')).toBe('connecting')
  for (const events of [[], ['watched'], ['watched', 'ready'], ['watched', 'dropped']] as ChannelEvent[][])
    expect(after(...events, 'ended', 'watched', 'ready', 'dropped', 'reopened')).toBe('closed')
})
