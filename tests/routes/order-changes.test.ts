import { expect, inject, test } from 'vitest'
import { beginAtPayfast, decideAtPayfast, payAtPayfast, placeOrder } from '../support/checkout.ts'
import { whileOutOfStock } from '../support/orders.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { mailTo, newPerson, newVisitor, serviceClient, signedIn, type Person } from '../support/people.ts'
import { runCommand } from '../support/commands.ts'
import { shopSettings } from '../support/running-shop.ts'
import type { Visitor } from '../support/visitor.ts'

interface Unpaid {
  person: Person
  visitor: Visitor
  orderId: string
}

/** Creates an order whose card payment was cancelled at the provider. */
async function unpaid(): Promise<Unpaid> {
  const person = await newPerson('Nadia Iqbal')
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'payfast')
  await decideAtPayfast(visitor, orderId, 'cancel')
  return { person, visitor, orderId }
}

async function rowOf(orderId: string) {
  const { data } = await serviceClient()
    .from('orders')
    .select('status, payment_method, payment_status, holds_stock, confirmed_at, total_amount')
    .eq('order_id', orderId)
    .single()
  if (!data) throw new Error(`No order ${orderId}`)
  return data
}

const change = (visitor: Visitor, orderId: string, intent: string) =>
  visitor.post(`/orders/${orderId}/change`, { intent })

/** Runs a command of the shop. Returns its output. */
async function command(flag: string): Promise<unknown> {
  const { stdout } = await runCommand(shopSettings({ settings: inject('sandbox') }, inject('shopUrl'), '/tmp'), flag)
  return JSON.parse(stdout)
}

test('offers to pay again, to pay in cash or to cancel above a failed order', async () => {
  const { visitor, orderId } = await unpaid()
  const page = dom(await visitor.get(`/profile/active-orders/${orderId}`))
  const choices = page.querySelector('.payment-choices')
  expect(words(choices?.querySelector('h2') ?? null)).toBe('This order is not paid yet')
  const buttons = choices ? all(choices, 'button') : []
  expect(buttons).toEqual([
    expect.stringMatching(/^Pay again Rs\. /),
    'Pay cash on delivery instead',
    'Yes, cancel this order',
  ])
  const html = page.toString()
  expect(html.indexOf('id="payment-choices-title"')).toBeLessThan(html.indexOf('class="order-panels"'))
})

test('changes an unpaid order to cash, keeps its stock, and confirms it by mail', async () => {
  const { person, visitor, orderId } = await unpaid()
  const page = await change(visitor, orderId, 'cash')
  expect(words(dom(page).querySelector('.flash'))).toContain('You pay in cash when your order arrives.')
  expect(page.text).not.toContain('This order is not paid yet')
  expect(await rowOf(orderId)).toMatchObject({ status: 'Processing', payment_method: 'cod', holds_stock: true })
  const mail = await mailTo(person.email, new RegExp(`^Your order ${orderId}$`))
  expect(mail.text).toContain('in cash when it arrives')
})

test('refuses cash for an expired, sold-out order, and beyond three open cash orders', async () => {
  const { visitor, orderId } = await unpaid()
  const past = new Date(Date.now() - 60_000).toISOString()
  await serviceClient().from('orders').update({ hold_until: past }).eq('order_id', orderId)
  await serviceClient().rpc('flag_stale_payments')
  const soldOut = await whileOutOfStock(serviceClient(), orderId, () => change(visitor, orderId, 'cash'))
  expect(words(dom(soldOut).querySelector('.flash'))).toContain('something in it is sold out now')
  for (let n = 0; n < 3; n += 1) await placeOrder(visitor, 'cod')
  const tooMany = await change(visitor, orderId, 'cash')
  expect(words(dom(tooMany).querySelector('.flash'))).toContain(
    'Several of your cash on delivery orders are still open.',
  )
  expect(await rowOf(orderId)).toMatchObject({ status: 'PaymentFailed', payment_method: 'payfast' })
})

test('cancels an unpaid order with one mail', async () => {
  const { person, visitor, orderId } = await unpaid()
  const page = await change(visitor, orderId, 'cancel')
  expect(words(dom(page).querySelector('.flash'))).toContain('Your order is cancelled.')
  expect(await rowOf(orderId)).toMatchObject({ status: 'Cancelled', holds_stock: false })
  const mail = await mailTo(person.email, /is cancelled$/)
  expect(mail.subject).toBe(`Your order ${orderId} is cancelled`)
  expect(mail.text).toContain('You have nothing to pay.')
})

test('refunds a cancelled paid order, and says both in one mail', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'payfast')
  await payAtPayfast(visitor, orderId)
  await change(visitor, orderId, 'cancel')
  const mail = await mailTo(person.email, /is cancelled$/)
  expect(mail.text).toMatch(/but the order was cancelled\.\s+We will send it back the way you paid\./)
  const { data } = await serviceClient().rpc('list_refunds_due')
  expect(data?.filter((due) => due.order_id === orderId)).toMatchObject([{ reason: 'order_cancelled' }])
})

test('refuses changes to a shipped order, to another’s order, and unknown ones', async () => {
  const { orderId, visitor } = await unpaid()
  await change(visitor, orderId, 'cash')
  const stranger = await signedIn(await newPerson())
  expect(words(dom(await change(stranger, orderId, 'cancel')).querySelector('.flash'))).toContain('Order not found')
  expect(words(dom(await change(visitor, orderId, 'constructor')).querySelector('.flash'))).toContain('Order not found')
  await serviceClient().from('orders').update({ status: 'Shipped' }).eq('order_id', orderId)
  const page = await change(visitor, orderId, 'cancel')
  expect(words(dom(page).querySelector('.flash'))).toContain('is on its way already')
  expect((await rowOf(orderId)).status).toBe('Shipped')
})

test('fills the cart by Order again, and names what could not be added', async () => {
  const { visitor, orderId } = await unpaid()
  const filled = await change(visitor, orderId, 'again')
  expect([filled.url, words(dom(filled).querySelector('.flash'))]).toEqual([
    '/cart',
    expect.stringContaining('Everything of this order is in your cart.'),
  ])
  expect(all(dom(filled), 'main')).toEqual([expect.stringContaining('Guest robe')])
  const none = await whileOutOfStock(serviceClient(), orderId, () => change(visitor, orderId, 'again'))
  expect(words(dom(none).querySelector('.flash'))).toMatch(
    /Not added to your cart: Guest robe, \w+: (Sold out in this size|Only 0 left)/,
  )
})

test('shows a second payment on the return page, on the order and to the operators', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'payfast')
  const [pay, payAgain] = [await beginAtPayfast(visitor, orderId), await beginAtPayfast(visitor, orderId)]
  await pay('pay')
  const back = new URL(await payAgain('pay'))
  const sum = `Rs. ${(await rowOf(orderId)).total_amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  const notice = `One payment too many; we refund ${sum}.`
  expect((await visitor.get(back.pathname + back.search)).text).toContain(notice)
  expect((await visitor.get(`/profile/active-orders/${orderId}`)).text).toContain(notice)
  expect((await mailTo(person.email, /^A payment for your order/)).text).toContain(notice)
  const toOperators = await mailTo('hello@chambeli.example', new RegExp(`^Send back ${sum} for ${orderId}$`))
  expect(toOperators.text).toContain(person.email)
})

test('npm run serve -- --orders-to-confirm lists cash orders with a WhatsApp message, whose link confirms only by its button', async () => {
  const person = await newPerson()
  const orderId = await placeOrder(await signedIn(person), 'cod')
  const listed = (await command('--orders-to-confirm')) as { order: string; message: string; whatsApp: string }[]
  const order = listed.find((one) => one.order === orderId)
  expect(order?.whatsApp).toMatch(/^https:\/\/wa\.me\/923\d{9}\?text=/)
  const message = new URL(order?.whatsApp ?? '').searchParams.get('text') ?? ''
  expect(message).toContain(`Please confirm your order ${orderId}`)
  const link = new URL(/https?:\/\/\S+$/.exec(message)?.[0] ?? '')
  const anybody = newVisitor()
  const page = await anybody.get(link.pathname + link.search)
  expect(words(dom(page).querySelector('h1'))).toBe('Confirm your order')
  expect((await rowOf(orderId)).confirmed_at).toBeNull()
  const token = link.searchParams.get('token') ?? ''
  await anybody.post(link.pathname, { token: `${token.slice(0, -2)}AA` })
  expect((await rowOf(orderId)).confirmed_at).toBeNull()
  const confirmed = await anybody.post(link.pathname, { token })
  expect(words(dom(confirmed).querySelector('h1'))).toBe('Your order is confirmed')
  const { confirmed_at: at } = await rowOf(orderId)
  expect(at).not.toBeNull()
  await anybody.post(link.pathname, { token })
  expect((await rowOf(orderId)).confirmed_at).toBe(at)
  const after = (await command('--orders-to-confirm')) as { order: string }[]
  expect(after.some((one) => one.order === orderId)).toBe(false)
})
