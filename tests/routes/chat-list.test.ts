import { EventSource } from 'eventsource'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { answerAsAgent, CHAT, startChat } from '../support/chat.ts'
import { dom, words } from '../support/page-dom.ts'
import { newPerson, signedIn } from '../support/people.ts'
import type { Page, Visitor } from '../support/visitor.ts'

interface Listed {
  id: string
  unread: number
}

const open: EventSource[] = []
afterAll(() => open.forEach((source) => source.close()))

/** Collects the conversation lists that a chat page receives, as IDs with unread counts. */
function listenToList(visitor: Visitor, query = ''): [string, number][][] {
  const cookie = visitor.cookieHeader
  const lists: [string, number][][] = []
  const source = new EventSource(`${inject('shopUrl')}${CHAT}/events${query}`, {
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, cookie } }),
  })
  source.addEventListener('conversations', ({ data }) => {
    lists.push((JSON.parse(data as string) as Listed[]).map(({ id, unread }) => [id, unread]))
  })
  open.push(source)
  return lists
}

const soon = { timeout: 10_000 }

test('moves a conversation with a new message to the top, whether another one is open or none', async () => {
  const visitor = await signedIn(await newPerson())
  const older = await startChat(visitor, 'The older one')
  const newer = await startChat(visitor, 'The newer one')
  const besideNone = listenToList(visitor)
  const besideNewer = listenToList(visitor, `?conversation=${newer}&after=1`)
  const before = [newer, 0].concat([older, 0])
  await vi.waitFor(
    () => expect([besideNone.at(-1)?.flat(), besideNewer.at(-1)?.flat()]).toEqual([before, before]),
    soon,
  )
  await answerAsAgent(older, { message_text: 'Still there?' })
  const after = [older, 1].concat([newer, 0])
  await vi.waitFor(() => expect([besideNone.at(-1)?.flat(), besideNewer.at(-1)?.flat()]).toEqual([after, after]), soon)
})

test('returns the list to pages without an event stream', async () => {
  const visitor = await signedIn(await newPerson())
  const id = await startChat(visitor, 'First')
  await answerAsAgent(id, { message_text: 'Second' })
  const response = await visitor.request(`${CHAT}/events`, { headers: { accept: 'application/json' } })
  expect(await response.json()).toMatchObject({ messages: [], conversations: [{ id, unread: 1 }] })
})

test('attack: never sends another shopper’s list', async () => {
  const owner = await signedIn(await newPerson())
  await startChat(owner, 'Mine')
  const other = await signedIn(await newPerson())
  const response = await other.request(`${CHAT}/events`, { headers: { accept: 'application/json' } })
  expect(await response.json()).toEqual({ messages: [], conversations: [] })
})

test('shows the number of unread messages beside Chat Support on every page of the profile', async () => {
  const visitor = await signedIn(await newPerson())
  const badge = (page: Page) => {
    const element = dom(page).querySelector('.profile-nav [data-unread-answers]')
    return element?.hasAttribute('hidden') ? null : words(element ?? null)
  }
  const one = await startChat(visitor, 'One')
  const two = await startChat(visitor, 'Two')
  expect(badge(await visitor.get('/profile'))).toBeNull()
  await answerAsAgent(one, { message_text: 'First answer' })
  await answerAsAgent(one, { message_text: 'Second answer' })
  await answerAsAgent(two, { message_text: 'Another answer' })
  for (const path of ['/profile', '/profile/edit-location', '/profile/active-orders', CHAT])
    expect([path, badge(await visitor.get(path))]).toEqual([path, '3 unread'])
  expect(badge(await visitor.get(`${CHAT}?conversation=${one}`))).toBe('1 unread')
  expect(badge(await visitor.get(`${CHAT}?conversation=${two}`))).toBeNull()
  expect(badge(await visitor.get('/profile'))).toBeNull()
})
