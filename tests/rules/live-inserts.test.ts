import { once } from 'node:events'
import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Log } from '../../app/platform/log.server.ts'
import { LiveInserts } from '../../app/platform/supabase/live-inserts.server.ts'

// A Realtime that does what hosted ones do to a channel in its lifetime, and the sandbox's doesn't.

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

type Push = (event: string, payload: object) => void
interface Join {
  /** The number of the connection, from 1. */
  connection: number
  accept: () => void
  refuse: (reason: string) => void
  push: Push
}

/** Starts a Realtime that handles joins of channels, and what watches its messages. */
async function watchAt(onJoin: (join: Join) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  let connections = 0
  server.on('connection', (ws: WebSocket) => {
    const connection = (connections += 1)
    ws.on('message', (raw) => {
      const [joinRef, ref, topic, event] = JSON.parse(String(raw))
      const send = (refOf: unknown, name: string, payload: object) =>
        ws.send(JSON.stringify([joinRef, refOf, topic, name, payload]))
      const reply = (status: string, response: object) => send(ref, 'phx_reply', { status, response })
      if (event !== 'phx_join') return reply('ok', {})
      const change = { id: 1, event: 'INSERT', schema: 'public', table: 'chat_messages' }
      onJoin({
        connection,
        accept: () => reply('ok', { postgres_changes: [change] }),
        refuse: (reason) => reply('error', { reason }),
        push: (name, payload) => send(null, name, payload),
      })
    })
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const log = { warn: vi.fn() }
  const client = createClient(`http://127.0.0.1:${port}`, 'sb_secret_x', { auth: { persistSession: false } })
  const live = new LiveInserts(client as never, { table: 'chat_messages', column: 'key' }, log as unknown as Log)
  const watcher = live.watch(['a', 'b'], 'somebody')
  cleanUps.push(async () => {
    await live.close()
    for (const ws of server.clients) ws.terminate()
    server.close()
  })
  const changes = async () => [...(await watcher.nextChanges(2_000, new AbortController().signal))]
  return { live, log, changes }
}

const subscribed = { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' }
const failed = { extension: 'postgres_changes', status: 'error', message: 'Subscription failed' }

test('while Realtime can’t read the database, it delivers nothing, and all watchers look for rows afterwards', async () => {
  let push: Push = () => {}
  const { live, log, changes } = await watchAt((join) => {
    push = join.push
    join.accept()
    push('system', subscribed)
  })
  expect(await changes()).toEqual(['a', 'b'])
  expect(live.isConnected).toBe(true)
  push('system', failed)
  expect(await changes()).toEqual(['a', 'b'])
  expect(live.isConnected).toBe(false)
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ message: 'Subscription failed' }))
  push('system', subscribed)
  expect(await changes()).toEqual(['a', 'b'])
  expect(live.isConnected).toBe(true)
})

test('when Realtime has subscribed again by itself, all watchers look for rows', async () => {
  let push: Push = () => {}
  const { changes } = await watchAt((join) => {
    push = join.push
    join.accept()
    push('system', subscribed)
  })
  expect(await changes()).toEqual(['a', 'b'])
  push('system', subscribed)
  expect(await changes()).toEqual(['a', 'b'])
})

test.each(['closes the channel', 'refuses to join'])(
  'a Realtime that %s because the connection’s token has expired gets a new connection',
  async (way) => {
    const { live, changes } = await watchAt(({ connection, accept, refuse, push }) => {
      if (connection > 1 || way === 'closes the channel') accept()
      else return refuse('InvalidJWTToken: Token has expired 3 seconds ago')
      push('system', subscribed)
      if (connection > 1) return
      push('system', { extension: 'system', status: 'error', message: 'Token has expired 0 seconds ago' })
      push('phx_close', {})
      // As Realtime does it: the token is that of the connection.
      way = 'refuses to join'
    })
    await expect.poll(() => live.isConnected, { timeout: 15_000 }).toBe(true)
    expect(await changes()).toEqual(['a', 'b'])
  },
)
