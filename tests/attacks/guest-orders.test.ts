import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { mailedOrderUrl } from '~/orders/order-link.server'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { serviceBackend, setStock } from '../support/orders.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { newNetwork, Visitor, type Fields, type Page } from '../support/visitor.ts'

// Orders as a means to bother others: mails to strangers, numbers and stock that are used up, many guests behind one address (decision 155).

let shop: RunningShop

beforeAll(async () => {
  shop = await startShop({ GUEST_CHECKOUT: 'on' })
  await setStock(serviceBackend(shop.sandbox.settings), 10_000)
})
afterAll(() => shop.stop())

const ORDERS_OF_A_NETWORK = 120

const guest = (network = newNetwork()) => new Visitor(shop.url, shop.url, network)
const newAddress = () => `order-${randomUUID().slice(0, 8)}@example.com`

/** Submits a cash order of one piece. */
async function submit(visitor: Visitor, fields: Fields = {}): Promise<Response> {
  await addToCart(visitor)
  const form = await checkoutFields(visitor, 'cod')
  return visitor.submit('/checkout', { ...form, email: newAddress(), ...fields })
}

/** Places a cash order. Returns the path of its page. */
async function place(visitor: Visitor, fields: Fields = {}): Promise<string> {
  const response = await submit(visitor, fields)
  const path = response.headers.get('location') ?? ''
  expect([response.status, path]).toEqual([303, expect.stringMatching(/^\/checkout\/placed\/ORD-/)])
  return path
}

const cancel = (visitor: Visitor, path: string) =>
  visitor.post(`/orders/${path.split('/').at(-1)}/change`, { intent: 'cancel' })

/** Returns the subjects of the mails to an address and how many wait, once each mail is sent or held. */
async function mailsTo(email: string): Promise<{ sent: number; held: number }> {
  const { data } = await vi.waitFor(async () => {
    const mails = await serviceBackend(shop.sandbox.settings)
      .from('order_mails')
      .select('state, held_until, orders!inner(contact_email)')
      .eq('orders.contact_email', email)
    expect(mails.data?.filter(({ state, held_until: until }) => state === 'waiting' && until === null)).toEqual([])
    return mails
  })
  const { MAILBOX_URL = '' } = shop.sandbox.settings
  const received: unknown[] = await (await fetch(`${MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)).json()
  expect(data?.filter(({ state }) => state === 'sent')).toHaveLength(received.length)
  return { sent: received.length, held: data?.filter(({ state }) => state === 'waiting').length ?? 0 }
}

test('orders that are placed and cancelled again and again bring a stranger six mails; the others wait, and the order’s page says so', async () => {
  const email = newAddress()
  let visitor = guest()
  let path = ''
  for (let n = 0; n < 7; n += 1) {
    visitor = guest()
    path = await place(visitor, { email })
    await cancel(visitor, path)
  }
  const { sent, held } = await mailsTo(email)
  expect(sent).toBe(6)
  expect(held).toBeGreaterThan(0)
  expect((await visitor.get(path)).text).toContain('The address of this order has had many mails lately')
})

/** Makes an account on the page of an order, as the form that names its number does. Returns the page after the code. */
async function makeAccount(visitor: Visitor, email: string, order: string): Promise<Page> {
  const form = { fullName: 'Mallory Malik', password: 'mallorys-password', email, order }
  expect((await visitor.post('/create-account', form)).url).toBe('/verify-otp')
  const code = await vi.waitFor(async () => {
    const { MAILBOX_URL = '' } = shop.sandbox.settings
    const mails = await (await fetch(`${MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)).json()
    return (
      z
        .array(z.object({ html: z.string() }))
        .nonempty()
        .parse(mails)
        .at(-1)
        ?.html.match(/>\s*(\d{6})\s*</)?.[1] ?? ''
    )
  })
  return visitor.post('/verify-otp', { code })
}

test('an account gets no order of another e-mail address, nor one whose page its browser doesn’t have', async () => {
  const backend = serviceBackend(shop.sandbox.settings)
  await backend.from('order_rules').update({ guest_email_optional: true }).eq('is_only', true).throwOnError()
  const [known, unknown] = [guest(), guest()]
  const withEmail = (await place(known)).split('/').at(-1) ?? ''
  const { data } = await backend.from('orders').select('id').eq('order_id', withEmail).single()
  const ofNobody = await makeAccount(unknown, newAddress(), withEmail)
  expect([ofNobody.url, ofNobody.text]).toEqual(['/profile-setup', expect.not.stringContaining(withEmail)])
  expect((await unknown.get(`/profile/active-orders/${withEmail}`)).status).toBe(404)
  await backend.from('orders').update({ contact_email: null }).eq('order_id', withEmail).throwOnError()
  expect((await makeAccount(guest(), newAddress(), withEmail)).url).toBe('/profile-setup')
  await backend.from('orders').update({ contact_email: 'areeba@example.com' }).eq('order_id', withEmail).throwOnError()
  expect((await makeAccount(known, newAddress(), withEmail)).url).toBe('/profile-setup')
  expect(
    await backend
      .from('orders')
      .select('user_id')
      .eq('id', data?.id ?? '')
      .single(),
  ).toMatchObject({ data: { user_id: null } })
})

test('the form of an account on an order’s page says nothing of whether its address has one', async () => {
  const email = newAddress()
  const { error } = await serviceBackend(shop.sandbox.settings).auth.admin.createUser({ email, email_confirm: true })
  expect(error).toBeNull()
  const visitor = guest()
  const number = (await place(visitor, { email })).split('/').at(-1) ?? ''
  const form = { fullName: 'Mallory Malik', password: 'mallorys-password', email, order: number }
  const page = await visitor.post('/create-account', form)
  expect([page.url, page.text]).toEqual(['/verify-otp', expect.stringContaining(email)])
  expect((await visitor.get('/profile/active-orders')).url).toBe('/')
})

test('once the desk has changed the e-mail address, neither earlier links nor their browsers open the order (OR-80)', async () => {
  const email = newAddress()
  const path = await place(guest(), { email })
  const orderId = path.split('/').at(-1) ?? ''
  await mailsTo(email)
  const { MAILBOX_URL = '' } = shop.sandbox.settings
  const mails = await (await fetch(`${MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)).text()
  const [link = ''] = new RegExp(`${path}\\?token=[\\w.-]+`).exec(mails) ?? []
  const stranger = guest()
  expect((await stranger.get(link)).text).toContain(orderId)
  // As desk_change_email does.
  const changed = { contact_email: newAddress(), link_number: 1, attempt_key: randomUUID() }
  const { error } = await serviceBackend(shop.sandbox.settings).from('orders').update(changed).eq('order_id', orderId)
  expect(error).toBeNull()
  expect((await stranger.get(path)).url).toBe('/')
  expect((await stranger.get(link)).url).toMatch(/^\/help\/delivery-details/)
  const order = { order_id: orderId, user_id: null, link_number: 1 }
  const { SESSION_SECRET = '' } = shop.sandbox.settings
  const { pathname, search } = new URL(mailedOrderUrl({ SESSION_SECRET, PUBLIC_URL: shop.url }, order))
  expect((await guest().get(pathname + search)).text).toContain(orderId)
  for (const forged of ['1.', '0.', '1.1.'].map((number) => link.replace('token=', `token=${number}`)))
    expect((await guest().get(forged)).url).toMatch(/^\/help\/delivery-details/)
})

test('orders with somebody’s phone number and address don’t keep them from ordering', async () => {
  const victim = { email: newAddress(), phone: '0301 7654321' }
  for (let n = 0; n < 4; n += 1) await place(guest(), victim)
  await place(guest(), victim)
})

test('one browser has at most three unconfirmed cash orders, whatever it types', async () => {
  const visitor = guest()
  for (let n = 0; n < 3; n += 1) await place(visitor)
  const refused = await submit(visitor)
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('Several of your cash on delivery orders are not confirmed yet.')
})

test('an order takes a bounded number of pieces of a size, and the cart offers to change it', async () => {
  const visitor = guest()
  await addToCart(visitor, 'guest-robe', '24')
  const cart = await visitor.get('/cart')
  expect(cart.text).toContain('One order takes up to 10 of a size. If you need more, please write to us.')
  expect((await visitor.get('/checkout')).url).toBe('/cart')
  const buyer = guest()
  const page = await buyer.get(await place(buyer))
  expect(page.text).toMatch(
    /We call you to confirm your order\. If we can’t reach you by (today|tomorrow|[A-Z][a-z]+day), \d+(:\d\d)? (AM|PM), we cancel it\./,
  )
})

test('a family places ten orders from one network within an hour', async () => {
  const network = newNetwork()
  await Promise.all(Array.from({ length: 10 }, () => place(guest(network))))
})

test('a thousand shoppers behind one address browse, and as many order as a network may, but no more', async () => {
  const network = newNetwork()
  const shoppers = Array.from({ length: 1_000 }, () => guest(network))
  const statuses = new Set<number>()
  const browse = async () => {
    for (let visitor = shoppers.pop(); visitor; visitor = shoppers.pop())
      statuses.add((await visitor.get('/product/guest-robe')).status)
  }
  await Promise.all(Array.from({ length: 8 }, browse))
  expect([...statuses]).toEqual([200])
  let left = ORDERS_OF_A_NETWORK
  const buy = async () => {
    while (left > 0) {
      left -= 1
      await place(guest(network))
    }
  }
  await Promise.all(Array.from({ length: 8 }, buy))
  const refused = await submit(guest(network))
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  await place(guest())
}, 120_000)
