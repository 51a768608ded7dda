import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToCart, checkoutFields, placeOrder } from '../support/checkout.ts'
import { newPerson, serviceClient, signedIn, someProduct, type Person } from '../support/people.ts'
import type { Fields, Visitor } from '../support/visitor.ts'

// A session that was ended in another browser can't read personal data or write (decision 33).

/** Two browsers of one shopper. The second has just loaded a page, so that its session check is cached. */
async function twoBrowsers(): Promise<{ person: Person; here: Visitor; elsewhere: Visitor }> {
  const person = await newPerson('Nadia Rahman')
  const [here, elsewhere] = [await signedIn(person), await signedIn(person)]
  expect((await elsewhere.get('/profile')).text).toContain(person.email)
  return { person, here, elsewhere }
}

/** Returns all data of a shopper in the database except sessions. */
async function recordsOf({ id }: Person): Promise<unknown> {
  const backend = serviceClient()
  const [profile, addresses, reviews, cart, orders, conversations] = await Promise.all([
    backend.from('profiles').select('*').eq('id', id),
    backend.from('profile_addresses').select('*').eq('profile_id', id),
    backend.from('product_reviews').select('*').eq('user_id', id),
    backend.from('cart_items').select('*').eq('user_id', id),
    backend.from('orders').select('*').eq('user_id', id),
    backend.from('user_conversations').select('*').eq('created_by', id),
  ])
  for (const { error } of [profile, addresses, reviews, cart, orders, conversations]) if (error) throw error
  return [profile.data, addresses.data, reviews.data, cart.data, orders.data, conversations.data]
}

const WAYS_TO_END: Record<string, (visitor: Visitor, person: Person) => Promise<unknown>> = {
  'Log out everywhere': (visitor) => visitor.post('/profile/account', { intent: 'everywhere' }),
  'a password change': (visitor, { password }) =>
    visitor.post('/profile/account', { intent: 'password', current: password, password: 'another-good-one' }),
  'the account’s deletion': (visitor, { password }) =>
    visitor.post('/profile/account', { intent: 'delete', proof: password }),
}

const PAGES = [
  '/profile',
  '/profile?edit',
  '/profile/edit-location',
  '/profile/active-orders',
  '/profile/complete-orders',
  '/profile/active-orders/ORD-1-1',
  '/profile/active-orders/payment-success?order=ORD-1-1',
  '/profile/account',
  '/profile/chat-support',
  '/dashboard',
  '/checkout',
  '/pay/ORD-1-1',
  '/checkout/placed/ORD-1-1',
]

test.each(Object.keys(WAYS_TO_END))(
  'after %s the other browser can’t load personal pages, immediately',
  async (way) => {
    const { person, here, elsewhere } = await twoBrowsers()
    const cookies = new Map(elsewhere.cookies)
    await WAYS_TO_END[way]?.(here, person)
    for (const path of PAGES) {
      elsewhere.cookies = new Map(cookies)
      const page = await elsewhere.get(path)
      // A payment may end in a browser that was never signed in: that page says what becomes of it.
      const words = path.includes('payment-success') ? /payment/i : /Please log in to continue\./
      expect([path, page.url, words.test(page.text)]).toEqual([path, '/', true])
      expect(page.text).not.toContain(person.email)
      expect(page.html).not.toContain('Nadia')
    }
    elsewhere.cookies = new Map(cookies)
    const events = await elsewhere.request(`/profile/chat-support/events?conversation=${randomUUID()}`)
    expect(events.status).toBe(401)
  },
)

/** Writes of a signed-in shopper with a cart. */
async function writesOf(visitor: Visitor, person: Person): Promise<[string, Fields][]> {
  const product = await someProduct()
  const line = { intent: 'add', product: product.id, size: product.size, color: product.color, quantity: '1' }
  const address = { address: '1 Road', city: 'Lahore', label: 'Home' }
  const chat = { intent: 'send', text: 'Hello', mode: 'general' }
  const ids = () => ({ tempId: randomUUID(), newConversation: randomUUID() })
  const setup = { name: 'Else', address: '1', dob: '1990-01-01', city: 'L', gender: 'female', phone: '0300 1234567' }
  return [
    // An order on its way would prevent the deletion.
    ['/checkout', await checkoutFields(visitor, 'payfast')],
    [`/product/${product.slug}`, { rating: '5', text: 'Written by a session that may have ended.' }],
    ['/cart', line],
    ['/profile?index', { fullName: 'Somebody Else', phone: '' }],
    ['/profile-setup', setup],
    ['/profile/edit-location', address],
    ['/checkout', { ...address, address: '2 Road', intent: 'save-address' }],
    ['/profile/chat-support', { ...chat, ...ids() }],
    ['/profile/chat-support/messages', { ...chat, ...ids() }],
    ['/profile/account', { intent: 'delete', proof: person.password }],
  ]
}

test('after Log out everywhere the other browser can’t write, immediately', async () => {
  const { person, here, elsewhere } = await twoBrowsers()
  await addToCart(elsewhere)
  const writes = await writesOf(elsewhere, person)
  const before = await recordsOf(person)
  const cookies = new Map(elsewhere.cookies)
  await here.post('/profile/account', { intent: 'everywhere' })
  for (const [path, fields] of writes) {
    elsewhere.cookies = new Map(cookies)
    const response = await elsewhere.submit(path, fields)
    expect([path, response.status < 500]).toEqual([path, true])
    expect([path, fields.intent, await recordsOf(person)]).toEqual([path, fields.intent, before])
  }
})

test('each of these writes has an effect while the session lives', async () => {
  const { person, elsewhere } = await twoBrowsers()
  await addToCart(elsewhere)
  for (const [path, fields] of await writesOf(elsewhere, person)) {
    const before = await recordsOf(person)
    await elsewhere.submit(path, fields)
    expect([path, fields.intent, await recordsOf(person)]).not.toEqual([path, fields.intent, before])
  }
})

test('after Log out everywhere the other browser can’t use the saved cart, and keeps its own', async () => {
  const { here, elsewhere } = await twoBrowsers()
  const product = await someProduct()
  await here.post('/cart', {
    intent: 'add',
    product: product.id,
    size: product.size,
    color: product.color,
    quantity: '3',
  })
  expect((await elsewhere.get('/cart')).text).toContain(product.name)
  elsewhere.cookies.delete('addtocartItems')
  await here.post('/profile/account', { intent: 'everywhere' })
  const cart = await elsewhere.get('/cart')
  expect(cart.text).not.toContain(product.name)
  expect(elsewhere.cookies.has('website_session')).toBe(false)
})

test('after Log out everywhere the page of a cancelled payment leaves the order as it is', async () => {
  const { here, elsewhere } = await twoBrowsers()
  const order = await placeOrder(elsewhere, 'payfast')
  const statusOf = async () =>
    (await serviceClient().from('orders').select('status').eq('order_id', order).single()).data?.status
  const before = await statusOf()
  await here.post('/profile/account', { intent: 'everywhere' })
  await elsewhere.get(`/profile/active-orders/payment-failed?order=${order}`)
  expect([before, await statusOf()]).toEqual(['PaymentPending', 'PaymentPending'])
})

test('logging out ends only one browser’s session', async () => {
  const { person, here, elsewhere } = await twoBrowsers()
  await here.post('/logout', {})
  expect((await elsewhere.get('/profile')).text).toContain(person.email)
})
