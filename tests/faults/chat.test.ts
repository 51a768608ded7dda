import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { BackendProxy, Fault } from '../support/backend-proxy.ts'
import { answerAsAgent, CHAT, conversationOf, sendForm, startChat } from '../support/chat.ts'
import { placeOrder } from '../support/checkout.ts'
import { listen, type Listener } from '../support/event-stream.ts'
import { startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { usedMemory, MEMORY_PROBE } from '../support/memory.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { startRoundRobin } from '../support/round-robin.ts'
import { freePort } from '../support/free-port.ts'
import { formFields, Visitor, type Page } from '../support/visitor.ts'
import { serviceBackend } from '../support/orders.ts'

// The chat with a failing backend, and live over unreliable connections.

let shop: FragileShop
let proxy: BackendProxy
let serviceClient: ReturnType<typeof serviceBackend>
const listeners: Listener[] = []

beforeAll(async () => {
  shop = await startFragileShop()
  proxy = shop.proxy
  serviceClient = serviceBackend(shop.settings)
})
beforeEach(() => {
  proxy.fault = null
})
afterEach(() => {
  for (const { source } of listeners.splice(0)) source.close()
})
afterAll(() => shop.stop())

/** A separate process with closed circuit breakers, and a signed-in shopper. */
async function someoneAt(url: string): Promise<Visitor> {
  const email = `person-${crypto.randomUUID().slice(0, 8)}@example.com`
  const password = 'a-good-password'
  const { error } = await serviceClient.auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  const visitor = new Visitor(url)
  await visitor.post('/login', { emailOrPhone: email, password })
  return visitor
}

async function fresh(environment: Record<string, string> = {}): Promise<{ process: ShopProcess; visitor: Visitor }> {
  const process = await shop.startProcess(environment)
  return { process, visitor: await someoneAt(process.url) }
}

const inConversation = (id: string) => `${CHAT}?conversation=${id}`
const alerts = (page: Page) => all(dom(page), 'main [role=alert]')
const bubbles = (page: Page) => all(dom(page), '.messages > .bubble > p, .messages > .system > p')
const broken = (path: RegExp, method?: string): Fault => ({ path, kind: 'status', ...(method ? { method } : {}) })

/** Fills a form while everything works, and submits it during a fault. */
async function sendDuring(
  fault: Fault,
  visitor: Visitor,
  path: string,
  marker: string,
  fields: Record<string, string>,
) {
  const { html } = await visitor.get(path)
  const filled = { ...formFields(html, marker), ...fields }
  proxy.fault = fault
  const page = await visitor.post(path, filled)
  proxy.fault = null
  return { page, filled }
}

test('a chat that can’t be started says so, keeps the text, and a retry starts one chat (CT-58)', async () => {
  const { visitor } = await fresh()
  const path = `${CHAT}?mode=general`
  const lost: Fault = { path: /rpc\/create_conversation/, kind: 'lost response' }
  const { page } = await sendDuring(lost, visitor, path, 'name="attachment"', { text: 'Is it lined?' })
  expect([page.status, alerts(page)]).toEqual([503, ['There was an error starting the chat. Please try again.']])
  expect(dom(page).querySelector('.message-box [name=text]')?.getAttribute('value')).toBe('Is it lined?')
  const again = await visitor.post(path, formFields(page.html, 'name="attachment"'))
  expect(bubbles(again)).toEqual(['Is it lined?'])
  expect(all(dom(await visitor.get(CHAT)), '.conversations li')).toHaveLength(1)
})

test('a message whose response is lost says so, keeps the text, and a retry adds one message (CT-60)', async () => {
  const { visitor } = await fresh()
  const path = inConversation(await startChat(visitor, 'First'))
  const lost: Fault = { path: /rpc\/add_message/, kind: 'lost response' }
  const { page } = await sendDuring(lost, visitor, path, 'name="attachment"', { text: 'Second' })
  expect([page.status, alerts(page)]).toEqual([503, ['There was an error sending your message. Please try again.']])
  const filled = formFields(page.html, 'name="attachment"')
  expect(filled.text).toBe('Second')
  expect(bubbles(await visitor.post(path, filled))).toEqual(['First', 'Second'])
  expect(bubbles(await visitor.post(path, { ...filled, text: 'Third' }))).toEqual(['First', 'Second', 'Third'])
})

test('if a file can’t be stored, the text stays in the box and no message is added (CT-60)', async () => {
  const { visitor } = await fresh()
  const path = inConversation(await startChat(visitor, 'First'))
  const { html } = await visitor.get(path)
  const body = new FormData()
  for (const [name, value] of Object.entries(formFields(html, 'name="attachment"'))) body.append(name, String(value))
  body.set('text', 'The invoice')
  body.set('attachment', new Blob(['%PDF-1.4']), 'invoice.pdf')
  proxy.fault = broken(/storage\/v1/)
  const response = await visitor.request(path, { method: 'POST', body })
  const page = { html: await response.text() } as Page
  expect([response.status, alerts(page)]).toEqual([503, ['There was an error sending your message. Please try again.']])
  expect(dom(page).querySelector('.message-box [name=text]')?.getAttribute('value')).toBe('The invoice')
  proxy.fault = null
  expect(bubbles(await visitor.get(path))).toEqual(['First'])
})

test('a conversation that can’t be loaded says so and the list stays, and vice versa (CT-59)', async () => {
  const { visitor } = await fresh()
  const id = await startChat(visitor, 'First')
  proxy.fault = broken(/chat_messages/)
  const page = await visitor.get(inConversation(id))
  expect([page.status, alerts(page)]).toEqual([503, ['There was an error loading the conversation.']])
  expect(all(dom(page), '.conversations li')).toHaveLength(1)
  const { visitor: other } = await fresh()
  const own = await startChat(other, 'First')
  proxy.fault = broken(/user_conversations/)
  const listless = await other.get(CHAT)
  expect(listless.status).toBe(200)
  expect(words(dom(listless).querySelector('.conversations'))).toContain('Your conversations can’t be read right now.')
  expect(all(dom(listless), '.tiles a')).toHaveLength(3)
  proxy.fault = null
  await vi.waitFor(async () => expect(bubbles(await other.get(inConversation(own)))).toEqual(['First']), {
    timeout: 15_000,
    interval: 500,
  })
})

test('a failed order look-up says so, keeps the number, and a retry opens one chat (CT-24)', async () => {
  const { visitor } = await fresh()
  const orderId = await placeOrder(visitor, 'cod')
  const path = `${CHAT}?mode=order`
  const { page } = await sendDuring(broken(/rest\/v1\/orders/), visitor, path, 'orderNumber', { orderNumber: orderId })
  expect(page.status).toBe(503)
  expect(bubbles(page)).toEqual([
    orderId,
    'There was an error finding your order. Please check the order number and try again.',
  ])
  const replyLost: Fault = { path: /rest\/v1\/chat_messages/, method: 'POST', kind: 'lost response' }
  const { visitor: second } = await fresh()
  const own = await placeOrder(second, 'cod')
  const { filled } = await sendDuring(replyLost, second, path, 'orderNumber', { orderNumber: own })
  expect(bubbles(await second.post(path, filled))).toEqual([own, 'We found your order.'])
  expect(all(dom(await second.get(CHAT)), '.conversations li')).toHaveLength(1)
})

test('an answer that can’t be loaded says so and offers an agent; questions that can’t be loaded say so (CT-34, CT-35)', async () => {
  const { visitor } = await fresh()
  const path = `${CHAT}?mode=predefined`
  const { html } = await visitor.get(path)
  const [, question = ''] = /name="question" value="([^"]+)"/.exec(html) ?? []
  const fault = broken(/rpc\/get_predefined_answer/)
  const { page } = await sendDuring(fault, visitor, path, 'name="question"', { question })
  expect(bubbles(page).at(-1)).toBe("Sorry, I couldn't load that answer.")
  expect(all(dom(page), '.options button')).toEqual(['Talk to a support agent'])
  const { visitor: other } = await fresh()
  proxy.fault = broken(/rpc\/get_predefined_questions/)
  const unread = await other.get(path)
  expect([unread.status, unread.text]).toEqual([503, expect.stringContaining('The questions can’t be read right now.')])
  expect(dom(unread).querySelector('.message-box')).not.toBeNull()
})

function follow(url: string, visitor: Visitor, conversation: string, after = 0): Listener {
  const listener = listen(url, visitor, conversation, after)
  listeners.push(listener)
  return listener
}

/** Returns whether Realtime feeds a process's streams, by its metrics. */
async function isFed(port: number): Promise<boolean> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}`)).text()
  return /shop_event_streams\{outcome="fed"\} 1/.test(metrics)
}

const soon = { timeout: 15_000, interval: 50 }

test('a message that an operator inserts comes by the stream, with Realtime and without (CT-64, CT-65)', async () => {
  const METRICS_PORT = String(await freePort())
  const { process, visitor } = await fresh({ METRICS_PORT })
  const id = await startChat(visitor, 'First')
  const { heard } = follow(process.url, visitor, id)
  await vi.waitFor(() => expect(heard).toEqual(['First']), soon)
  await vi.waitFor(async () => expect(await isFed(Number(METRICS_PORT))).toBe(true), soon)
  const reads = () =>
    proxy.calls.filter(({ path, method }) => method === 'GET' && path.includes('chat_messages')).length
  // Connecting causes a read; it is over once the number of reads stays the same.
  let before = 0
  await vi.waitFor(
    () => {
      const last = before
      before = reads()
      expect(before).toBe(last)
    },
    { ...soon, interval: 500 },
  )
  await answerAsAgent(id, { message_text: 'From Studio' }, serviceClient)
  await vi.waitFor(() => expect(heard).toEqual(['First', 'From Studio']), soon)
  // Notified by Realtime, it read once; it doesn't poll.
  expect(reads() - before).toBe(1)

  proxy.fault = { path: /realtime/, kind: 'reset' }
  proxy.cutSockets()
  await vi.waitFor(async () => expect(await isFed(Number(METRICS_PORT))).toBe(false), soon)
  await answerAsAgent(id, { message_text: 'Without Realtime' }, serviceClient)
  await vi.waitFor(() => expect(heard.at(-1)).toBe('Without Realtime'), soon)
  proxy.fault = null
  await vi.waitFor(async () => expect(await isFed(Number(METRICS_PORT))).toBe(true), { timeout: 30_000, interval: 200 })
  await answerAsAgent(id, { message_text: 'With it again' }, serviceClient)
  await vi.waitFor(() => expect(heard.at(-1)).toBe('With it again'), soon)
  expect(heard).toHaveLength(4)
}, 60_000)

test('two hundred messages over a connection that breaks every two seconds, at two processes in turn, arrive once and in order (CT-66)', async () => {
  const [one, two] = [await shop.startProcess(), await shop.startProcess()]
  const visitor = await someoneAt(one.url)
  const id = await startChat(visitor, 'Message 0')
  const way = await startRoundRobin([one.url, two.url])
  const { heard } = follow(way.url, visitor, id)
  await vi.waitFor(() => expect(heard).toEqual(['Message 0']), soon)
  const cutting = setInterval(way.cut, 2_000)
  for (let count = 1; count <= 200; count += 1) {
    await answerAsAgent(id, { message_text: `Message ${count}` }, serviceClient)
    await pause(40)
  }
  await vi.waitFor(() => expect(heard.at(-1)).toBe('Message 200'), soon)
  clearInterval(cutting)
  expect(heard).toEqual(Array.from({ length: 201 }, (_, count) => `Message ${count}`))
  expect(way.count()).toBeGreaterThan(4)
  await way.close()
}, 90_000)

test('with twenty senders while the backend is killed, the stream delivers exactly the stored messages (CT-66)', async () => {
  const { process, visitor } = await fresh()
  const id = await startChat(visitor, 'First')
  const { heard } = follow(process.url, visitor, id)
  await vi.waitFor(() => expect(heard).toEqual(['First']), soon)
  const send = (round: number) =>
    Array.from({ length: 20 }, (_, place) =>
      answerAsAgent(id, { message_text: `Round ${round}, ${place}` }, serviceClient),
    )
  await Promise.all(send(1))
  const cut = send(2)
  await Promise.all([Promise.allSettled(cut), Promise.any(cut).then(() => shop.killBackend())])
  await vi.waitFor(
    async () => expect((await serviceClient.from('chat_messages').select('id').limit(1)).error).toBeNull(),
    soon,
  )
  await Promise.all(send(3))
  const { data } = await serviceClient
    .from('chat_messages')
    .select('message_text, position, created_at')
    .eq('conversation_id', id)
    .order('created_at')
  expect(data?.map(({ position }) => position)).toEqual(data?.map((_, place) => place + 1))
  expect(data?.length).toBeGreaterThanOrEqual(41)
  const texts = data?.map(({ message_text: text }) => text)
  await vi.waitFor(() => expect(heard).toEqual(texts), { timeout: 40_000, interval: 200 })
}, 90_000)

test('SIGTERM ends open streams with a retry time, and the process immediately', async () => {
  const { process, visitor } = await fresh(MEMORY_PROBE)
  const cookie = visitor.cookieHeader
  const open = async () => {
    const id = await startChat(visitor)
    const headers = { cookie, accept: 'text/event-stream' }
    return fetch(`${process.url}${CHAT}/events?conversation=${id}`, { headers })
  }
  const streams = await Promise.all(Array.from({ length: 8 }, open))
  for (const stream of streams)
    expect(['content-type', 'x-accel-buffering', 'content-encoding'].map((name) => stream.headers.get(name))).toEqual([
      'text/event-stream; charset=utf-8',
      'no',
      null,
    ])
  // A full garbage collection removes everything that the server doesn't reference.
  await usedMemory(process.process)
  const ended = new Promise((resolve) => process.process.once('exit', resolve))
  process.process.kill('SIGTERM')
  for (const stream of streams) expect(await stream.text()).toMatch(/event: message[\s\S]*\nretry: \d+\n\n$/)
  expect(await ended).toBe(0)
})

test('a stream ends with its session, and a shopper has at most eight streams', async () => {
  const { process, visitor } = await fresh()
  const id = await startChat(visitor, 'First')
  const url = `${process.url}${CHAT}/events?conversation=${id}&after=1`
  const cookie = visitor.cookieHeader
  const open = (signal?: AbortSignal) =>
    fetch(url, { headers: { cookie, accept: 'text/event-stream' }, ...(signal ? { signal } : {}) })
  const leaving = new AbortController()
  await Promise.all(Array.from({ length: 8 }, () => open(leaving.signal)))
  expect((await open()).status).toBe(503)
  leaving.abort()
  // Closed streams make room.
  const streams: Response[] = []
  while (streams.length < 8)
    await vi.waitFor(async () => {
      const stream = await open()
      expect(stream.status).toBe(200)
      streams.push(stream)
    }, soon)
  expect((await open()).status).toBe(503)
  await visitor.post('/logout', {})
  await answerAsAgent(id, { message_text: 'Not for them any more' }, serviceClient)
  for (const stream of streams) expect(await stream.text()).not.toContain('Not for them')
  expect((await open()).status).toBe(401)
})

test('a page without streams requests the messages after its last one (CT-66)', async () => {
  const { process, visitor } = await fresh()
  const id = conversationOf(await sendForm(visitor, `${CHAT}?mode=general`, 'box', { text: 'First' }))
  await answerAsAgent(id, { message_text: 'Second' }, serviceClient)
  const ask = async (after: string) =>
    visitor.request(`${CHAT}/events?conversation=${id}&after=${after}`, { headers: { accept: 'application/json' } })
  const answer = (await (await ask('1')).json()) as { messages: { text: string; position: number }[] }
  expect(answer.messages.map(({ text, position }) => [text, position])).toEqual([['Second', 2]])
  for (const after of ['-1', 'x', '1e99']) expect((await ask(after)).status).toBe(404)
  proxy.fault = broken(/chat_messages/)
  expect((await ask('1')).status).toBe(503)
  await expect.poll(() => process.log()).toContain('messages not read')
})
