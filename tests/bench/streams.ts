import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { median } from '../support/median.ts'
import { residentMegabytes } from '../support/memory.ts'
import { startShop } from '../support/running-shop.ts'
import { Visitor } from '../support/visitor.ts'

/**
 * `npm run measure -- streams`: measures the memory that 500 open chat streams need in one process, how long a row that an operator
 * inserts takes to reach its page, and how long SIGTERM takes. Shop, database and listeners share the machine.
 */
const STREAMS = Number(process.env.STREAMS ?? 500)
/** The limit of streams per shopper. */
const MAX_STREAMS_PER_SHOPPER = 8
const ROWS = Number(process.env.ROWS ?? 200)
const PASSWORD = 'a-good-password'

const shop = await startShop({ LOG_LEVEL: 'silent' })
const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' } = shop.sandbox.settings
const serviceClient = createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })

interface Open {
  conversation: string
  /** Resolves when the stream receives this text. */
  hears: (text: string) => Promise<void>
}

const memory = () => Math.round(residentMegabytes(shop.process.pid))

async function signIn(): Promise<{ visitor: Visitor; id: string }> {
  const email = `listener-${crypto.randomUUID()}@example.com`
  const { data, error } = await serviceClient.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
  if (error) throw error
  const visitor = new Visitor(shop.url)
  await visitor.post('/login', { emailOrPhone: email, password: PASSWORD })
  return { visitor, id: data.user.id }
}

async function open({ visitor, id }: { visitor: Visitor; id: string }): Promise<Open> {
  const { data, error } = await serviceClient
    .from('user_conversations')
    .insert({ title: 'General Support Chat', created_by: id })
    .select('id')
    .single()
  if (error) throw error
  const cookie = visitor.cookieHeader
  const url = `${shop.url}/profile/chat-support/events?conversation=${data.id}`
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { cookie, accept: 'text/event-stream' }, agent: false }, resolve).on('error', reject)
  })
  if (response.statusCode !== 200) throw new Error(`No stream: ${response.statusCode}`)
  response.setEncoding('utf8')
  const waiting = new Map<string, () => void>()
  response.on('data', (chunk: string) => {
    for (const [text, found] of waiting) if (chunk.includes(text)) found()
  })
  response.on('error', () => undefined)
  return { conversation: data.id, hears: (text) => new Promise((resolve) => waiting.set(text, resolve)) }
}

async function measure(streams: Open[]): Promise<{ median: number; slowest: number }> {
  const times: number[] = []
  for (let count = 0; count < ROWS; count += 1) {
    const stream = streams[(count * 37) % streams.length]
    if (!stream) continue
    const text = crypto.randomUUID()
    const heard = stream.hears(text)
    const startedAt = performance.now()
    const { error } = await serviceClient
      .from('chat_messages')
      .insert({ conversation_id: stream.conversation, message_text: text })
    if (error) throw error
    await heard
    times.push(performance.now() - startedAt)
  }
  return { median: Math.round(median(times)), slowest: Math.round(Math.max(...times)) }
}

const streams = [await open(await signIn())]
// Wait until Realtime is connected.
await pause(3_000)
const before = memory()
const alone = await measure(streams)
while (streams.length < STREAMS) {
  const person = await signIn()
  const count = Math.min(MAX_STREAMS_PER_SHOPPER, STREAMS - streams.length)
  streams.push(...(await Promise.all(Array.from({ length: count }, () => open(person)))))
}
const crowded = await measure(streams)
const after = memory()
const live = await (await fetch(`${shop.url}/health/live`)).text()
const ended = new Promise((resolve) => shop.process.once('exit', resolve))
const stoppedAt = performance.now()
shop.process.kill('SIGTERM')
const code = await ended
const stopping = Math.round(performance.now() - stoppedAt)
await shop.stop()

console.log(`| Measure | 1 stream | ${streams.length} streams |
| --- | --: | --: |
| an operator's row in its page, median | ${alone.median} ms | ${crowded.median} ms |
| the slowest of ${ROWS} | ${alone.slowest} ms | ${crowded.slowest} ms |
| memory of the shop | ${before} MB | ${after} MB |
| \`/health/live\` | | ${live} |
| SIGTERM to the end, code ${code} | | ${stopping} ms |`)
