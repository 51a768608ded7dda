import { randomUUID } from 'node:crypto'
import { beforeAll, expect, inject, test } from 'vitest'
import { freshPhone, payAtPayfast, placeOrder } from '../support/checkout.ts'
import { runCommand } from '../support/commands.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { mailTo, newPerson, serviceClient, signedIn } from '../support/people.ts'
import { shopSettings } from '../support/running-shop.ts'
import { formFields, type Fields, type Visitor } from '../support/visitor.ts'

// Orders that the desk changes before they are sent, and refunds of a part (decision 184).

let desk: Visitor
let email: string

/** `1234.5` as the shop writes it. */
const rupees = (amount: number) =>
  `Rs. ${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

beforeAll(async () => {
  const operator = await newOperator('Desk Person')
  desk = operator.desk
  email = operator.person.email
})

/** Changes an order by its form, in which `change` has the pieces of its only item, and other fields. */
async function changeOrder(orderId: string, { pieces, ...more }: Fields & { pieces?: string }) {
  const path = `/desk/orders/${orderId}/change`
  const fields = formFields((await desk.get(path)).html, 'name="version"')
  const quantity = Object.keys(fields).find((name) => /^quantity-[^n]/.test(name)) ?? ''
  return desk.post(path, { ...fields, ...(pieces === undefined ? {} : { [quantity]: pieces }), ...more })
}

async function press(orderId: string, intent: string, more: Fields = {}) {
  const path = `/desk/orders/${orderId}`
  return desk.post(path, { ...formFields((await desk.get(path)).html, 'name="version"'), sure: 'on', ...more, intent })
}

/** Returns an order's sum, rest, mails and refunds. */
async function rowOf(orderId: string) {
  const columns = 'id, total_amount, due_amount, status, order_mails(id, kind, state), refunds(amount, reason)'
  const { data } = await serviceClient().from('orders').select(columns).eq('order_id', orderId).single()
  if (!data) throw new Error(`No order ${orderId}`)
  return data
}

/** Sends the mails about changes of an order, as if their time had come. */
async function sendMails(orderId: string) {
  for (const { id, kind } of (await rowOf(orderId)).order_mails) {
    if (kind === 'changed') await serviceClient().from('order_mails').update({ due_at: '2026-01-01' }).eq('id', id)
  }
  await runCommand(shopSettings({ settings: inject('sandbox') }, inject('shopUrl'), '/tmp'), '--send-mails')
}

test('an operator changes an order: one mail and the order’s page say what was changed (OR-47)', async () => {
  const person = await newPerson('Nadia Iqbal')
  const shopper = await signedIn(person)
  const orderId = await placeOrder(shopper, 'cod')
  const before = await rowOf(orderId)
  const page = await desk.get(`/desk/orders/${orderId}/change`)
  expect(all(dom(page), 'label')).toEqual(expect.arrayContaining(['Size', 'Colour', 'Pieces, 0 to remove', 'City']))

  const wrong = await changeOrder(orderId, { pieces: 'two', discount: 'x', city: '', phone: '12' })
  expect([wrong.status, all(dom(wrong), '.field .error')]).toEqual([400, expect.any(Array)])
  expect(all(dom(wrong), '.field .error')).toHaveLength(4)
  const last = await changeOrder(orderId, { pieces: '0' })
  expect([last.status, last.text]).toEqual([409, expect.stringContaining('An order keeps at least one item.')])
  const unknown = await changeOrder(orderId, { product: 'no-such-thing' })
  expect(unknown.text).toContain('There is no product “no-such-thing” any more.')
  expect(dom(unknown).querySelector('input[name=product]')?.getAttribute('value')).toBe('no-such-thing')

  const done = await changeOrder(orderId, { pieces: '2', address: '9 Mall Road', phone: freshPhone(), delivery: '0' })
  const { total_amount: total } = await rowOf(orderId)
  expect(done.text).toContain(`Changed: ${orderId} costs ${rupees(total)} now.`)
  expect((await changeOrder(orderId, {})).text).toContain('Nothing was changed.')
  await changeOrder(orderId, { discount: '50', discount_reason: 'For the wait' })
  await sendMails(orderId)
  const mail = await mailTo(person.email, /was changed$/)
  const lines = [
    /Guest robe, S, [\w ]+: 1 → 2/,
    /Delivery to: Nadia Iqbal, 7 Canal Road, Faisalabad.* → Nadia Iqbal, 9 Mall Road, Faisalabad/,
    'Delivery: Rs. 150.00 → Rs. 0.00',
    'Reason of the discount: For the wait',
    `Total: ${rupees(before.total_amount)} → ${rupees(total - 50)}`,
    `You pay ${rupees(total - 50)} in cash when it arrives.`,
  ]
  for (const line of lines) expect(mail.text).toMatch(line)
  expect((await rowOf(orderId)).order_mails.filter(({ kind }) => kind === 'changed')).toHaveLength(1)

  const shown = words(dom(await shopper.get(`/profile/active-orders/${orderId}`)))
  for (const part of ['What was changed', '9 Mall Road', '1 → 2', 'Changed by the shop']) expect(shown).toContain(part)
  await press(orderId, 'ship')
  expect((await changeOrder(orderId, { delivery: '10' })).text).toContain('That can’t be done in its present state.')
})

test('a paid order that costs more is paid by its page, one that costs less and a part of a delivered one are refunded (OR-51)', async () => {
  const person = await newPerson('Nadia Iqbal')
  const shopper = await signedIn(person)
  const orderId = await placeOrder(shopper, 'payfast', '2')
  expect((await changeOrder(orderId, { pieces: '1' })).text).toContain('It is being paid just now.')
  await payAtPayfast(shopper, orderId)
  const paid = (await rowOf(orderId)).total_amount
  await changeOrder(orderId, { pieces: '3' })
  const { due_amount: due, total_amount: total } = await rowOf(orderId)
  expect(due).toBe(total - paid)
  const order = `/profile/active-orders/${orderId}`
  expect((await shopper.get(order)).text).toContain(`${rupees(due)} is still to be paid`)
  expect((await desk.get(`/desk/orders/${orderId}`)).text).toContain(`${inject('shopUrl')}${order}`)
  await shopper.post(`/pay/${orderId}`, {})
  await payAtPayfast(shopper, orderId)
  expect(await rowOf(orderId)).toMatchObject({ due_amount: 0, status: 'PaymentAccepted', refunds: [] })

  await changeOrder(orderId, { pieces: '2' })
  expect((await rowOf(orderId)).refunds).toEqual([{ amount: due, reason: 'order_changed' }])
  expect((await shopper.get(order)).text).toContain('Your order costs less since it was changed')
  await sendMails(orderId)
  expect((await mailTo(person.email, /was changed$/)).text).toContain('Your order costs less since it was changed')
  const invoices = all(dom(await shopper.get(`/orders/${orderId}/invoice`)), '.invoice h2')
  expect(invoices).toEqual(['Invoice', 'Credit note', 'Invoice', 'Credit note', 'Invoice'])

  for (const step of ['ship', 'deliver']) await press(orderId, step)
  const much = await press(orderId, 'refund_part', { amount: String(paid + 1), reason: 'A button is missing' })
  expect([much.status, much.text]).toEqual([409, expect.stringContaining(`at most ${rupees(paid)}, which is left`)])
  const part = await press(orderId, 'refund_part', { amount: '100', reason: 'A button is missing' })
  expect(part.text).toContain('We refund Rs. 100.00 of what you paid: A button is missing.')
})

test('a part that is refunded brings a credit note; the ledger says who did what, and what is owed after it (OR-52, OR-53)', async () => {
  const person = await newPerson('Nadia Iqbal')
  const shopper = await signedIn(person)
  const orderId = await placeOrder(shopper, 'cod')
  const { id, total_amount: total } = await rowOf(orderId)
  for (const step of ['ship', 'deliver']) await press(orderId, step)
  await press(orderId, 'refund_part', { amount: '100', reason: 'A button is missing' })

  const order = await shopper.get(`/profile/active-orders/${orderId}`)
  expect(order.text).toContain('Invoice and credit notes')
  const sheets = dom(await shopper.get(`/orders/${orderId}/invoice`))
  const [note = sheets, invoice = sheets] = sheets.querySelectorAll('.invoice')
  const number = /INV-\d+/.exec(invoice.text)?.[0]
  expect(all(note, 'h2')).toEqual(['Credit note'])
  expect(words(note)).toContain(`It credits ${number} of`)
  expect(words(note)).toContain('Reason: a part of the price was refunded')
  expect(all(note, '.sums > div')).toEqual(['Taken off the priceRs. 100.00', 'TotalRs. 100.00'])
  shopper.cookies.set('website_language', 'ur')
  expect((await shopper.get(`/orders/${orderId}/invoice`)).text).toContain('وجہ: قیمت کا کچھ حصہ واپس کیا گیا')

  const page = dom(await desk.get(`/desk/orders/${orderId}`))
  const ledger = page.querySelector('#ledger')
  expect(ledger?.hasAttribute('open')).toBe(true)
  expect(words(ledger)).toContain('The shopper owes Rs. 0.00, and Rs. 100.00 is to be sent back.')
  const [books, couriers] = [...(ledger?.querySelectorAll('table') ?? [])].map((table) =>
    table.querySelectorAll('tbody tr').map((row) => all(row, 'td').toSpliced(1, 1).join(' | ')),
  )
  expect(books?.slice(-4)).toEqual([
    `Delivery Order placed | Shopper | Rs. 150.00 | ${rupees(total)} | Rs. 0.00`,
    `Collected at the door | ${email} | −${rupees(total)} | Rs. 0.00 | Rs. 0.00`,
    `Part of the price refunded: A button is missing | ${email} | −Rs. 100.00 | −Rs. 100.00 | Rs. 0.00`,
    `Refund due: A button is missing | ${email} | Rs. 100.00 | Rs. 0.00 | Rs. 100.00`,
  ])
  const { error } = await serviceClient()
    .from('refunds')
    .insert({ order_id: id, provider: 'cash', provider_payment_id: orderId, amount: total, reason: 'partly' })
  expect([error?.code, error?.message]).toEqual(['PT409', 'books_dont_add_up'])
  expect(couriers).toEqual(
    ['To collect', 'No longer to collect', 'Collected'].map((what, place) =>
      expect.stringMatching(new RegExp(`^${what} at the door \\| .* \\| ${rupees(place === 1 ? 0 : total)}$`)),
    ),
  )
})

test('the difference of an exchange is corrected with a reason until its goods are received, and the ledger names what is sent', async () => {
  const shopper = await signedIn(await newPerson('Nadia Iqbal'))
  const orderId = await placeOrder(shopper, 'cod')
  for (const step of ['ship', 'deliver']) await press(orderId, step)
  const path = `/desk/orders/${orderId}`
  const ledgerOf = async () => dom(await desk.get(path)).querySelector('#ledger')
  const calm = await ledgerOf()
  expect([calm?.hasAttribute('open'), words(calm?.querySelector('summary') ?? null)]).toEqual([
    false,
    'Ledger The shopper owes Rs. 0.00, and Rs. 0.00 is to be sent back.',
  ])
  const { data: other } = await serviceClient()
    .from('products')
    .insert({ slug: `instead-${randomUUID()}`, name: 'Moss robe', price: 9000, created_at: '2020-01-01T00:00:00Z' })
    .select('id, slug')
    .single()
  const form = await shopper.get(`/orders/${orderId}/exchange?product=${other?.slug}`)
  const instead = dom(form).querySelector(`option[value^="${other?.id}"]`)?.getAttribute('value') ?? ''
  const asked = { ...formFields(form.html, 'name="requestKey"'), 'instead-0': instead }
  await shopper.post(`/orders/${orderId}/exchange`, asked)

  const fields = formFields((await desk.get(path)).html, 'value="correct_difference"')
  const given = { ...fields, intent: 'correct_difference', difference: 'due', reason: 'Agreed by phone' }
  const much = await desk.post(path, { ...given, amount: '9000.01' })
  expect([much.status, much.text]).toEqual([
    409,
    expect.stringContaining('at most Rs. 9,000.00, which is what is sent'),
  ])
  expect(dom(much).querySelector('details[open] input[name=amount]')?.getAttribute('value')).toBe('9000.01')
  const done = await desk.post(path, { ...given, amount: '120' })
  expect(done.text).toContain('The difference is corrected.')
  expect(done.text).toContain('Rs. 120.00 is collected with its parcel.')
  expect((await shopper.get(`/profile/active-orders/${orderId}`)).text).toContain(
    'Corrected by the shop: Agreed by phone',
  )

  const { id } = await rowOf(orderId)
  for (const status of ['approved', 'received'])
    await serviceClient().from('returns').update({ status }).eq('order_id', id)
  const page = await desk.get(path)
  expect(page.html).not.toContain('value="correct_difference"')
  const late = await desk.post(path, { ...given, amount: '10' })
  expect([late.status, all(dom(late), 'main .notice[role=alert]').length]).toEqual([409, 1])
  const due = await ledgerOf()
  expect(due?.hasAttribute('open')).toBe(true)
  expect(words(due)).toContain('The shopper owes Rs. 120.00')
  expect(words(due)).toContain('Exchange: 1 × Moss robe')
})
