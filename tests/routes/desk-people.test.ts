import { beforeAll, expect, test } from 'vitest'
import { freshPhone, placeOrder } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { dom, section, words } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

// People at the desk by phone number: guests and accounts (decisions 224 and 233).

let desk: Visitor
beforeAll(async () => {
  ;({ desk } = await newOperator('Desk Person'))
})

/** Places an order of an account, and makes it a guest's with this name and number. Returns its number. */
async function guestOrder(name: string, phone = freshPhone(), email: string | null = null) {
  const orderId = await placeOrder(await signedIn(await newPerson()), 'cod')
  const number = `+92${phone.slice(1)}`
  const address = {
    first_name: name,
    address_line1: '4 Peepal Lane',
    city: 'Multan',
    country: 'Pakistan',
    phone: number,
  }
  const { error } = await serviceClient()
    .from('orders')
    .update({
      user_id: null,
      placed_by_guest: true,
      contact_phone: number,
      contact_email: email,
      shipping_address: address,
      language: 'ur',
    })
    .eq('order_id', orderId)
  expect(error).toBeNull()
  return { orderId, phone }
}

const mark = () => crypto.randomUUID().slice(0, 8)
const pathOfPerson = (page: Page) =>
  dom(page).querySelector('.desk-table a[href^="/desk/people/"]')?.getAttribute('href') ?? ''
const personOf = async (search: string) =>
  pathOfPerson(await desk.get(`/desk/people?search=${encodeURIComponent(search)}`))
const shown = (page: Page, title: string) => words(section(dom(page), title))

test('a guest has a page with orders, how they ended, notes, and links to call and write (OR-76)', async () => {
  const name = `Zubaida${mark()}`
  const { orderId, phone } = await guestOrder(name)
  await guestOrder(name, phone)
  const list = await desk.get(`/desk/people?search=${name}`)
  expect(words(dom(list).querySelector('.desk-table tbody'))).toMatch(new RegExp(`^${name} Guest.*\\d{4}2$`))
  const path = pathOfPerson(list)
  const page = await desk.get(path)
  expect(words(dom(page).querySelector('h1'))).toBe(name)
  expect(shown(page, 'In short')).toMatch(/Orders2Open2WorthRs. 0.00/)
  expect(shown(page, 'Orders')).toContain(orderId)
  expect(page.text).toContain('reads Urdu')
  const links = dom(page)
    .querySelectorAll('main .desk-buttons a')
    .map((link) => link.getAttribute('href'))
  expect(links.slice(0, 3)).toEqual([
    `tel:+92${phone.slice(1)}`,
    `https://wa.me/92${phone.slice(1)}`,
    `/desk/orders/new?person=${path.split('/').pop()}`,
  ])
  await desk.post(path, { intent: 'note', text: 'Wants a gift box' })
  expect(shown(await desk.get(`/desk/orders/${orderId}`), 'Private notes')).toContain('Wants a gift box')
})

test('tags filter the list, and an order shows those of its shopper (OR-77)', async () => {
  const { orderId, phone } = await guestOrder('Tahira')
  const path = await personOf(phone)
  const tag = `vip ${mark()}`
  expect((await desk.post(path, { intent: 'tag', tag: ` ${tag.toUpperCase()} ` })).text).toContain('The tag is added.')
  expect(pathOfPerson(await desk.get(`/desk/people?tag=${encodeURIComponent(tag)}`))).toBe(path)
  const order = await desk.get(`/desk/orders/${orderId}`)
  expect(shown(order, 'Shopper')).toContain(tag)
  expect(dom(order).querySelector(`a[href="${path}"]`)?.text).toBe('All about this shopper')
  const refused = await desk.post(path, { intent: 'tag', tag: 'x' })
  expect([refused.status, refused.text.includes('two letters at least')]).toEqual([400, true])
  expect((await desk.post(path, { intent: 'remove_tag', tag })).text).toContain('The tag is removed.')
  expect((await desk.get(`/desk/people?tag=${encodeURIComponent(tag)}`)).text).toContain('0 shoppers')
})

test('two of one person are joined, and parted again (OR-78)', async () => {
  const [one, other] = [await guestOrder(`Rukhsana${mark()}`), await guestOrder(`Rukhsana${mark()}`)]
  const [path, second] = [await personOf(one.phone), await personOf(other.phone)]
  const search = await desk.get(`${path}?with=${other.phone}`)
  const id = section(dom(search), 'Numbers and accounts')
    .querySelector('form:has(button[value=join]) input[name=id]')
    ?.getAttribute('value')
  expect(`/desk/people/${id}`).toBe(second)
  expect((await desk.post(path, { intent: 'join', id: id ?? '' })).text).toContain('They are one person now.')
  const joined = await desk.get(second)
  expect(shown(joined, 'Orders')).toContain(one.orderId)
  expect(shown(joined, 'Numbers and accounts')).toContain('joined at the desk')
  expect((await desk.post(path, { intent: 'join', id: id ?? '' })).text).toContain('They are one person already.')
  const parted = await desk.post(path, { intent: 'part', id: id ?? '', known: other.phone })
  expect([parted.text.includes('Parted.'), shown(parted, 'Numbers and accounts').includes('The same person?')]).toEqual(
    [true, true],
  )
  expect(shown(await desk.get(second), 'Orders')).not.toContain(one.orderId)
  const changes = await desk.get(`/desk/audit?kind=customer&subject=${path.split('/').pop()}`)
  expect([changes.text.includes('Join'), changes.text.includes('Part')]).toEqual([true, true])
})

test('cash orders of a person are refused from their page, by the setting that there is (OR-76)', async () => {
  const { orderId, phone } = await guestOrder('Bano')
  const path = await personOf(phone)
  const contact = `+92${phone.slice(1)}`
  const blocked = await desk.post(path, { intent: 'block', contact, reason: 'Refused twice', ends: '2999-12-31' })
  expect(blocked.text).toContain('Cash orders are refused from now on.')
  expect(shown(blocked, 'Cash on delivery')).toContain('Until 31 Dec 2999: Refused twice.')
  expect(shown(await desk.get(`/desk/orders/${orderId}`), 'Shopper')).toContain('Refused twice')
  const { data } = await serviceClient().from('blocked_contacts').select('reason').eq('contact', contact)
  expect(data).toEqual([{ reason: 'Refused twice' }])
})

test('a number fills a new order with what is known, without scripts, and nothing typed is lost (OR-79)', async () => {
  const { phone, orderId } = await guestOrder('Zohra')
  const NEW = '/desk/orders/new'
  const fieldsOf = (page: Page) => formFields(page.html, 'name="attemptKey"')
  const empty = await desk.get(NEW)
  const filled = await desk.post(NEW, { ...fieldsOf(empty), phone, notes: 'Ring once', intent: 'look_up' })
  expect(fieldsOf(filled)).toMatchObject({
    phone: expect.stringMatching(new RegExp(`${phone.slice(4)}$`)),
    firstName: 'Zohra',
    address: '4 Peepal Lane',
    city: 'Multan',
    language: 'ur',
  })
  expect(filled.html).toContain('>Ring once</textarea>')
  expect(shown(filled, 'Shopper')).toContain(`Filled from ${orderId}`)
  expect(shown(filled, 'Shopper')).toContain('This shopper: 0 delivered, 0 refused, 0 cancelled, 1 open')
  const again = await desk.post(NEW, { ...fieldsOf(filled), intent: 'update' })
  expect(shown(again, 'Shopper')).toContain(`Filled from ${orderId}`)
  const other = await desk.post(NEW, { ...fieldsOf(filled), phone: freshPhone(), intent: 'look_up' })
  expect([other.text.includes('No order has this number yet.'), fieldsOf(other).firstName]).toEqual([true, 'Zohra'])
  const none = await desk.post(NEW, { ...fieldsOf(empty), firstName: 'Typed', phone: '12', intent: 'look_up' })
  expect([none.status, fieldsOf(none).firstName, none.text.includes('Example for Pakistan')]).toEqual([
    400,
    'Typed',
    true,
  ])
  const path = await personOf(phone)
  const fromPage = await desk.get(`${NEW}?person=${path.split('/').pop()}`)
  expect(fieldsOf(fromPage)).toMatchObject({ firstName: 'Zohra', city: 'Multan' })
})

test('an account that is deleted takes its notes, tags and number along (OR-78)', async () => {
  const person = await newPerson('Going Away')
  const phone = freshPhone()
  await serviceClient()
    .from('profiles')
    .update({ phone_number: `+92${phone.slice(1)}` })
    .eq('id', person.id)
  const path = await personOf(phone)
  expect(path).not.toBe(`/desk/people/${person.id}`)
  await desk.post(path, { intent: 'tag', tag: 'leaver' })
  expect((await serviceClient().auth.admin.deleteUser(person.id)).error).toBeNull()
  expect((await desk.get(path)).status).toBe(404)
  expect(await personOf(phone)).toBe('')
})
