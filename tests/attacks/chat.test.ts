import { expect, test } from 'vitest'
import { answerAsAgent, CHAT, sendForm, startChat } from '../support/chat.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import { asPerson, newPerson, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

// Attempts to get at another shopper's chat.

const inConversation = (id: string) => `${CHAT}?conversation=${id}`
const messagesOf = async (id: string) => {
  const { data } = await serviceClient().from('chat_messages').select('*').eq('conversation_id', id).order('position')
  return data ?? []
}
const post = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.request(`${CHAT}/messages`, { method: 'POST', body: new URLSearchParams(fields) })

test('another shopper’s conversation is hidden from all pages, forms, streams and database calls', async () => {
  const owner = await signedIn(await newPerson('Owner'))
  const id = await startChat(owner, 'My secret')
  await answerAsAgent(id, { message_text: 'Our answer' })
  const person = await newPerson('Stranger')
  const stranger = await signedIn(person)

  const page = await stranger.get(inConversation(id))
  expect([page.status, all(dom(page), '[role=alert]')]).toEqual([404, ['There was an error loading the conversation.']])
  expect(page.text).not.toMatch(/My secret|Our answer/)
  const ids = { tempId: crypto.randomUUID(), newConversation: crypto.randomUUID() }
  const own = { conversation: id, ...ids }
  const [question = ''] = dom(await stranger.get(`${CHAT}?mode=predefined`))
    .querySelectorAll('[name=question]')
    .map((button) => button.getAttribute('value') ?? '')
  for (const fields of [
    { intent: 'send', text: 'Let me in', ...own },
    { intent: 'ask', question, ...own },
    // A new conversation with the ID of the other shopper's.
    { intent: 'send', text: 'Let me in', ...ids, newConversation: id },
    { intent: 'ask', question, ...ids, newConversation: id },
  ])
    expect((await post(stranger, fields)).status).toBeGreaterThanOrEqual(404)
  await post(stranger, { intent: 'read', conversation: id, position: '2' })
  const stream = { accept: 'text/event-stream' }
  expect((await stranger.request(`${CHAT}/events?conversation=${id}`, { headers: stream })).status).toBe(404)
  expect((await stranger.request(`${CHAT}/events?conversation=${id}`)).status).toBe(404)

  const backend = await asPerson(person)
  const forged = { p_conversation_id: id, p_message_text: 'Let me in' }
  expect((await backend.rpc('add_message', forged)).error?.code).toBe('PT404')
  expect((await backend.rpc('create_conversation', { p_title: 'x', p_id: id })).error?.code).toBe('PT404')
  await backend.rpc('mark_conversation_read', { p_conversation_id: id })
  await backend.rpc('hand_over_conversation', { p_conversation_id: id })
  expect((await backend.from('chat_messages').select('id')).data).toEqual([])
  expect((await messagesOf(id)).map((row) => row.message_text)).toEqual(['My secret', 'Our answer'])
  const { data } = await serviceClient().from('user_conversations').select('unread_count').eq('id', id).single()
  expect(data?.unread_count).toBe(1)
  for (const wrong of ['x', "' or 1=1", '', '%00'])
    expect((await stranger.get(`${CHAT}?conversation=${wrong}`)).status).toBe(404)
})

test('an inherited property such as constructor is no intent', async () => {
  const visitor = await signedIn(await newPerson('Prototype'))
  for (const intent of ['constructor', 'valueOf', '__proto__', 'toString', 'hasOwnProperty']) {
    const response = await post(visitor, { intent })
    expect([intent, response.status, await response.text()]).toEqual([intent, 200, 'null'])
    const page = await visitor.post(CHAT, { intent })
    expect([intent, page.status, page.url.endsWith(CHAT)]).toEqual([intent, 200, true])
  }
})

test('another shopper’s attachment is hidden, and so is one with a foreign path', async () => {
  const person = await newPerson('Owner')
  const owner = await signedIn(person)
  const { html } = await owner.get(`${CHAT}?mode=general`)
  const body = new FormData()
  for (const [name, value] of Object.entries(formFields(html, 'name="attachment"'))) body.append(name, String(value))
  body.set('attachment', new Blob(['%PDF-1.4']), 'invoice.pdf')
  const location = (await owner.request(`${CHAT}?mode=general`, { method: 'POST', body })).headers.get('location') ?? ''
  const id = /conversation=([0-9a-f-]+)/.exec(location)?.[1] ?? ''
  const [message] = await messagesOf(id)
  const file = `${CHAT}/attachments/${message?.id}`
  expect((await owner.request(file)).status).toBe(302)

  const strange = await newPerson('Stranger')
  const stranger = await signedIn(strange)
  expect((await stranger.request(file)).status).toBe(404)
  const backend = await asPerson(strange)
  const path = message?.attachment_url ?? ''
  expect((await backend.storage.from('files').createSignedUrl(path, 60)).error).not.toBeNull()
  const theirs = await startChat(stranger)
  const add = (url: string) =>
    backend.rpc('add_message', { p_conversation_id: theirs, p_message_text: '', p_attachment_url: url })
  const climbing = `chat-attachments/${theirs}/../../${path}`
  for (const url of [path, 'https://evil.example/x.png', `chat-attachments/${theirs}-/x.pdf`, climbing])
    expect((await add(url)).error?.message).toBe('foreign_attachment')
  // A wrong path that an operator stored is refused too.
  for (const url of [path, climbing, 'https://evil.example/x.png', `chat-attachments/${theirs}/nothing.pdf`]) {
    await answerAsAgent(theirs, { attachment_url: url })
    const { id: slip } = (await messagesOf(theirs)).at(-1) ?? {}
    expect([url, (await stranger.request(`${CHAT}/attachments/${slip}`)).status]).toEqual([url, 404])
  }
  for (const wrong of ['x', crypto.randomUUID(), '..%2f..'])
    expect((await owner.request(`${CHAT}/attachments/${wrong}`)).status).toBe(404)
  // A shopper can't set sender or time of a message (mass assignment).
  await post(stranger, {
    intent: 'send',
    text: 'I am the shop',
    conversation: theirs,
    tempId: crypto.randomUUID(),
    newConversation: crypto.randomUUID(),
    sender_type: 'agent',
    sender_id: person.id,
    metadata: '{"isOption":true,"options":[{"label":"x"}]}',
    is_from_predefined: 'true',
    created_at: '2020-01-01',
  })
  expect((await messagesOf(theirs)).at(-1)).toMatchObject({
    message_text: 'I am the shop',
    sender_type: 'userData',
    sender_id: strange.id,
    metadata: {},
    is_from_predefined: false,
  })
})

test('messages of shoppers and agents are shown as text', async () => {
  const visitor = await signedIn(await newPerson('Owner'))
  const evil = '<img src=x onerror=alert(1)></script><script>alert(2)</script>'
  const id = await startChat(visitor, evil)
  await answerAsAgent(id, {
    message_text: evil,
    metadata: {
      isOrderDetails: true,
      isOption: true,
      options: [{ label: evil.slice(0, 60) }],
      orderData: { order_id: '"><script>alert(3)</script>', status: evil, total_amount: 1 },
      orderItems: [
        {
          product_name: evil,
          product_image: 'javascript:alert(4)',
          quantity: 1,
          price: 0,
          price_at_purchase: 0,
          selected_size: evil,
          selected_color: null,
        },
      ],
    },
    attachment_url: 'javascript:alert(5)',
    attachment_type: 'image/svg+xml',
  })
  const page = await visitor.get(inConversation(id))
  expect(page.status).toBe(200)
  expect(dom(page).querySelectorAll('.messages script, .messages [onerror]')).toEqual([])
  expect(words(dom(page).querySelector('.bubble.you p'))).toBe(evil)
  expect(page.html).not.toContain('<script>alert')
  expect(page.html).not.toMatch(/(href|src)="javascript:/)
  expect(dom(page).querySelectorAll('.order-block img')).toEqual([])
  const message = (await messagesOf(id)).find((row) => row.sender_type === 'agent')
  expect((await visitor.request(`${CHAT}/attachments/${message?.id}`)).status).toBe(404)
  const response = await visitor.request(`${CHAT}/events?conversation=${id}`, {
    headers: { accept: 'application/json' },
  })
  expect(response.headers.get('content-type')).toContain('application/json')
  const long = await sendForm(visitor, inConversation(id), 'box', { text: 'x'.repeat(4001) })
  expect([long.status, all(dom(long), '[role=alert]')]).toEqual([
    400,
    ['Please keep your message under 4000 characters'],
  ])
  expect(links(dom(page), '.order-block a.link')).toEqual(['/profile/active-orders/"><script>alert(3)</script>'])
})
