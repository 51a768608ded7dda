import { beforeAll, expect, inject, test } from 'vitest'
import { placeOrder, payAtPayfast } from '../support/checkout.ts'
import { type AuthenticatorApp, newOperator, runOperator } from '../support/desk.ts'
import { all, dom, section } from '../support/page-dom.ts'
import {
  anonymousClient,
  asPerson,
  newPerson,
  newVisitor,
  type Person,
  serviceClient,
  signedIn,
} from '../support/people.ts'
import { ageCode } from '../support/shop-cookies.ts'
import { formFields, type Fields, type Visitor } from '../support/visitor.ts'

const command = (...words: string[]) => runOperator(inject('sandbox'), inject('shopUrl'), ...words)

let person: Person
let desk: Visitor
let app: AuthenticatorApp
let link: string

beforeAll(async () => {
  ;({ person, desk, app, link } = await newOperator('Desk Person'))
})

const orderPage = (orderId: string) => desk.get(`/desk/orders/${orderId}`)

/** Presses a button of an order's page. */
async function press(orderId: string, intent: string, more: Fields = {}) {
  const fields = formFields((await orderPage(orderId)).html, 'name="version"')
  return desk.post(`/desk/orders/${orderId}`, { ...fields, ...more, intent })
}

async function rowOf(orderId: string) {
  const { data } = await serviceClient().from('orders').select().eq('order_id', orderId).single()
  if (!data) throw new Error(`No order ${orderId}`)
  return data
}

async function cashOrder(): Promise<string> {
  return placeOrder(await signedIn(await newPerson('Nadia Iqbal')), 'cod')
}

test('Today shows what waits first, and in a quiet list where nothing does', async () => {
  await cashOrder()
  const page = dom(await desk.get('/desk'))
  const waiting = page.querySelectorAll('.desk-today a')
  expect(waiting[0]?.getAttribute('href')).toBe('/desk/orders/confirm')
  expect(all(page, '.desk-today .desk-count').every((count) => Number(count) > 0)).toBe(true)
  const quiet = all(page, '.desk-done a')
  expect(quiet.every((words) => words.startsWith('0 '))).toBe(true)
  expect(waiting.length + quiet.length).toBe(10)
})

test('Today says what is wrong with the shop itself (DK-16)', async () => {
  const orderId = await cashOrder()
  expect(dom(await desk.get('/desk')).querySelector('#troubles')).toBeNull()
  const { id } = await rowOf(orderId)
  const mails = serviceClient().from('order_mails')
  await mails.update({ state: 'given_up', ended_at: new Date().toISOString() }).eq('order_id', id).throwOnError()
  const panel = section(dom(await desk.get('/desk')), 'Something is wrong')
  expect(all(panel, 'li a')).toEqual(['Given up within a day: 1 mail about orders.'])
  await mails.update({ state: 'sent' }).eq('order_id', id).throwOnError()
})

test('a page of the desk has no scripts, no shop around it, and is neither stored nor indexed', async () => {
  const page = await desk.get('/desk')
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.html).not.toMatch(/<script/)
  const root = dom(page)
  expect(root.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  expect(root.querySelector('.footer, .header, .newsletter')).toBeNull()
  expect(all(root, '[aria-label=Desk] .desk-wide li a')).toEqual([
    'Today',
    'Orders',
    'Couriers',
    'Returns',
    'Refunds',
    'Chat',
    'Messages',
    'Reviews',
    'Shoppers',
    'Newsletter',
    'Products',
    'Stock',
    'Categories',
    'Attributes',
    'Sizes',
    'Search',
    'Promo codes',
    'Texts',
    'Urdu',
    'Settings',
    'Sales',
    'Ledger',
    'Settlements',
    'Funnel',
    'Changes',
  ])
})

test('the session’s cookies are of the desk only, and no script can read them', async () => {
  const visitor = newVisitor()
  const response = await visitor.request(link)
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^website_desk_door=[^;]+; Max-Age=31536000; Path=\/desk; HttpOnly; SameSite=Lax$/),
  ])
  expect(response.headers.get('location')).toBe('/desk/sign-in')
})

test('today counts what waits, and each number leads to its list', async () => {
  const orderId = await cashOrder()
  const today = dom(await desk.get('/desk'))
  const entry = today.querySelector('a[href="/desk/orders/confirm"]')
  const count = Number(entry?.querySelector('b')?.text)
  const list = await desk.get(`/desk/orders/confirm?page=${Math.ceil(count / 20)}`)
  expect(list.text).toContain(`${count} order`)
  expect(list.text).toContain(orderId)
})

test('orders are found by number, phone and tracking number, and filtered by address', async () => {
  const orderId = await cashOrder()
  const { contact_phone: phone } = await rowOf(orderId)
  for (const search of [orderId, orderId.toLowerCase(), `0${phone?.slice(3)}`]) {
    const page = await desk.get(`/desk/orders?search=${encodeURIComponent(search)}`)
    expect([search, page.text.includes(orderId)]).toEqual([search, true])
  }
  expect((await desk.get(`/desk/orders?search=${orderId}&method=payfast`)).text).toContain('0 orders')
  expect((await desk.get(`/desk/orders?search=${orderId}&status=Processing`)).text).toContain('1 order')
  expect((await desk.get('/desk/orders?search=na')).text).toContain('Please type at least three letters or digits.')
  expect((await desk.get('/desk/orders?page=9999&status=nonsense&from=yesterday')).status).toBe(200)
})

test('a cash order is confirmed, packed, shipped with its number and delivered; the shopper sees it, and the record says who did it', async () => {
  const shopper = await signedIn(await newPerson('Nadia Iqbal'))
  const orderId = await placeOrder(shopper, 'cod')
  const page = await orderPage(orderId)
  expect(dom(page).querySelector('a[href^="https://wa.me/92"]')?.text).toBe('Ask by WhatsApp')
  await press(orderId, 'confirm')
  expect((await rowOf(orderId)).confirmed_at).not.toBeNull()
  await press(orderId, 'pack')
  await press(orderId, 'ship', { tracking: 'TCS-4711', note: 'Leaves this afternoon' })
  expect(await rowOf(orderId)).toMatchObject({ status: 'Shipped', tracking_number: 'TCS-4711' })
  expect((await shopper.get(`/profile/active-orders/${orderId}`)).text).toContain('Leaves this afternoon')
  const done = await press(orderId, 'deliver')
  expect(done.text).toContain('Delivered: ' + orderId)
  const changes = all(dom(done), '.desk-changes b')
  expect(changes).toEqual(['Deliver', 'Ship', 'Pack', 'Confirm'])
  expect(done.text).toContain(person.email)
  expect(done.text).toContain('Leaves this afternoon')
})

test('all orders of a page are ticked by a link, and no longer once they are moved (DK-06)', async () => {
  const orderId = await cashOrder()
  const ticks = (page: { html: string }) => dom(page).querySelectorAll('input[name=order][checked]').length
  const list = await desk.get(`/desk/orders?search=${orderId}&status=Processing`)
  const link = dom(list)
    .querySelectorAll('main a')
    .find(({ text }) => text === 'Tick all on this page')
  const ticked = await desk.get(link?.getAttribute('href') ?? '')
  expect([ticks(list), ticks(ticked)]).toEqual([0, 1])
  const fields = formFields(ticked.html, 'name="order"')
  const action = dom(ticked).querySelector('input[name=order]')?.closest('form')?.getAttribute('action') ?? ''
  const moved = await desk.post(action, { ...fields, intent: 'confirm' })
  expect([moved.text.includes('Confirmed: 1 of 1.'), ticks(moved)]).toEqual([true, 0])
})

test('several orders are moved at once; those that can’t be are named, and stay as they are', async () => {
  const [first, second] = [await cashOrder(), await cashOrder()]
  await press(second, 'confirm')
  const mark = async (orderId: string) => `${orderId}:${(await rowOf(orderId)).version}`
  const page = await desk.post('/desk/orders', { order: [await mark(first), await mark(second)], intent: 'pack' })
  expect(page.text).toContain('Packed: 1 of 2.')
  expect(page.text).toContain(`${first}: That can’t be done in its present state.`)
  expect((await rowOf(first)).packed_at).toBeNull()
  expect((await rowOf(second)).packed_at).not.toBeNull()
})

test('a second save from an older page changes nothing, shows the order as it is now, and keeps what was typed', async () => {
  const orderId = await cashOrder()
  const older = formFields((await orderPage(orderId)).html, 'name="version"')
  await press(orderId, 'confirm')
  const page = await desk.post(`/desk/orders/${orderId}`, { ...older, note: 'Typed before', intent: 'ship' })
  expect(page.status).toBe(409)
  expect(page.text).toContain('Somebody changed it meanwhile')
  expect(dom(page).querySelector('input[name=note]')?.getAttribute('value')).toBe('Typed before')
  const { status, version } = await rowOf(orderId)
  expect(status).toBe('Processing')
  expect(dom(page).querySelector('input[name=version]')?.getAttribute('value')).toBe(String(version))
  expect(all(section(dom(page), 'Saved meanwhile'), 'b')).toEqual(['Confirm'])
  expect(all(dom(page), '.desk-unsaved dd')).toEqual(['Shipped', 'Typed before'])
})

test('what was typed for an order that is cancelled meanwhile is shown as text, beside who saved what', async () => {
  const orderId = await cashOrder()
  await press(orderId, 'confirm')
  const older = formFields((await orderPage(orderId)).html, 'name="version"')
  await press(orderId, 'cancel', { reason: 'Torn lace' })
  const sent = { ...older, tracking: 'TCS-12', note: 'Leaves today', intent: 'ship' }
  const page = dom(await desk.post(`/desk/orders/${orderId}`, sent))
  expect(page.querySelector('input[name=note]')).toBeNull()
  expect(all(page, '.notice')).toEqual([expect.stringContaining('Somebody changed it meanwhile')])
  expect(all(page, '.desk-unsaved dd')).toEqual(['Shipped', 'TCS-12', 'Leaves today'])
  const meanwhile = section(page, 'Saved meanwhile')
  expect(all(meanwhile, 'b')).toEqual(['Cancel'])
  expect(meanwhile.text).toContain(person.email)
  expect(all(meanwhile, 'dd')).toContain('Processing Cancelled')
  const tooLong = await desk.post(`/desk/orders/${orderId}`, { ...sent, note: 'x'.repeat(301) })
  expect(all(dom(tooLong), '.desk-unsaved dd')).toContain('x'.repeat(301))
})

test('an answer to a return that is decided meanwhile is shown as text, beside who decided what', async () => {
  const orderId = await orderToReturn()
  const older = formFields((await orderPage(orderId)).html, 'name="decision"')
  const path = `/desk/orders/${orderId}`
  expect((await desk.post(path, { ...older, decision: 'refused', answer: 'It was worn.' })).text).toContain(
    'The decision is saved.',
  )
  const page = await desk.post(path, { ...older, answer: 'Please send it back', amount: '1234', decision: 'approved' })
  expect(page.status).toBe(409)
  expect(dom(page).querySelector('[name=answer]')).toBeNull()
  expect(all(dom(page), '.desk-unsaved dd')).toEqual(['Approve', 'Please send it back', '1234'])
  const meanwhile = section(dom(page), 'Saved meanwhile')
  expect(all(meanwhile, 'b')).toEqual(['Decide return'])
  expect(all(meanwhile, 'dd')).toEqual(['requested refused'])
})

/** Returns the number of a delivered order for which a return is requested. */
async function orderToReturn(): Promise<string> {
  const shopper = await signedIn(await newPerson('Nadia Iqbal'))
  const orderId = await placeOrder(shopper, 'cod')
  for (const intent of ['ship', 'deliver']) await press(orderId, intent, { sure: 'on' })
  const path = `/orders/${orderId}/return`
  const fields = formFields((await shopper.get(path)).html, 'name="requestKey"')
  await shopper.post(path, { ...fields, 'quantity-0': '1', reason: 'damaged', note: 'A seam is open.' })
  return orderId
}

test('filters of the orders and of the products are folded until one is set', async () => {
  const isOpen = async (path: string) =>
    dom(await desk.get(path))
      .querySelector('.desk-more')
      ?.hasAttribute('open')
  expect(await isOpen('/desk/orders?search=nadia&page=2')).toBe(false)
  for (const filter of ['task=pack', 'status=Shipped', 'method=cod', 'from=2026-01-01', 'until=2026-01-01'])
    expect([filter, await isOpen(`/desk/orders?${filter}`)]).toEqual([filter, true])
  expect(await isOpen('/desk/products?search=bra')).toBe(false)
  expect(await isOpen('/desk/products?state=draft')).toBe(true)
})

test('cancelling puts pieces back into stock and makes a refund, which is recorded with a fresh code and a reference only', async () => {
  const orderId = await paidOrder()
  const before = await stockOf(orderId)
  const cancelled = await press(orderId, 'cancel', { reason: 'Torn lace' })
  expect(cancelled.text).toContain('Cancelled by the shop: Torn lace')
  expect(await stockOf(orderId)).toBe(before + 1)
  const fields = formFields((await desk.get('/desk/refunds')).html, `value="${orderId}"`)
  const record = (reference: string) => desk.post('/desk/refunds', { ...fields, reference })
  expect((await record(' ')).text).toContain('Please enter the number of the transfer.')
  expect((await record('IBFT-99')).text).toContain('The refund is recorded.')
  const again = await record('IBFT-100')
  expect(again.status).toBe(409)
  expect(all(dom(again), '.desk-unsaved dd')).toEqual(['Record as sent', 'IBFT-100'])
  const meanwhile = section(dom(again), 'Saved meanwhile')
  expect([all(meanwhile, 'b'), all(meanwhile, 'dd')]).toEqual([['Record refund'], ['IBFT-99']])
  expect((await orderPage(orderId)).text).toContain('IBFT-99')
})

test('a refund needs a code younger than ten minutes; with an older one nothing is recorded, and what was typed is shown', async () => {
  const orderId = await paidOrder()
  await press(orderId, 'cancel', { reason: 'Torn lace' })
  const { desk: visitor, app: codes } = await newOperator('Refunding Person')
  await ageCode(inject('sandbox'), visitor, 9)
  const fields = formFields((await visitor.get('/desk/refunds')).html, `value="${orderId}"`)
  await ageCode(inject('sandbox'), visitor, 2)
  const refused = await visitor.post('/desk/refunds', { ...fields, reference: 'IBFT-7' })
  expect(refused.status).toBe(409)
  expect(all(dom(refused), '.notice')).toContain('This needs a code younger than ten minutes.')
  expect(dom(refused).querySelector('input[name=reference]')).toBeNull()
  expect(all(dom(refused), '.desk-unsaved dd')).toEqual(['Record as sent', 'IBFT-7'])
  expect((await orderPage(orderId)).text).toContain('Not sent yet')
  const confirm = dom(refused).querySelector('main .notice a')?.getAttribute('href') ?? ''
  expect((await visitor.post(confirm, { code: codes.code() })).url).toBe('/desk/refunds')
  const recorded = await visitor.post('/desk/refunds', { ...fields, reference: 'IBFT-7' })
  expect(recorded.text).toContain('The refund is recorded.')
})

async function paidOrder(): Promise<string> {
  const visitor = await signedIn(await newPerson('Nadia Iqbal'))
  const orderId = await placeOrder(visitor, 'payfast')
  await payAtPayfast(visitor, orderId)
  return orderId
}

async function stockOf(orderId: string): Promise<number> {
  const { data } = await serviceClient()
    .from('order_items')
    .select('product_variants(stock), orders!inner(order_id)')
    .eq('orders.order_id', orderId)
    .single()
  return data?.product_variants?.stock ?? 0
}

test('packing slips and labels have a sheet for each chosen order; a cash label says what to collect (DK-13)', async () => {
  const orders = [await cashOrder(), await cashOrder()]
  const query = orders.map((orderId) => `order=${orderId}:1`).join('&')
  const slips = dom(await desk.get(`/desk/orders/slips?${query}`))
  expect(all(slips, '.slip h2 figcaption')).toEqual(orders)
  expect(slips.querySelectorAll('.slip h2 svg[aria-label="Barcode of the order"] path')).toHaveLength(2)
  expect(slips.querySelectorAll('.slip td img')).toHaveLength(2)
  const labels = dom(await desk.get(`/desk/orders/labels?${query}`))
  expect(labels.querySelectorAll('.label-sum').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Collect Rs\. /),
    expect.stringMatching(/^Collect Rs\. /),
  ])
  const unpaid = await placeOrder(await signedIn(await newPerson('Nadia Iqbal')), 'payfast')
  expect((await desk.get(`/desk/orders/labels?order=${unpaid}:1`)).text).toContain('Not paid. Do not send.')
  expect((await desk.get('/desk/orders/slips?order=nonsense')).text).toContain('No orders are chosen.')
})

test('a pick list sums the pieces of all orders, in the order of the shelves (DK-14)', async () => {
  const orders = [await cashOrder(), await cashOrder()]
  const { order_items: items } =
    (
      await serviceClient()
        .from('orders')
        .select('order_items(product_id)')
        .eq('order_id', orders[0] ?? '')
        .single()
    ).data ?? {}
  const stock = `/desk/stock/${items?.[0]?.product_id}`
  const tooLong = await desk.post(stock, { intent: 'shelf', shelf: 'x'.repeat(41) })
  expect(tooLong.status).toBe(400)
  expect((await desk.post(stock, { intent: 'shelf', shelf: 'Rack 2, A3' })).text).toContain('The shelf is saved.')
  const list = dom(await desk.get(`/desk/orders/pick?${orders.map((orderId) => `order=${orderId}:1`).join('&')}`))
  const [row] = list.querySelectorAll('.slip tbody tr')
  expect(
    row
      ?.querySelectorAll('td')
      .slice(1, 3)
      .map(({ text }) => text),
  ).toEqual(['Rack 2, A3', '2'])
  expect(list.querySelectorAll('.slip tbody tr')).toHaveLength(1)
})

test('a task has one main button, and the others are folded; nothing is ticked beforehand (DK-11)', async () => {
  const orderId = await cashOrder()
  await press(orderId, 'confirm')
  const page = dom(await desk.get('/desk/orders?task=pack'))
  expect(all(page, '[aria-labelledby=ticked] > p button')).toEqual(['Packed'])
  expect(all(page, '[aria-labelledby=ticked] details button').length).toBeGreaterThan(5)
  expect(page.querySelectorAll('input[name=order][checked]')).toHaveLength(0)
})

test('an unpaid order says what it waits for, and leads to its payment link', async () => {
  const orderId = await placeOrder(await signedIn(await newPerson('Nadia Iqbal')), 'payfast')
  const panel = section(dom(await orderPage(orderId)), 'Next step')
  expect(panel.text).toContain('It is still to be paid by card. Its items are kept until')
  expect(panel.querySelector('a.button')?.getAttribute('href')).toMatch(/^https:\/\/wa\.me\//)
})

test('dates are words on each page of the desk, and each page that isn’t in the menu leads back (DK-12)', async () => {
  const orderId = await cashOrder()
  const menu = dom(await desk.get('/desk'))
    .querySelectorAll('.desk-wide li a')
    .map((link) => link.getAttribute('href') ?? '')
  const others = ['orders/new', 'orders/confirm', `orders/${orderId}`, `orders/${orderId}/change`, 'settings/holiday']
  const more = [...others, 'couriers/settlements', `people/${person.id}`, 'recovery-codes']
  for (const path of [...menu, ...more.map((page) => `/desk/${page}`)]) {
    const page = await desk.get(path)
    expect([path, page.text.match(/\d\d\/\d\d\/\d{4}/)]).toEqual([path, null])
    expect([path, dom(page).querySelectorAll('nav[aria-label=Back] a').length > 0]).toEqual([
      path,
      !menu.includes(path),
    ])
  }
  const back = dom(await desk.get(`/desk/orders/${orderId}/change`)).querySelectorAll('nav[aria-label=Back] a')
  expect(back.map((link) => link.getAttribute('href'))).toEqual(['/desk/orders', `/desk/orders/${orderId}`])
})

test('the record of changes is filtered by person and by thing', async () => {
  const orderId = await cashOrder()
  await press(orderId, 'confirm')
  const page = await desk.get(`/desk/audit?who=${encodeURIComponent(person.email)}&kind=order&subject=${orderId}`)
  expect(all(dom(page), '.desk-changes b')).toEqual(['Confirm'])
  expect((await desk.get(`/desk/audit?kind=person&subject=${encodeURIComponent(person.email)}`)).text).toContain(
    'Give role',
  )
})

test('signing out ends the session at once, also for a copy of its cookie', async () => {
  const other = newVisitor()
  await other.get(link)
  await other.post('/desk/sign-in', { email: person.email, password: person.password })
  await other.post('/desk/sign-in/code', { code: app.code() })
  const copy = new Map(other.cookies)
  expect((await other.post('/desk/sign-out', {})).url).toBe('/desk/sign-in')
  other.cookies = copy
  expect((await other.get('/desk')).url).toBe('/desk/sign-in?to=%2Fdesk')
})

test('a code works once, and a wrong one is refused without losing the sign-in', async () => {
  const { person: someone, app: codes } = await newOperator('Other Person')
  const other = newVisitor()
  await other.get(link)
  await other.post('/desk/sign-in', { email: someone.email, password: someone.password })
  const wrong = await other.post('/desk/sign-in/code', { code: '000000' })
  expect([wrong.status, wrong.text.includes('This code is not right')]).toEqual([400, true])
  expect((await other.post('/desk/sign-in/code', { code: '12' })).text).toContain('The code has six digits.')
  const code = codes.code()
  expect((await other.post('/desk/sign-in/code', { code })).url).toBe('/desk')
  const third = newVisitor()
  await third.get(link)
  await third.post('/desk/sign-in', { email: someone.email, password: someone.password })
  expect((await third.post('/desk/sign-in/code', { code })).status).toBe(429)
})

test('npm run operator takes a role away at once, and says what is wrong', async () => {
  const { person: ended, desk: visitor } = await newOperator('Ended Person', 'manager')
  expect(await command(ended.email, '--remove')).toContain('can’t use the desk any more')
  expect((await visitor.get('/desk/orders')).url).toBe('/desk/sign-in?to=%2Fdesk%2Forders')
  await expect(command('nobody@example.com', '--remove')).rejects.toThrow(/Nobody has the address/)
  await expect(command('nonsense')).rejects.toThrow(/Say whom/)
})

test('after npm run operator took a role away, a later one revives neither the session nor the recovery codes', async () => {
  const { person: ended, desk: visitor } = await newOperator('Ended Person', 'manager')
  const { data } = await (await asPerson(ended)).auth.getSession()
  await serviceClient().from('desk_recovery_codes').insert({ person: ended.id, code_hash: 'hash' })
  const refreshed = () =>
    anonymousClient().auth.refreshSession({ refresh_token: data.session?.refresh_token ?? 'missing' })
  await command(ended.email, '--remove')
  expect((await refreshed()).data.session).toBeNull()
  expect(await command(ended.email, '--manager')).toContain('is a manager now')
  expect((await visitor.get('/desk/orders')).url).toBe('/desk/sign-in?to=%2Fdesk%2Forders')
  const codes = await serviceClient().from('desk_recovery_codes').select('person').eq('person', ended.id)
  expect(codes.data).toEqual([])
})

test('npm run operator makes an account for a new address', async () => {
  const email = `new-${Date.now()}@example.com`
  expect(await command(email)).toContain('The account is new')
  const { data } = await serviceClient().from('profiles').select('id').eq('email', email).single()
  expect((await serviceClient().auth.admin.getUserById(data?.id ?? '')).data.user?.app_metadata.role).toBe('operator')
})
