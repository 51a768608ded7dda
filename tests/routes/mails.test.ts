import { parse } from 'node-html-parser'
import { expect, inject, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { mailTo, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { runCommand } from '../support/commands.ts'
import { shopSettings } from '../support/running-shop.ts'

test('confirms an order by mail, with items and costs (CH-45)', async () => {
  const person = await newPerson()
  const orderId = await placeOrder(await signedIn(person), 'cod')
  const mail = await mailTo(person.email, /Your order/)
  expect(mail.subject).toBe(`Your order ${orderId}`)
  expect(mail.text).toMatch(/1 × Rs\. [\d,]+\.\d\d {2}Guest robe, S, [A-Z][a-z ]+: Rs\. [\d,]+\.\d\d/)
  expect(mail.text).toMatch(/Total: Rs\. [\d,]+\.\d\d\nPayment: Cash on delivery/)
})

test('shows pictures, sums, address, arrival and contact in a mail, in HTML and text', async () => {
  const person = await newPerson('Nadia Iqbal')
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'cod')
  const mail = await mailTo(person.email, /^Your order/)
  const html = parse(mail.html ?? '')
  const picture = html.querySelector('img')?.getAttribute('src') ?? ''
  expect(picture).toMatch(new RegExp(`^${inject('shopUrl')}/images/160/pictures/[\\w-]+\\.jpg$`))
  expect((await fetch(picture)).headers.get('content-type')).toBe('image/jpeg')
  const rows = html.querySelectorAll('tr').map((row) => row.querySelectorAll('td').map(({ text }) => text))
  const sums = rows.slice(-4).map(([name, value]) => [name, value])
  expect(sums.map(([name]) => name)).toEqual(['Subtotal', 'Discount Savings', 'Delivery Fee', 'Total'])
  const paisa = sums.map(([, value = '']) => Number(value.replace(/[^\d]/g, '')) * (value.startsWith('−') ? -1 : 1))
  expect(paisa.slice(0, 3).reduce((sum, value) => sum + value, 0)).toBe(paisa[3])
  for (const body of [html.textContent, mail.text ?? '']) {
    for (const part of ['7 Canal Road', 'Faisalabad', 'hello@chambeli.example', '+92 42 3571 2244', orderId]) {
      expect(body).toContain(part)
    }
    expect(body).toMatch(/Arrives \w{3}\s\d{1,2}\s\w{3}/)
  }
  expect(html.querySelector('a')?.getAttribute('href')).toBe(`${inject('shopUrl')}/profile/active-orders/${orderId}`)
})

test('mails each step of an order once, with the tracking number', async () => {
  const person = await newPerson()
  const orderId = await placeOrder(await signedIn(person), 'cod')
  await mailTo(person.email, /^Your order/)
  for (const values of [{ status: 'Shipped', tracking_number: 'TCS-4711' }, { status: 'Delivered' }]) {
    await serviceClient().from('orders').update(values).eq('order_id', orderId)
  }
  await runCommand(shopSettings({ settings: inject('sandbox') }, inject('shopUrl'), '/tmp'), '--send-mails')
  const shipped = await mailTo(person.email, /is on its way$/)
  expect(shipped.text).toContain('Tracking number: TCS-4711')
  await mailTo(person.email, /was delivered$/)
  const { MAILBOX_URL = '' } = inject('sandbox')
  const all = await (await fetch(`${MAILBOX_URL}/emails?to=${encodeURIComponent(person.email)}`)).json()
  expect(all).toHaveLength(3)
})

test('mails a new subscriber a welcome, only the first time (FT-33)', async () => {
  const email = `letters-${Date.now()}@example.com`
  const first = await newVisitor().post('/newsletter', { email, from: '/' })
  expect(first.text).toContain('Successfully subscribed! Check your email for a welcome message.')
  expect((await mailTo(email, /Welcome/)).text).toContain('Welcome!')
  const again = await newVisitor().post('/newsletter', { email: ` ${email.toUpperCase()} `, from: '/' })
  expect(again.text).toContain('This email is already subscribed to our newsletter!')
})
