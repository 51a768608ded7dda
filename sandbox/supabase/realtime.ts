import type { Server } from 'node:http'
import { jwtVerify, type JWTPayload } from 'jose'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { rowFilter } from './realtime-filter.ts'
import type { OpenSupabase, SupabaseSettings } from './open.ts'

interface Subscription {
  id: number
  event: string
  schema: string
  table?: string
  filter?: string
  matches: (row: Record<string, unknown>) => boolean
}

interface Channel {
  topic: string
  claims: JWTPayload
  subscriptions: Subscription[]
  push: (event: string, payload: unknown) => void
  expiry?: NodeJS.Timeout
}

const changeSchema = z.object({
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  id: z.string(),
})
type Change = z.infer<typeof changeSchema>

const joinSchema = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      postgres_changes: z
        .array(
          z.object({
            event: z.string(),
            schema: z.string(),
            table: z.string().optional(),
            filter: z.string().optional(),
          }),
        )
        .default([]),
    })
    .default({ postgres_changes: [] }),
})

/**
 * Serves Realtime's protocol (Phoenix channels, serializer 1.0.0 with objects and 2.0.0 with arrays) for `postgres_changes`.
 * Each row is read again with the subscriber's role and claims, so that RLS decides who receives it.
 */
export async function realtime(
  server: Server,
  open: OpenSupabase,
  settings: SupabaseSettings,
): Promise<{ close: () => void }> {
  const secret = new TextEncoder().encode(settings.jwtSecret)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 65_536 })
  const channels = new Set<Channel>()

  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const key = url.searchParams.get('apikey') ?? ''
    if (url.pathname !== '/realtime/v1/websocket') return socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    if (key !== settings.publishableKey && key !== settings.secretKey)
      return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    sockets.handleUpgrade(request, socket, head, (ws) => serve(ws, url.searchParams.get('vsn') ?? '1.0.0', key))
  })

  async function readClaims(token: string): Promise<JWTPayload> {
    if (token === settings.publishableKey) return { role: 'anon' }
    if (token === settings.secretKey) return { role: 'service_role' }
    return (await jwtVerify(token, secret)).payload
  }

  function serve(ws: WebSocket, version: string, key: string): void {
    const joined = new Map<string, Channel>()
    const send = (topic: string, event: string, payload: unknown, ref: unknown = null, joinRef: unknown = null) => {
      if (ws.readyState !== ws.OPEN) return
      const message =
        version === '2.0.0' ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref, join_ref: joinRef }
      ws.send(JSON.stringify(message))
    }
    const leave = (topic: string) => {
      const channel = joined.get(topic)
      if (!channel) return
      clearTimeout(channel.expiry)
      channels.delete(channel)
      joined.delete(topic)
    }
    const scheduleExpiry = (channel: Channel) => {
      clearTimeout(channel.expiry)
      if (!channel.claims.exp) return
      const wait = Math.min(2 ** 31 - 1, channel.claims.exp * 1000 - Date.now())
      channel.expiry = setTimeout(() => {
        channel.push('system', {
          status: 'error',
          extension: 'system',
          message: 'Token has expired',
          channel: channel.topic.slice(9),
        })
        channel.push('phx_close', {})
        leave(channel.topic)
      }, wait).unref()
    }

    ws.on('close', () => [...joined.keys()].forEach(leave))
    ws.on('error', () => ws.terminate())
    ws.on('message', async (raw, isBinary) => {
      if (isBinary) return
      const message = JSON.parse(String(raw))
      const [joinRef, ref, topic, event, payload] = Array.isArray(message)
        ? message
        : [message.join_ref, message.ref, message.topic, message.event, message.payload]
      const reply = (status: string, response: unknown = {}) =>
        send(topic, 'phx_reply', { status, response }, ref, joinRef)
      try {
        if (event === 'heartbeat') return reply('ok')
        if (event === 'phx_join') {
          leave(topic)
          const join = joinSchema.parse(payload)
          const subscriptions = join.config.postgres_changes.map((wanted, place) => ({
            ...wanted,
            id: place + 1 + Math.floor(Math.random() * 1e8),
            matches: rowFilter(wanted.filter),
          }))
          const push = (name: string, body: unknown) => send(topic, name, body, null, joinRef)
          const channel: Channel = { topic, claims: await readClaims(join.access_token ?? key), subscriptions, push }
          joined.set(topic, channel)
          channels.add(channel)
          scheduleExpiry(channel)
          reply('ok', { postgres_changes: subscriptions.map(({ matches: _, ...rest }) => rest) })
          const ready = {
            status: 'ok',
            extension: 'postgres_changes',
            channel: topic.slice(9),
            message: 'Subscribed to PostgreSQL',
          }
          if (subscriptions.length > 0) push('system', ready)
          return push('presence_state', {})
        }
        const channel = joined.get(topic)
        if (!channel) return reply('error', { reason: 'unmatched topic' })
        if (event === 'access_token') {
          channel.claims = await readClaims(payload.access_token)
          return scheduleExpiry(channel)
        }
        if (event !== 'phx_leave') return reply('error', { reason: 'not supported by the sandbox' })
        leave(topic)
        reply('ok')
        send(topic, 'phx_close', {}, ref, joinRef)
      } catch {
        reply('error', { reason: 'Unauthorized' })
        leave(topic)
      }
    })
  }

  async function deliver(change: Change): Promise<void> {
    for (const channel of channels) {
      const interested = channel.subscriptions.filter(
        ({ event, schema, table }) =>
          [change.type, '*'].includes(event) &&
          [change.schema, '*'].includes(schema) &&
          [change.table, '*', undefined].includes(table),
      )
      if (interested.length === 0) continue
      const row = await readAs(channel.claims, change)
      const ids = row ? interested.filter(({ matches }) => matches(row)).map(({ id }) => id) : []
      if (ids.length === 0) continue
      const { schema, table, type } = change
      const record =
        type === 'DELETE'
          ? { old_record: row }
          : { record: row, ...(type === 'UPDATE' ? { old_record: { id: change.id } } : {}) }
      const columns = Object.keys(row ?? {}).map((name) => ({ name, type: 'text' }))
      channel.push('postgres_changes', {
        ids,
        data: { schema, table, type, commit_timestamp: new Date().toISOString(), columns, errors: null, ...record },
      })
    }
  }

  async function readAs(claims: JWTPayload, change: Change): Promise<Record<string, unknown> | undefined> {
    if (change.type === 'DELETE') return { id: change.id }
    const role = ['authenticated', 'service_role'].includes(String(claims.role)) ? String(claims.role) : 'anon'
    return open.exclusively((database) =>
      database
        .transaction(async (transaction) => {
          await transaction.query(
            `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.jwt.claim.sub', $3, true)`,
            [role, JSON.stringify(claims), claims.sub ?? ''],
          )
          const name = `${JSON.stringify(change.schema)}.${JSON.stringify(change.table)}`
          const { rows } = await transaction.query<{ row: Record<string, unknown> }>(
            `select to_jsonb(t) as row from ${name} t where id = $1`,
            [change.id],
          )
          return rows[0]?.row
        })
        .catch((error) => {
          const isForbidden = error instanceof Error && 'code' in error && error.code === '42501'
          if (isForbidden) return undefined
          throw error
        }),
    )
  }

  await open.connection.driver.listen('sandbox_realtime', (raw) => {
    deliver(changeSchema.parse(JSON.parse(raw))).catch((error) => console.error('realtime', error))
  })
  return {
    close() {
      for (const ws of sockets.clients) ws.terminate()
      sockets.close()
    },
  }
}
