import { beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom, links } from '../support/page-dom.ts'
import { asPerson, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

// Invoices of orders (decision 178).

let desk: Visitor
beforeAll(async () => {
  desk = (await newOperator('Desk Person')).desk
})

async function ship(orderId: string): Promise<void> {
  const { error } = await serviceClient().from('orders').update({ status: 'Shipped' }).eq('order_id', orderId)
  if (error) throw error
}

/** Places a cash order of a new person's. */
async function ordered() {
  const person = await newPerson('Nadia Iqbal')
  const visitor = await signedIn(person)
  return { person, visitor, orderId: await placeOrder(visitor, 'cod') }
}

const saveTax = async (values: Record<string, string>) => {
  const form = formFields((await desk.get('/desk/settings/tax')).html, 'name="ntn"')
  return desk.post('/desk/settings/tax', { ...form, business_name: '', ntn: '', strn: '', sales_tax: '', ...values })
}

test('a shopper opens the invoice of an order from its page once it is sent (OR-41)', async () => {
  const { visitor, orderId } = await ordered()
  const path = `/orders/${orderId}/invoice`
  const early = await visitor.get(path)
  expect([early.status, early.text.includes('once it is paid or sent')]).toEqual([404, true])
  expect(links(dom(await visitor.get(`/profile/active-orders/${orderId}`)), 'a')).not.toContain(path)
  await ship(orderId)
  const order = await visitor.get(`/profile/active-orders/${orderId}`)
  expect(links(dom(order), 'a')).toContain(path)
  const page = await visitor.get(path)
  expect([page.status, dom(page).querySelector('h1')?.text]).toEqual([200, expect.stringMatching(/^INV-\d{6}$/)])
  const total = all(dom(order), '.sums .total dd')
  expect(all(dom(page), '.sums .total dd')).toEqual(total)
  expect(page.text).toContain(orderId)
})

test('nobody else opens it: another shopper, a visitor, a guest with another order (OR-41)', async () => {
  const { orderId } = await ordered()
  await ship(orderId)
  const path = `/orders/${orderId}/invoice`
  const other = await signedIn(await newPerson())
  expect((await other.get(path)).status).toBe(404)
  expect((await newVisitor().request(path)).headers.get('location')).toBe('/')
  const { data } = await (await asPerson(await newPerson())).rpc('get_invoice', { p_order_id: orderId })
  expect(data).toBeNull()
  expect((await other.get('/orders/ORD-1-1/invoice')).status).toBe(404)
  expect((await other.get('/orders/nonsense/invoice')).status).toBe(404)
})

test('operators set the taxes, and print invoices with them; what is wrong is said, and kept (OR-43)', async () => {
  const wrong = await saveTax({ ntn: 'none', strn: '1234567', sales_tax: '99' })
  expect([wrong.status, dom(wrong).querySelectorAll('[aria-invalid=true]').length]).toEqual([400, 2])
  expect(wrong.html).toContain('value="99"')
  const unregistered = await saveTax({ sales_tax: '18' })
  expect([unregistered.status, unregistered.text.includes('needs the number')]).toEqual([400, true])
  expect(
    (await saveTax({ business_name: 'Lace & Co', ntn: '1234567-8', strn: '3277876112345', sales_tax: '18' })).text,
  ).toContain('are saved')
  const first = await ordered()
  const second = await ordered()
  await ship(first.orderId)
  await saveTax({})
  await ship(second.orderId)
  const markOf = async (orderId: string) => {
    const order = await desk.get(`/desk/orders/${orderId}`)
    return (
      links(dom(order), 'a')
        .find((one) => one.startsWith('/desk/orders/invoices'))
        ?.split('?')[1] ?? ''
    )
  }
  const marks = [await markOf(first.orderId), await markOf(second.orderId)]
  const page = await desk.get(`/desk/orders/invoices?${marks.join('&')}`)
  const [registered, plain] = dom(page)
    .querySelectorAll('.invoice')
    .map(({ text }) => text.replace(/\s+/g, ' '))
  expect(registered).toContain('Sales tax invoice')
  expect(registered).toMatch(/Lace & Co.*NTN 1234567-8.*STRN 3277876112345.*18% sales tax in it/)
  expect([plain?.includes('Sales tax'), plain?.includes('NTN')]).toEqual([false, false])
  expect(page.html).not.toMatch(/<script/)
  const shown = await first.visitor.get(`/orders/${first.orderId}/invoice`)
  expect(shown.text).toContain('18% sales tax')
})
