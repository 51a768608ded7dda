import type { Server } from 'node:http'
import type { JWTPayload } from 'jose'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { claimsReader, withRightsOf } from './callers.ts'
import type { SupabaseSettings } from './lite-app.ts'
import type { OpenSupabase } from './open.ts'
import type { Channel } from './realtime-channel.ts'
import { RealtimeConnection } from './realtime-connection.ts'

const changeSchema = z.object({
  schema: z.string(),
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  id: z.string(),
})
type Change = z.infer<typeof changeSchema>

/**
 * Serves Realtime's protocol (Phoenix channels) for `postgres_changes`. Each row is read again with the subscriber's role and claims,
 * so that RLS decides who receives it.
 */
export async function realtime(
  server: Server,
  open: OpenSupabase,
  settings: SupabaseSettings,
): Promise<{ close: () => void }> {
  const readClaims = claimsReader(settings)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 65_536 })
  const channels = new Set<Channel>()

  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const key = url.searchParams.get('apikey') ?? ''
    if (url.pathname !== '/realtime/v1/websocket') return socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    if (key !== settings.publishableKey && key !== settings.secretKey)
      return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
    const version = url.searchParams.get('vsn') ?? '1.0.0'
    sockets.handleUpgrade(
      request,
      socket,
      head,
      (ws) => void new RealtimeConnection(ws, version, key, readClaims, channels),
    )
  })

  await open.connection.driver.listen('sandbox_realtime', (raw) => {
    const change = changeSchema.parse(JSON.parse(raw))
    deliver(open, channels, change).catch((error) => console.error('realtime', error))
  })
  return {
    close() {
      for (const ws of sockets.clients) ws.terminate()
      sockets.close()
    },
  }
}

/** Sends a change to every channel that wants it and may read its row. */
async function deliver(open: OpenSupabase, channels: Set<Channel>, change: Change): Promise<void> {
  for (const channel of channels) {
    const interested = channel.subscriptions.filter(
      ({ event, schema, table }) =>
        [change.type, '*'].includes(event) &&
        [change.schema, '*'].includes(schema) &&
        [change.table, '*', undefined].includes(table),
    )
    if (interested.length === 0) continue
    const row = await readAs(open, channel.claims, change)
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

/** Reads a changed row with a subscriber's rights. Returns undefined if they may not see it. */
async function readAs(
  open: OpenSupabase,
  claims: JWTPayload,
  change: Change,
): Promise<Record<string, unknown> | undefined> {
  if (change.type === 'DELETE') return { id: change.id }
  const name = `${JSON.stringify(change.schema)}.${JSON.stringify(change.table)}`
  return withRightsOf(open, claims, async (database) => {
    const sql = `select to_jsonb(t) as row from ${name} t where id = $1`
    return (await database.query<{ row: Record<string, unknown> }>(sql, [change.id])).rows[0]?.row
  }).catch((error) => {
    const isForbidden = error instanceof Error && 'code' in error && error.code === '42501'
    if (isForbidden) return undefined
    throw error
  })
}
