import { beforeAll, expect, inject, test } from 'vitest'
import { CHAT, sendForm, startChat } from '../support/chat.ts'
import { placeOrder } from '../support/checkout.ts'
import { newOperator, runOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, type Person, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

// Chat and people at the desk.

const command = (...words: string[]) => runOperator(inject('sandbox'), inject('shopUrl'), ...words)

let manager: Person
let desk: Visitor

beforeAll(async () => {
  ;({ desk, person: manager } = await newOperator('Desk Manager', 'manager'))
})

/** Somebody new with a role, at the desk. */
async function colleague(): Promise<{ person: Person; visitor: Visitor }> {
  const { person, desk: visitor } = await newOperator('Desk Colleague')
  return { person, visitor }
}

/** The fields of a form of a conversation's page, found by its button. */
const fieldsOf = (page: Page, intent: 'reply' | 'assign' | 'close'): Fields =>
  formFields(page.html, `value="${intent}"`)

/** Sends a form of a conversation's page. */
async function press(id: string, intent: 'reply' | 'assign' | 'close', more: Fields = {}, visitor = desk) {
  const page = await visitor.get(`/desk/chat/${id}`)
  return visitor.post(`/desk/chat/${id}`, { ...fieldsOf(page, intent), ...more, intent })
}

/** A shopper with a conversation that waits. */
async function waiting(text = 'Is the satin robe lined?'): Promise<{ shopper: Visitor; person: Person; id: string }> {
  const person = await newPerson('Areeba Shah')
  const shopper = await signedIn(person)
  return { shopper, person, id: await startChat(shopper, text) }
}

/** Whether a list of conversations has one, on any of its pages. */
async function inList(list: string, id: string, visitor = desk): Promise<boolean> {
  for (let page = 1; ; page += 1) {
    const { html } = await visitor.get(`/desk/chat?list=${list}&page=${page}`)
    if (html.includes(`/desk/chat/${id}`)) return true
    if (!html.includes('rel="next"')) return false
  }
}

test('a shopper who waits is in the inbox, with their words; Today leads there', async () => {
  const { id } = await waiting('Is the satin robe lined?')
  expect(await inList('waiting', id)).toBe(true)
  expect((await desk.get('/desk/chat?list=open')).text).toContain('Is the satin robe lined?')
  const today = dom(await desk.get('/desk')).querySelector('a[href="/desk/chat"] b')
  expect(Number(today?.text)).toBeGreaterThan(0)
  expect((await desk.get('/desk/chat?list=nonsense&page=-1')).status).toBe(200)
})

test('a conversation has its messages and its shopper’s orders; a malformed or unknown one isn’t found', async () => {
  const person = await newPerson('Areeba Shah')
  const shopper = await signedIn(person)
  const orderId = await placeOrder(shopper, 'cod')
  const id = await startChat(shopper, 'Where is it?')
  const page = await desk.get(`/desk/chat/${id}`)
  expect(all(dom(page), '.bubble p')).toEqual(['Where is it?'])
  expect(dom(page).querySelector(`a[href="/desk/orders/${orderId}"]`)?.text).toBe(orderId)
  expect(dom(page).querySelector('a[href^="/desk/people/"]')?.text).toBe('Areeba Shah')
  expect((await desk.get('/desk/chat/nonsense')).status).toBe(404)
  expect((await desk.get(`/desk/chat/${crypto.randomUUID()}`)).status).toBe(404)
})

test('an answer reaches the shopper with its options, counts as unread, and ends the wait', async () => {
  const { shopper, id } = await waiting()
  const done = await press(id, 'reply', { text: 'Yes, it is.', options: 'Thank you\n\nWhich colours?' })
  expect(done.text).toContain('The answer is sent.')
  expect(done.text).toContain(`answered by ${manager.email}`)
  const { data } = await serviceClient().from('user_conversations').select('unread_count').eq('id', id).single()
  expect(data?.unread_count).toBe(1)
  const page = dom(await shopper.get(`${CHAT}?conversation=${id}`))
  expect(all(page, '.bubble.agent p')).toEqual(['Yes, it is.'])
  expect(all(page, '.options button')).toEqual(['Thank you', 'Which colours?'])
  expect([await inList('waiting', id), await inList('mine', id), await inList('open', id)]).toEqual([false, true, true])
})

test('an empty answer and too many options are refused, and what was typed is kept', async () => {
  const { id } = await waiting()
  expect((await press(id, 'reply', { text: '  ' })).text).toContain('Please enter a message.')
  const many = await press(id, 'reply', { text: 'Choose', options: '1\n2\n3\n4\n5\n6\n7' })
  expect([many.status, many.text.includes('At most 6 options can be offered.')]).toEqual([400, true])
  expect(dom(many).querySelector('textarea[name=text]')?.text).toBe('Choose')
  expect((await press(id, 'reply', { text: 'Choose', options: 'x'.repeat(81) })).text).toContain(
    'An option has at most 80 characters.',
  )
})

test('of two who answer at once the second sees the first answer, and loses nothing that was typed', async () => {
  const { id } = await waiting()
  const { visitor } = await colleague()
  const older = fieldsOf(await visitor.get(`/desk/chat/${id}`), 'reply')
  await press(id, 'reply', { text: 'The first answer' })
  const page = await visitor.post(`/desk/chat/${id}`, { ...older, text: 'The second answer', intent: 'reply' })
  expect(page.status).toBe(409)
  expect(page.text).toContain('Somebody changed it meanwhile')
  expect(all(dom(page), '.bubble.you p')).toEqual(['The first answer'])
  expect(dom(page).querySelector('textarea[name=text]')?.text).toBe('The second answer')
  const again = await visitor.post(`/desk/chat/${id}`, {
    ...fieldsOf(page, 'reply'),
    text: 'The second answer',
    intent: 'reply',
  })
  expect(again.text).toContain('The answer is sent.')
})

test('an answer that is sent twice arrives once', async () => {
  const { shopper, id } = await waiting()
  const fields = { ...fieldsOf(await desk.get(`/desk/chat/${id}`), 'reply'), text: 'Once', intent: 'reply' }
  await desk.post(`/desk/chat/${id}`, fields)
  expect((await desk.post(`/desk/chat/${id}`, fields)).text).toContain('The answer is sent.')
  expect(all(dom(await shopper.get(`${CHAT}?conversation=${id}`)), '.bubble.agent p')).toEqual(['Once'])
})

/** Sends an answer with a file, as a browser without scripts does; `page` has the form. */
async function attach(id: string, file: Blob, name: string, page?: Page): Promise<Response> {
  const body = new FormData()
  for (const [field, value] of Object.entries(fieldsOf(page ?? (await desk.get(`/desk/chat/${id}`)), 'reply')))
    if (field !== 'attachment') body.append(field, String(value))
  body.set('intent', 'reply')
  body.set('attachment', file, name)
  return desk.request(`/desk/chat/${id}`, { method: 'POST', body })
}

test('a file that the desk attaches is opened by the shopper and at the desk; what is no picture or PDF is refused', async () => {
  const { shopper, id } = await waiting()
  const refused = await attach(id, new Blob(['<script>alert(1)</script>']), 'invoice.pdf')
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('Only pictures (JPEG, PNG, WebP) and PDF files can be attached.'),
  ])
  expect((await attach(id, new Blob(['%PDF-1.4\nInvoice']), 'invoice.pdf')).headers.get('location')).toBe(
    `/desk/chat/${id}`,
  )
  const links = [
    dom(await shopper.get(`${CHAT}?conversation=${id}`)).querySelector('.bubble.agent a'),
    dom(await desk.get(`/desk/chat/${id}`)).querySelector('.bubble.you a'),
  ].map((link) => link?.getAttribute('href') ?? '')
  for (const [visitor, link = ''] of [
    [shopper, links[0]],
    [desk, links[1]],
  ] as const) {
    const signed = (await visitor.request(link)).headers.get('location') ?? ''
    expect([link, await (await fetch(signed)).text()]).toEqual([link, '%PDF-1.4\nInvoice'])
  }
  expect((await desk.request(`/desk/chat/attachments/${crypto.randomUUID()}`)).status).toBe(404)
})

test('the file of a refused answer is removed from storage', async () => {
  const { id } = await waiting()
  const older = await desk.get(`/desk/chat/${id}`)
  const pdf = new Blob(['%PDF-1.4\nInvoice'])
  const stored = async () =>
    (await serviceClient().storage.from('files').list(`chat-attachments/${id}`)).data?.map(({ name }) => name)
  await press(id, 'reply', { text: 'The first answer' })
  expect((await attach(id, pdf, 'invoice.pdf', older)).status).toBe(409)
  expect(await stored()).toEqual([])
  expect((await attach(id, pdf, 'invoice.pdf')).status).toBe(302)
  expect(await stored()).toHaveLength(1)
})

test('a quick answer is filled in to be edited', async () => {
  const { id } = await waiting()
  const page = dom(await desk.get(`/desk/chat/${id}`))
  const [first] = page.querySelectorAll('main details a')
  const filled = dom(await desk.get((first?.getAttribute('href') ?? '').replaceAll('&amp;', '&').replace(/#.*/, '')))
  const text = filled.querySelector('textarea[name=text]')?.text ?? ''
  expect(text.length).toBeGreaterThan(10)
  expect(text).not.toMatch(/\{\w+\}/)
})

test('a conversation is handed over, closed, and opened again by the shopper', async () => {
  const { shopper, id } = await waiting()
  const { person, visitor } = await colleague()
  expect((await press(id, 'assign', { assignee: person.id })).text).toContain('The conversation is handed over.')
  expect(await inList('mine', id, visitor)).toBe(true)
  expect((await press(id, 'close', {}, visitor)).text).toContain('The conversation is closed.')
  expect([await inList('closed', id), await inList('waiting', id)]).toEqual([true, false])
  await sendForm(shopper, `${CHAT}?conversation=${id}`, 'box', { text: 'One more thing' })
  expect(await inList('waiting', id)).toBe(true)
  const changes = all(dom(await desk.get(`/desk/chat/${id}`)), '.desk-changes b')
  expect(changes).toEqual(['Close', 'Assign'])
})

test('shoppers are found by name, e-mail and phone, with their orders and conversations', async () => {
  const { person, id } = await waiting()
  const found = await desk.get(`/desk/people?search=${encodeURIComponent(person.email)}`)
  expect(found.text).toContain('1 shopper')
  const page = dom(await desk.get(`/desk/people/${person.id}`))
  expect(page.querySelector(`a[href="/desk/chat/${id}"]`)).not.toBeNull()
  expect(page.querySelector('h1')?.text).toBe('Areeba Shah')
  // But for a private note, a tag and a block of cash orders, nothing is changed here; the last one finds others to join.
  expect(page.querySelectorAll('main form').map((form) => form.id)).toEqual(['note', 'tag', 'block', ''])
  expect((await desk.get('/desk/people?search=ar')).text).toContain('Please type at least three letters or digits.')
  expect((await desk.get('/desk/people/nonsense')).status).toBe(404)
  expect((await desk.get(`/desk/people/${crypto.randomUUID()}`)).status).toBe(404)
})

test('a manager sees who works at the desk and takes a role away at once; an operator doesn’t', async () => {
  const { person, visitor } = await colleague()
  expect((await visitor.get('/desk/people/operators')).status).toBe(403)
  expect((await visitor.post('/desk/people/operators', { id: manager.id })).status).toBe(403)
  const list = await desk.get('/desk/people/operators')
  expect(list.text).toContain(person.email)
  const own = await desk.post('/desk/people/operators', { id: manager.id, intent: 'take-role' })
  expect([own.status, own.text.includes('Your own role is taken away by somebody else')]).toEqual([409, true])
  expect((await desk.post('/desk/people/operators', { id: person.id })).text).toContain(
    `The role of ${person.email} is taken away.`,
  )
  expect((await visitor.get('/desk')).url).toBe('/desk/sign-in?to=%2Fdesk')
  const again = await desk.post('/desk/people/operators', { id: person.id, intent: 'take-role' })
  expect([again.status, again.text.includes('This person has no role at the desk any more.')]).toEqual([409, true])
  const record = await desk.get(`/desk/audit?kind=person&subject=${encodeURIComponent(person.email)}`)
  expect(all(dom(record), '.desk-changes b')).toEqual(['Take role', 'Give role'])
})

/** Asks what is new in a conversation, like a page that polls. */
async function poll(id: string, after: number, visitor = desk) {
  const response = await visitor.request(`/desk/chat/${id}/live?after=${after}`, {
    headers: { accept: 'application/json' },
  })
  return { status: response.status, body: response.status === 200 ? await response.json() : null }
}

/** Sends an answer in place, like a page with scripts. */
async function sendInPlace(id: string, fields: Fields, visitor = desk) {
  const response = await visitor.submit(`/desk/chat/${id}/live`, { ...fields, after: '0' })
  return { status: response.status, body: await response.json() }
}

test('a page with scripts gets what is new: messages after a position, and the conversation with its version', async () => {
  const { shopper, id } = await waiting('First')
  const first = await poll(id, 0)
  expect(first.body.messages).toMatchObject([{ text: 'First', position: 1, sender: 'you' }])
  await sendForm(shopper, `${CHAT}?conversation=${id}`, 'box', { text: 'Second' })
  const second = await poll(id, 1)
  expect(second.body.messages).toMatchObject([{ text: 'Second', position: 2 }])
  expect(second.body.conversations.version).toBeGreaterThan(first.body.conversations.version)
  expect((await poll('nonsense', 0)).status).toBe(404)
  expect((await poll(crypto.randomUUID(), 0)).status).toBe(404)
  expect((await poll(id, -1)).status).toBe(404)
})

test('an answer that is sent in place is answered with what is new; a refused one too', async () => {
  const { shopper, id } = await waiting()
  const fields = fieldsOf(await desk.get(`/desk/chat/${id}`), 'reply')
  const sent = await sendInPlace(id, { ...fields, text: 'Yes, it is.' })
  expect([sent.status, sent.body.problem]).toEqual([200, null])
  expect(sent.body.news.messages).toMatchObject([{ sender: 'you' }, { text: 'Yes, it is.', by: manager.email }])
  expect(all(dom(await shopper.get(`${CHAT}?conversation=${id}`)), '.bubble.agent p')).toEqual(['Yes, it is.'])
  const again = await sendInPlace(id, { ...fields, text: 'Yes, it is.' })
  expect([again.status, again.body.news.messages.length]).toEqual([200, 2])
  const older = await sendInPlace(id, { ...fields, tempId: crypto.randomUUID(), text: 'Once more' })
  expect([older.status, older.body.problem]).toEqual([409, expect.stringContaining('Somebody changed it meanwhile')])
  expect(older.body.news.version).toBe(sent.body.news.version)
  const empty = await sendInPlace(id, { ...fields, text: ' ' })
  expect([empty.status, empty.body.problem]).toEqual([400, 'Please enter a message.'])
})

test('a page of the inbox gets its list', async () => {
  const { id } = await waiting('Is it live?')
  const response = await desk.request('/desk/chat/live?list=open&page=1', { headers: { accept: 'application/json' } })
  const { conversations } = await response.json()
  expect(conversations.rows.map((talk: { id: string }) => talk.id)).toContain(id)
})

test('without a role nothing is received or sent in place any more, and an open stream ends', async () => {
  const { id } = await waiting()
  const { person, visitor } = await colleague()
  const fields = fieldsOf(await visitor.get(`/desk/chat/${id}`), 'reply')
  const stream = await visitor.request(`/desk/chat/${id}/live?after=0`, { headers: { accept: 'text/event-stream' } })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  while (!heard.includes('event: conversations')) heard += (await reader?.read())?.value ?? ''
  expect(heard).toContain('Is the satin robe lined?')
  await command(person.email, '--remove')
  await press(id, 'reply', { text: 'Only for those who are at the desk' })
  let rest = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value
  expect(rest).not.toContain('Only for those')
  const cookies = new Map(visitor.cookies)
  expect((await poll(id, 0, visitor)).status).toBe(401)
  visitor.cookies = cookies
  const sent = await sendInPlace(id, { ...fields, text: 'Still here' }, visitor)
  expect([sent.status, sent.body.problem]).toEqual([
    401,
    expect.stringContaining('Your session at the desk has ended.'),
  ])
  expect(sent.body.news).toBeNull()
})
