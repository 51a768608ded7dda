import sharp from 'sharp'
import { expect, test } from 'vitest'
import { answerAsAgent, CHAT, conversationOf, sendForm, startChat } from '../support/chat.ts'
import { placeOrder } from '../support/checkout.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

// The chat's pages and forms without JavaScript.

const someone = async (name = 'Areeba Shah') => signedIn(await newPerson(name))
const inConversation = (id: string) => `${CHAT}?conversation=${id}`
const bubbles = (page: Page) =>
  dom(page)
    .querySelectorAll('.messages > .bubble, .messages > .system')
    .map((bubble) => ({
      kind: bubble.classList.value.join(' '),
      label: words(bubble.querySelector('small:not(:has(time))')),
      text: words(bubble.querySelector('p')),
    }))
const alerts = (page: Page) => all(dom(page), 'main [role=alert]')
const heading = (page: Page) => words(dom(page).querySelector('h1'))

test('opens the chat, its messages and its files for signed-in shoppers only (CT-27)', async () => {
  const visitor = newVisitor()
  expect((await visitor.get(CHAT)).url).toBe('/')
  expect((await visitor.post(CHAT, { intent: 'send', text: 'Hello' })).url).toBe('/')
  expect((await visitor.request(`${CHAT}/messages`, { method: 'POST', body: new URLSearchParams() })).status).toBe(401)
  expect((await visitor.request(`${CHAT}/events?conversation=${crypto.randomUUID()}`)).status).toBe(401)
  expect((await visitor.get(`${CHAT}/attachments/${crypto.randomUUID()}`)).url).toBe('/')
})

test('shows an empty list and the three tiles before the first chat (CT-01, CT-06, CT-08, CT-09, CT-11, CT-12, CT-13, CT-14)', async () => {
  const visitor = await someone()
  const page = await visitor.get(CHAT)
  const panel = dom(page).querySelector('.conversations')
  expect(words(panel?.querySelector('h2') ?? null)).toBe('Recent Conversations')
  expect(words(panel)).toContain('No recent conversations')
  expect(links(dom(page), '.conversations .button')).toEqual([CHAT])
  expect(all(dom(page), '.conversations .button')).toEqual(['Start New Chat'])
  expect(heading(page)).toBe('Customer Support')
  const tiles = dom(page).querySelectorAll('.tiles a')
  expect(tiles.map((tile) => [words(tile.querySelector('strong')), words(tile.querySelector('span'))])).toEqual([
    ['Order Help', 'Get help with a specific order'],
    ['General Chat', 'Chat with the support team'],
    ['Quick Answers', 'Answers to common questions'],
  ])
  expect(links(dom(page), '.tiles a')).toEqual(
    ['order', 'general', 'predefined'].map((mode) => `${CHAT}?mode=${mode}#chat`),
  )
  for (const mode of ['order', 'general', 'predefined'])
    expect((await visitor.get(`${CHAT}?mode=${mode}`)).html).not.toContain('class="tiles"')
  expect((await visitor.get(`${CHAT}?mode=nonsense`)).html).toContain('class="tiles"')
})

test('refuses a twenty-first open chat until one is closed', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const rows = Array.from({ length: 20 }, (_, n) => ({ title: `Talk ${n}`, created_by: person.id }))
  const { data } = await serviceClient().from('user_conversations').insert(rows).select('id')
  const refused = await sendForm(visitor, `${CHAT}?mode=general`, 'box', { text: 'Hello' })
  expect([refused.status, alerts(refused)]).toEqual([409, ['You have twenty open chats. Please continue one of them.']])
  await serviceClient()
    .from('user_conversations')
    .update({ status: 'closed' })
    .eq('id', data?.[0]?.id ?? '')
  await startChat(visitor)
})

test('lists titles, status, time and unread count of the latest ten conversations (CT-02, CT-03, CT-04, CT-05, CT-07)', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1_000).toISOString()
  for (let place = 0; place < 11; place += 1) {
    const { data } = await serviceClient()
      .from('user_conversations')
      .insert({ title: `Talk ${place}`, created_by: person.id, status: place === 1 ? 'closed' : 'open' })
      .select('id')
      .single()
    const { error } = await serviceClient()
      .from('chat_messages')
      .insert({ conversation_id: data?.id ?? '', message_text: 'Hello', created_at: minutesAgo(place * 5) })
    if (error) throw error
  }
  const list = dom(await visitor.get(CHAT)).querySelectorAll('.conversations li')
  expect(list).toHaveLength(10)
  expect(list.slice(0, 3).map((row) => words(row))).toEqual([
    'Open Talk 0 just now 1 unread',
    'Closed Talk 1 5 min ago 1 unread',
    'Open Talk 2 10 min ago 1 unread',
  ])
  expect(list.slice(0, 2).map((row) => words(row.querySelector('.status')))).toEqual(['Open', 'Closed'])
  expect(list[0]?.querySelector('svg path')?.getAttribute('d')).not.toBe(
    list[1]?.querySelector('svg path')?.getAttribute('d'),
  )
})

test('opens a general chat with its first message, and responds with the conversation (CT-10, CT-28, CT-36, CT-37, CT-38, CT-47, CT-57, CT-67)', async () => {
  const visitor = await someone()
  const fresh = await visitor.get(`${CHAT}?mode=general`)
  const box = dom(fresh).querySelector('.message-box')
  expect(box?.querySelector('[name=text]')?.getAttribute('placeholder')).toBe('Type a message...')
  expect(box?.querySelector('[name=attachment]')?.getAttribute('type')).toBe('file')
  expect(words(box?.querySelector('button') ?? null)).toBe('Send')
  const posted = await visitor.submit(`${CHAT}?mode=general`, {
    ...formFields(fresh.html, 'name="attachment"'),
    text: 'Is the robe lined?',
  })
  expect(posted.status).toBe(303)
  const id = conversationOf({ url: posted.headers.get('location') ?? '', text: '' })
  const page = await visitor.get(inConversation(id))
  expect(heading(page)).toBe('General Support Chat')
  expect(links(dom(page), '.chat-panel header .icon-button')).toEqual([CHAT])
  expect(bubbles(page)).toEqual([{ kind: 'bubble you', label: 'You', text: 'Is the robe lined?' }])
  expect(words(dom(page).querySelector('.bubble time'))).toBe('just now')
  const refresh = dom(page)
    .querySelectorAll('.chat-panel header a')
    .find((link) => words(link) === 'Refresh')
  // The query differs each time, since a link that only changes the hash doesn't reload the page.
  expect(refresh?.getAttribute('href')).toMatch(new RegExp(`conversation=${id}(&|&amp;)at=\\d{13}#chat$`))
  const { data } = await serviceClient().from('user_conversations').select('title, mode').eq('id', id).single()
  expect(data).toEqual({ title: 'General Support Chat', mode: 'general' })
})

test('shows messages as those of the shopper, of agents with a name, or of the shop (CT-49, CT-51, CT-52, CT-57)', async () => {
  const visitor = await someone()
  const id = await startChat(visitor, 'First')
  await answerAsAgent(id, { message_text: 'From Studio' })
  await answerAsAgent(id, { message_text: 'From a bot', sender_type: 'assistant' })
  await answerAsAgent(id, { message_text: 'The chat was moved', sender_type: 'system' })
  const { error } = await serviceClient().from('user_conversations').update({ status: 'closed' }).eq('id', id)
  expect(error).toBeNull()
  const page = await visitor.get(inConversation(id))
  expect(bubbles(page)).toEqual([
    { kind: 'bubble you', label: 'You', text: 'First' },
    { kind: 'bubble agent', label: 'Support Agent', text: 'From Studio' },
    { kind: 'bubble agent', label: 'Support Agent', text: 'From a bot' },
    { kind: 'system', label: '', text: 'The chat was moved' },
  ])
  expect(all(dom(page), '.messages time')).toHaveLength(4)
  expect(dom(page).querySelector('[role=log]')?.getAttribute('aria-label')).toBe('Messages')
  // Another message reopens it.
  await sendForm(visitor, inConversation(id), 'box', { text: 'One more thing' })
  expect((await serviceClient().from('user_conversations').select('status').eq('id', id).single()).data?.status).toBe(
    'open',
  )
})

test('counts only messages since the last reading as unread (CT-05)', async () => {
  const visitor = await someone()
  const id = await startChat(visitor)
  await answerAsAgent(id, { message_text: 'One' })
  await answerAsAgent(id, { message_text: 'Two' })
  const unread = async () => all(dom(await visitor.get(CHAT)), '.conversations .unread')
  expect(await unread()).toEqual(['2 unread'])
  expect(all(dom(await visitor.get(inConversation(id))), '.conversations .unread')).toEqual([])
  expect(await unread()).toEqual([])
  await answerAsAgent(id, { message_text: 'Three' })
  // The page has received only the first two.
  const read = new URLSearchParams({ intent: 'read', conversation: id, position: '3' })
  expect((await visitor.request(`${CHAT}/messages`, { method: 'POST', body: read })).status).toBe(200)
  expect(await unread()).toEqual(['1 unread'])
})

test('shows the order and the message box for an order number (CT-15, CT-16, CT-20, CT-21, CT-22, CT-56)', async () => {
  const visitor = await someone()
  const orderId = await placeOrder(visitor, 'cod')
  const asking = dom(await visitor.get(`${CHAT}?mode=order`))
  expect(asking.querySelector('[name=orderNumber]')?.getAttribute('placeholder')).toBe(
    'Enter your order number (e.g., ORD001, 12345)',
  )
  expect(asking.querySelector('.message-box')).toBeNull()
  // In any case and without its prefix (A42).
  const typed = orderId.toLowerCase().replace('ord-', '')
  const page = await sendForm(visitor, `${CHAT}?mode=order`, 'order', { orderNumber: ` ${typed} ` })
  expect(heading(page)).toBe(`Order #${orderId} Support`)
  expect(bubbles(page)).toEqual([
    { kind: 'bubble you', label: 'You', text: typed },
    { kind: 'system', label: '', text: 'We found your order.' },
  ])
  const block = dom(page).querySelector('.order-block')
  const order = await serviceClient().from('orders').select('total_amount').eq('order_id', orderId).single()
  const total = order.data?.total_amount.toLocaleString('en-US', { minimumFractionDigits: 2 })
  expect(all(block ?? dom(page), '.order-block-head > *')).toEqual([`1 item, Rs. ${total}`, 'Processing'])
  expect(block?.querySelectorAll('.order-item')).toHaveLength(1)
  expect(links(block ?? dom(page), 'a.link')).toEqual([`/profile/active-orders/${orderId}`])
  expect(dom(page).querySelector('[name=orderNumber]')).toBeNull()
  expect(dom(page).querySelector('.message-box')).not.toBeNull()
  const { data } = await serviceClient()
    .from('user_conversations')
    .select('title, mode, orders(order_id)')
    .eq('id', conversationOf(page))
    .single()
  expect(data).toEqual({ title: `Order #${orderId} Support`, mode: 'order', orders: { order_id: orderId } })
})

test('attack: refuses a wrong number, an unknown order and another’s order, keeps the number, and opens nothing (CT-19, CT-23, CT-26)', async () => {
  const visitor = await someone()
  const others = await placeOrder(await someone('Somebody Else'), 'cod')
  for (const number of ['ORD001', '12345', others]) {
    const page = await sendForm(visitor, `${CHAT}?mode=order`, 'order', { orderNumber: number })
    expect(page.status).toBe(404)
    expect(bubbles(page)).toEqual([
      { kind: 'bubble you', label: 'You', text: number },
      {
        kind: 'system',
        label: '',
        text: `I couldn't find order ${number}. Please check the number and try again, or start a general chat.`,
      },
    ])
    expect(dom(page).querySelector('[name=orderNumber]')?.getAttribute('value')).toBe(number)
  }
  const empty = await sendForm(visitor, `${CHAT}?mode=order`, 'order', { orderNumber: '  ' })
  expect([empty.status, alerts(empty)]).toEqual([400, ['Please enter a valid order number.']])
  expect((await visitor.get(CHAT)).text).toContain('No recent conversations')
})

const question = (page: Page, text: string) =>
  dom(page)
    .querySelectorAll('.question-list button')
    .find((button) => words(button) === text)
    ?.getAttribute('value') ?? ''

test('shows quick answers as a toggle, chips and questions that submit themselves, with a way to an agent (CT-29, CT-30, CT-31, CT-33, CT-35, CT-55)', async () => {
  const visitor = await someone()
  const page = await visitor.get(`${CHAT}?mode=predefined`)
  const panel = dom(page).querySelector('details.questions')
  expect(words(panel?.querySelector('summary') ?? null)).toBe('Common Questions')
  expect(all(dom(page), '.chips a')).toEqual(['All', 'Delivery', 'Payments', 'Sizes'])
  expect(all(dom(page), '.question-list button')).toHaveLength(7)
  const sizes = await visitor.get(links(dom(page), '.chips a')[3]?.replace('#chat', '') ?? '')
  expect(all(dom(sizes), '.question-list button')).toEqual(['Which size should I take?', 'Can I exchange a size?'])
  expect(all(dom(sizes), '.chips [aria-current]')).toEqual(['Sizes'])

  const asked = await sendForm(visitor, `${CHAT}?mode=predefined`, 'question', {
    question: question(page, 'How much is delivery?'),
  })
  expect(heading(asked)).toBe('Quick Answers')
  expect(bubbles(asked)).toEqual([
    { kind: 'bubble you', label: 'You', text: 'How much is delivery?' },
    { kind: 'system', label: '', text: 'Rs. 150.00 for an order, whatever is in it.' },
  ])
  expect(dom(asked).querySelector('details.questions')?.hasAttribute('open')).toBe(false)
  const here = inConversation(conversationOf(asked))
  const unanswered = await sendForm(visitor, here, 'question', { question: question(page, 'Can I exchange a size?') })
  expect(bubbles(unanswered).at(-1)?.text).toBe("I don't have an answer for that yet.")
  expect(all(dom(unanswered), '.options button')).toEqual(['Talk to a support agent'])

  const handedOver = await sendForm(visitor, here, 'option', { text: 'Talk to a support agent' })
  expect(bubbles(handedOver).slice(-2)).toEqual([
    { kind: 'bubble you', label: 'You', text: 'Talk to a support agent' },
    { kind: 'system', label: '', text: 'A support agent will read this and answer here.' },
  ])
  expect(dom(handedOver).querySelector('details.questions')).toBeNull()
  expect(dom(handedOver).querySelector('.options')).toBeNull()
})

test('offers an agent’s options as buttons, which work once (CT-55)', async () => {
  const visitor = await someone()
  const id = await startChat(visitor)
  await answerAsAgent(id, {
    message_text: 'Shall I change it?',
    metadata: { isOption: true, options: [{ label: 'Yes, change it' }, { label: 'Keep 34C' }] },
  })
  await answerAsAgent(id, { message_text: 'Take your time.', metadata: { options: 'nonsense', orderData: 7 } })
  const page = await visitor.get(inConversation(id))
  expect(all(dom(page), '.options button')).toEqual(['Yes, change it', 'Keep 34C'])
  const chosen = await sendForm(visitor, inConversation(id), 'option', { text: 'Keep 34C' })
  expect(bubbles(chosen).at(-1)).toEqual({ kind: 'bubble you', label: 'You', text: 'Keep 34C' })
  expect(dom(chosen).querySelector('.options')).toBeNull()
})

test('ignores an empty message (CT-41)', async () => {
  const visitor = await someone()
  const id = await startChat(visitor)
  const page = await sendForm(visitor, inConversation(id), 'box', { text: '   ' })
  expect([page.url, bubbles(page)]).toEqual([
    inConversation(id),
    [expect.objectContaining({ text: 'Assalam o alaikum' })],
  ])
  await sendForm(visitor, `${CHAT}?mode=general`, 'box', { text: '' })
  expect(all(dom(await visitor.get(CHAT)), '.conversations li')).toHaveLength(1)
})

/** Sends a message with a file as a browser without JavaScript does. */
async function attach(visitor: Visitor, path: string, file: Blob, name: string, text = ''): Promise<Page> {
  const { html } = await visitor.get(path)
  const body = new FormData()
  for (const [field, value] of Object.entries(formFields(html, 'name="attachment"')))
    if (field !== 'attachment') body.append(field, String(value))
  body.set('text', text)
  body.set('attachment', file, name)
  const response = await visitor.request(path, { method: 'POST', body })
  const location = response.headers.get('location')
  if (location) return visitor.get(location)
  return { status: response.status, url: path, headers: response.headers, html: await response.text(), text: '' }
}

test('shows pictures in the conversation and other files as links; both are private and re-encoded (CT-53, CT-54, DB-96)', async () => {
  const visitor = await someone()
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#7a2140' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'where I live' } })
    .toBuffer()
  const shown = await attach(visitor, `${CHAT}?mode=general`, new Blob([new Uint8Array(photo)]), 'C:\\me.html', '')
  const id = conversationOf(shown)
  const image = dom(shown).querySelector('.bubble img.attached')
  const address = image?.getAttribute('src') ?? ''
  expect(address).toMatch(new RegExp(`^${CHAT}/attachments/[0-9a-f-]{36}$`))
  const signed = (await visitor.request(address)).headers.get('location') ?? ''
  expect(new URL(signed).searchParams.get('token')).toMatch(/^[\w.-]{20,}$/)
  const stored = await fetch(signed)
  expect(stored.headers.get('content-type')).toBe('image/webp')
  const bytes = Buffer.from(await stored.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 60 })
  expect(bytes.includes('where I live')).toBe(false)
  expect((await fetch(signed.split('?')[0] ?? '')).ok).toBe(false)

  const pdf = new Blob(['%PDF-1.4\nInvoice'])
  const linked = await attach(visitor, inConversation(id), pdf, 'invoice.pdf', 'The invoice')
  const link = dom(linked)
    .querySelectorAll('.bubble a')
    .find((one) => words(one) === 'View Attachment')
  const file = await fetch((await visitor.request(link?.getAttribute('href') ?? '')).headers.get('location') ?? '')
  expect([file.headers.get('content-type'), await file.text()]).toEqual(['application/pdf', '%PDF-1.4\nInvoice'])
  const { data } = await serviceClient().from('chat_messages').select('*').eq('conversation_id', id).order('position')
  expect(data?.map((row) => [row.has_attachment, row.attachment_type, row.message_text])).toEqual([
    [true, 'image/webp', ''],
    [true, 'application/pdf', 'The invoice'],
  ])
  for (const row of data ?? [])
    expect(row.attachment_url).toMatch(new RegExp(`^chat-attachments/${id}/[0-9a-f-]{36}\\.(webp|pdf)$`))
})

test('attack: refuses files that are too large or of another type, and keeps the text (CT-44)', async () => {
  const visitor = await someone()
  const id = await startChat(visitor)
  const refused = async (file: Blob, name: string) => {
    const page = await attach(visitor, inConversation(id), file, name, 'See this')
    expect(dom(page).querySelector('.message-box [name=text]')?.getAttribute('value')).toBe('See this')
    return [page.status, alerts(page)]
  }
  const large = new Blob([new Uint8Array(5 * 1024 * 1024 + 1)])
  expect(await refused(large, 'large.pdf')).toEqual([400, ['File size should not exceed 5MB']])
  const other = [400, ['Only pictures (JPEG, PNG, WebP) and PDF files can be attached.']]
  expect(await refused(new Blob(['<script>alert(1)</script>']), 'photo.jpg')).toEqual(other)
  expect(await refused(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>']), 'a.svg')).toEqual(other)
  expect(await refused(new Blob(['<?php echo 1;']), 'a.php.png')).toEqual(other)
  expect(bubbles(await visitor.get(inConversation(id)))).toHaveLength(1)
})

test('stores a message sent twice once, and another text as another message', async () => {
  const visitor = await someone()
  const { html } = await visitor.get(`${CHAT}?mode=general`)
  const fields = { ...formFields(html, 'name="attachment"'), text: 'Once' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.submit(`${CHAT}?mode=general`, fields)))
  const places = new Set(answers.map((response) => response.headers.get('location')))
  expect([...places]).toHaveLength(1)
  await visitor.submit(`${CHAT}?mode=general`, { ...fields, text: 'Twice' })
  await visitor.submit(`${CHAT}?mode=general`, { ...fields, text: 'Twice' })
  const page = await visitor.get(CHAT)
  expect(all(dom(page), '.conversations li')).toHaveLength(1)
  const open = await visitor.get(links(dom(page), '.conversations li a')[0]?.replace('#chat', '') ?? '')
  expect(bubbles(open).map(({ text }) => text)).toEqual(['Once', 'Twice'])
})

test('answers a question asked twice once', async () => {
  const visitor = await someone()
  const page = await visitor.get(`${CHAT}?mode=predefined`)
  const fields = {
    ...formFields(page.html, 'name="question"'),
    question: question(page, 'How can I pay?'),
  }
  await Promise.all([0, 1, 2].map(() => visitor.submit(`${CHAT}?mode=predefined`, fields)))
  const [conversation = ''] = links(dom(await visitor.get(CHAT)), '.conversations li a')
  expect(bubbles(await visitor.get(conversation.replace('#chat', '')))).toHaveLength(2)
})

test('shows long conversations in pages of five hundred', async () => {
  const visitor = await someone()
  const id = await startChat(visitor, 'Message 1')
  const rows = Array.from({ length: 520 }, (_, place) => ({
    conversation_id: id,
    message_text: `Message ${place + 2}`,
  }))
  const { error } = await serviceClient().from('chat_messages').insert(rows)
  expect(error).toBeNull()
  const latest = await visitor.get(inConversation(id))
  expect([bubbles(latest).length, bubbles(latest)[0]?.text]).toEqual([500, 'Message 22'])
  const earlier = dom(latest)
    .querySelectorAll('.earlier a')
    .find((link) => words(link) === 'Earlier messages')
  const before = await visitor.get(earlier?.getAttribute('href')?.replaceAll('&amp;', '&').replace('#chat', '') ?? '')
  expect(bubbles(before).map(({ text }) => text)).toEqual(
    Array.from({ length: 21 }, (_, place) => `Message ${place + 1}`),
  )
  expect(all(dom(before), '.earlier a')).toEqual(['Latest messages'])
})

test('refuses more than twenty messages a minute, and keeps the text', async () => {
  const visitor = await someone()
  const id = await startChat(visitor)
  for (let count = 0; count < 19; count += 1) await sendForm(visitor, inConversation(id), 'box', { text: `${count}` })
  const page = await sendForm(visitor, inConversation(id), 'box', { text: 'One too many' })
  expect([page.status, alerts(page)]).toEqual([429, [expect.stringMatching(/^Too many tries/)]])
  expect(dom(page).querySelector('.message-box [name=text]')?.getAttribute('value')).toBe('One too many')
  // Another shopper at the same IP address isn't limited.
  await startChat(await someone())
})
