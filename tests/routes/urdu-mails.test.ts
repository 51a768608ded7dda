import { parse } from 'node-html-parser'
import { expect, inject, test } from 'vitest'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { dom } from '../support/page-dom.ts'
import { mailTo, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { runCommand } from '../support/commands.ts'
import { shopSettings } from '../support/running-shop.ts'
import type { Visitor } from '../support/visitor.ts'

// What shoppers get who ordered in Urdu. tests/rules/all-mails.test.ts goes over the words of all mails.

const URDU = 'کیمونو گاؤن'

/** Places a cash order of a product that has a name in Urdu. Returns its number. */
async function orderInUrdu(visitor: Visitor, email: string): Promise<string> {
  visitor.cookies.set('website_language', 'ur')
  await addToCart(visitor, 'kimono-robe')
  const placed = await visitor.post('/checkout', { ...(await checkoutFields(visitor, 'cod')), email })
  return /ORD-\d+-\d+/.exec(placed.url)?.[0] ?? ''
}

/** Returns the paths of a mail’s links to the shop. */
const linksOf = (html: string | undefined) =>
  parse(html ?? '')
    .querySelectorAll('a')
    .map((link) => link.getAttribute('href') ?? '')
    .filter((link) => link.startsWith('http'))
    .map((link) => link.slice(new URL(link).origin.length))

test('an order is mailed, asked about and invoiced in Urdu, with the product’s Urdu name', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const orderId = await orderInUrdu(visitor, person.email)
  const mail = await mailTo(person.email, new RegExp(`^آپ کا آرڈر ${orderId}$`))
  for (const part of [parse(mail.html ?? '').text, mail.text ?? '']) {
    expect(part).toContain(URDU)
    expect(part).not.toMatch(/Kimono|Black|White|Beige|Pink|Maroon/)
  }
  const { desk } = await newOperator('Nadia Iqbal')
  const messagesOf = async (path: string) =>
    dom(await desk.get(path))
      .querySelectorAll('a[href^="https://wa.me/"]')
      .map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))
  const inQueue: string[] = []
  // Other tests have orders to confirm, too.
  for (let page = 1; page <= 20 && !inQueue.some((one) => one.includes(orderId)); page += 1)
    inQueue.push(...(await messagesOf(`/desk/orders/confirm?page=${page}`)))
  for (const messages of [await messagesOf(`/desk/orders/${orderId}`), inQueue])
    expect(messages.find((one) => one.includes(orderId))).toMatch(/کی تصدیق کریں: \S+[?&]lang=ur$/)
  await serviceClient().from('orders').update({ status: 'Shipped' }).eq('order_id', orderId)
  const invoice = dom(await visitor.get(`/orders/${orderId}/invoice`)).querySelector('.invoice')
  expect([invoice?.text.includes(URDU), invoice?.text.includes('Kimono')]).toEqual([true, false])
})

test('a mailed order opens in Urdu without a cookie: a guest’s itself, a member’s at the log-in', async () => {
  const person = await newPerson()
  const orderId = await orderInUrdu(await signedIn(person), person.email)
  const [order = ''] = linksOf((await mailTo(person.email, new RegExp(`^آپ کا آرڈر ${orderId}$`))).html)
  const login = dom(await newVisitor().get(order))
  expect(login.querySelector('html')?.getAttribute('lang')).toBe('ur')

  const email = `guest-${crypto.randomUUID().slice(0, 8)}@example.com`
  const orders = serviceClient().from('orders')
  await orders.update({ user_id: null, contact_email: email }).eq('order_id', orderId)
  await orders.update({ status: 'Shipped' }).eq('order_id', orderId)
  await runCommand(shopSettings({ settings: inject('sandbox') }, inject('shopUrl'), '/tmp'), '--send-mails')
  const shipped = await mailTo(email, /روانہ ہو گیا ہے$/)
  expect(shipped.text).toContain(URDU)
  const opened = dom(await newVisitor().get(linksOf(shipped.html)[0] ?? ''))
  expect([opened.querySelector('html')?.getAttribute('lang'), opened.text.includes(orderId)]).toEqual(['ur', true])
})
