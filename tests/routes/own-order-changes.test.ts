import { beforeAll, expect, inject, test } from 'vitest'
import { freshPhone, payAtPayfast, placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { mailTo, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { runCommand } from '../support/commands.ts'
import { shopSettings } from '../support/running-shop.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

// Orders that their shoppers change until they are packed (decision 218).

let desk: Visitor

beforeAll(async () => {
  ;({ desk } = await newOperator('Desk Person'))
})

const rupees = (amount: number) =>
  `Rs. ${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

async function rowOf(orderId: string) {
  const { data } = await serviceClient()
    .from('orders')
    .select(
      'id, total_amount, due_amount, contact_phone, shipping_address, refunds(amount, reason), order_items(selected_size, selected_color, quantity)',
    )
    .eq('order_id', orderId)
    .single()
  if (!data) throw new Error(`No order ${orderId}`)
  return data
}

const pathOf = (orderId: string) => `/orders/${orderId}/edit`

/** Returns the fields of the form for changing an order, with those of its only item under `size`, `color` and `quantity`. */
async function formOf(visitor: Visitor, orderId: string) {
  const page = await visitor.get(pathOf(orderId))
  const fields = formFields(page.html, 'name="version"')
  const named = (field: string) => Object.keys(fields).find((name) => name.startsWith(`${field}-`)) ?? field
  return { page, fields, names: { size: named('size'), color: named('color'), quantity: named('quantity') } }
}

/** Changes an order of one item by its form. */
async function edit(visitor: Visitor, orderId: string, { quantity, size, ...more }: Fields = {}) {
  const { fields, names } = await formOf(visitor, orderId)
  return visitor.post(pathOf(orderId), {
    ...fields,
    ...(quantity === undefined ? {} : { [names.quantity]: quantity }),
    ...(size === undefined ? {} : { [names.size]: size }),
    ...more,
  })
}

/** Sends a form that was refused again as its page shows it. */
const again = (visitor: Visitor, orderId: string, page: Page) =>
  visitor.post(pathOf(orderId), formFields(page.html, 'name="version"'))

const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const flash = (page: Page) => words(dom(page).querySelector('.flash'))

test('a shopper changes the size and the address of an order; its page, the desk and one mail say so', async () => {
  const person = await newPerson('Nadia Iqbal')
  const shopper = await signedIn(person)
  const orderId = await placeOrder(shopper, 'cod')
  const order = await shopper.get(`/profile/active-orders/${orderId}`)
  expect(order.html).toContain(`href="${pathOf(orderId)}"`)
  const { page } = await formOf(shopper, orderId)
  expect(all(dom(page), 'main label')).toEqual(expect.arrayContaining(['Size', 'Color', 'Quantity', 'City']))
  const before = await rowOf(orderId)
  const sizes = dom(page)
    .querySelectorAll('select[name^=size-] option')
    .map((option) => option.getAttribute('value') ?? '')
  const size = sizes.find((one) => one !== before.order_items[0]?.selected_size) ?? ''

  const wrong = await edit(shopper, orderId, { city: '', phone: '12', postalCode: 'x', address: '9 Mall Road' })
  expect([wrong.status, all(dom(wrong), '.field .error')]).toEqual([400, expect.any(Array)])
  expect(all(dom(wrong), '.field .error')).toHaveLength(3)
  expect(dom(wrong).querySelector('input[name=address]')?.getAttribute('value')).toBe('9 Mall Road')

  const done = await edit(shopper, orderId, { size, address: '9 Mall Road', phone: freshPhone() })
  expect(flash(done)).toContain('Your order is changed.')
  expect(words(dom(done))).toContain('Changed by the shopper')
  expect(words(dom(done).querySelector('.order-changes'))).toContain('9 Mall Road')
  expect(await rowOf(orderId)).toMatchObject({
    total_amount: before.total_amount,
    shipping_address: { address_line1: '9 Mall Road' },
    order_items: [{ selected_size: size, quantity: 1 }],
  })
  expect(flash(await edit(shopper, orderId))).toContain('Nothing was changed.')

  const atDesk = await desk.get(`/desk/orders/${orderId}`)
  expect(words(dom(atDesk).querySelector('main'))).toMatch(/changed by the shopper \d/)
  expect(words(dom(atDesk).querySelector('section[aria-labelledby=changes]'))).toMatch(/Edit order.*, shopper/)
  expect((await desk.get(`/desk/orders?search=${orderId}`)).text).toContain('Changed by the shopper')
  await serviceClient().from('order_mails').update({ due_at: '2026-01-01' }).eq('order_id', before.id)
  await runCommand(shopSettings({ settings: inject('sandbox') }, inject('shopUrl'), '/tmp'), '--send-mails')
  expect((await mailTo(person.email, /was changed$/)).text).toContain('9 Mall Road')
})

test('another sum is shown before anything changes, and agreed to by sending the form again', async () => {
  const shopper = await signedIn(await newPerson())
  const orderId = await placeOrder(shopper, 'cod')
  const { total_amount: total } = await rowOf(orderId)
  const each = total - 150
  const asked = await edit(shopper, orderId, { quantity: '2' })
  expect([asked.status, problems(asked)]).toEqual([
    409,
    [
      `With this change your order costs ${rupees(total + each)}, ${rupees(each)} more. You pay it in cash when it arrives. Nothing is changed yet.`,
    ],
  ])
  expect(asked.text).toContain(`Change it to ${rupees(total + each)}`)
  expect((await rowOf(orderId)).total_amount).toBe(total)
  expect(flash(await again(shopper, orderId, asked))).toContain('Your order is changed.')
  expect((await rowOf(orderId)).total_amount).toBe(total + each)
})

test('a paid order that costs more is paid by its page, and one that costs less is refunded', async () => {
  const shopper = await signedIn(await newPerson())
  const orderId = await placeOrder(shopper, 'payfast')
  const being = await shopper.get(pathOf(orderId))
  expect([being.url, flash(being)]).toEqual([
    `/profile/active-orders/${orderId}`,
    expect.stringContaining('This order is being paid just now'),
  ])
  await payAtPayfast(shopper, orderId)
  const { total_amount: total } = await rowOf(orderId)
  const more = await edit(shopper, orderId, { quantity: '2' })
  expect(problems(more)[0]).toContain('more, which you pay by card after that.')
  const page = await again(shopper, orderId, more)
  expect(page.text).toContain(`${rupees(total - 150)} is still to be paid`)
  const less = await edit(shopper, orderId, { quantity: '1' })
  expect(problems(less)[0]).toContain('We send back what you paid too much.')
  await again(shopper, orderId, less)
  expect(await rowOf(orderId)).toMatchObject({ total_amount: total, due_amount: 0, refunds: [] })
  expect(all(dom(await shopper.get(`/orders/${orderId}/invoice`)), '.invoice h2')).toEqual([
    'Invoice',
    'Credit note',
    'Invoice',
    'Credit note',
    'Invoice',
  ])
})

test('a form from before a change by the desk keeps what was chosen, and shows the order as it is now', async () => {
  const shopper = await signedIn(await newPerson())
  const orderId = await placeOrder(shopper, 'cod')
  const { fields } = await formOf(shopper, orderId)
  const deskForm = formFields((await desk.get(`/desk/orders/${orderId}/change`)).html, 'name="version"')
  await desk.post(`/desk/orders/${orderId}/change`, { ...deskForm, address: '1 Desk Street' })
  const outdated = await shopper.post(pathOf(orderId), { ...fields, city: 'Multan' })
  expect([outdated.status, problems(outdated)[0]]).toEqual([
    409,
    expect.stringContaining('This order was changed meanwhile.'),
  ])
  expect(dom(outdated).querySelector('input[name=city]')?.getAttribute('value')).toBe('Multan')
  const now = dom(outdated).querySelector('section[aria-labelledby=edit-now]')
  expect(words(now)).toContain('1 Desk Street')
  expect(flash(await again(shopper, orderId, outdated))).toContain('Your order is changed.')
})

test('a packed order and another’s aren’t changed, and the page says why', async () => {
  const shopper = await signedIn(await newPerson())
  const orderId = await placeOrder(shopper, 'cod')
  const { fields } = await formOf(shopper, orderId)
  const stranger = await signedIn(await newPerson())
  expect(flash(await stranger.post(pathOf(orderId), fields))).toContain('Order not found')
  expect((await newVisitor().get(pathOf(orderId))).url).toBe('/')
  await serviceClient().from('orders').update({ packed_at: new Date().toISOString() }).eq('order_id', orderId)
  const packed = await shopper.post(pathOf(orderId), fields)
  expect([packed.url, flash(packed)]).toEqual([
    `/profile/active-orders/${orderId}`,
    expect.stringContaining('is packed already'),
  ])
  expect(packed.html).not.toContain(`href="${pathOf(orderId)}"`)
})

test('what can’t be had is refused by its name, with what is left', async () => {
  const shopper = await signedIn(await newPerson())
  const orderId = await placeOrder(shopper, 'cod')
  const { fields, names } = await formOf(shopper, orderId)
  const refused = await shopper.post(pathOf(orderId), { ...fields, [names.size]: 'XXXXL' })
  expect(problems(refused)[0]).toMatch(
    /^Guest robe, XXXXL, .* is not to be had so\. Please choose another size or colour\.$/,
  )
  const many = await shopper.post(pathOf(orderId), { ...fields, [names.quantity]: '11' })
  expect(problems(many)[0]).toMatch(/^One order has at most 10 pieces of Guest robe, /)
  const none = await shopper.post(pathOf(orderId), { ...fields, [names.quantity]: '0' })
  expect(problems(none)[0]).toContain('An order keeps at least one item.')
})
