import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

// Promo codes and the texts of the home page at the desk.

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Desk Person')).desk
})

const codes: string[] = []
const testimonials: string[] = []
const banners: string[] = []
afterAll(async () => {
  const service = serviceClient()
  await service.from('promo_codes').delete().in('code', codes)
  await service.from('testimonials').delete().in('id', testimonials)
  await service.from('banners').delete().in('id', banners)
})

const idOf = (page: Page) => page.url.split('/').at(-1) ?? ''

function freshCode(): string {
  const code = `DESK-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  codes.push(code)
  return code
}

/** Makes a promo code of 10 per cent. */
function make(code: string, more: Fields = {}): Promise<Page> {
  return desk.post('/desk/promo-codes', { code, kind: 'percent', value: '10', ...more })
}

/** Presses a button of a promo code's page. */
function press(page: Page, intent: 'save' | 'end' | 'remove', more: Fields = {}): Promise<Page> {
  return desk.post(page.url, { ...formFields(page.html, `value="${intent}"`), ...more, intent })
}

test('a promo code is made, listed with its state, uses and what it took off, and recorded', async () => {
  const code = freshCode()
  const page = await make(code.toLowerCase(), { minimum_total: '100', usage_limit: '5' })
  expect(page.text).toContain('This is the new promo code.')
  expect(page.html).not.toMatch(/<script/)

  const shopper = await signedIn(await newPerson())
  await addToCart(shopper)
  await shopper.post('/cart', { intent: 'promo', code })
  const placed = await shopper.submit('/checkout', await checkoutFields(shopper, 'cod'))
  const orderId = /ORD-\d+-\d+/.exec(placed.headers.get('location') ?? '')?.[0] ?? ''
  const { data } = await serviceClient().from('orders').select('promo_discount').eq('order_id', orderId).single()
  const sum = `Rs. ${data?.promo_discount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`

  const row = dom(await desk.get('/desk/promo-codes?state=running')).querySelectorAll('tbody tr')
  const own = row.find((one) => one.text.includes(code))
  expect(own?.text).toContain('Running')
  expect(own?.text).toContain('1 of 5')
  expect(own?.text).toContain(`${sum} off`)
  expect((await desk.get('/desk/promo-codes?state=ended')).text).not.toContain(code)
  expect(all(dom(await desk.get(page.url)), '.desk-changes b')).toEqual(['Create promo code'])
})

test('a promo code for somebody and something is listed with that, and its page has its link', async () => {
  const code = freshCode()
  const { data } = await serviceClient().from('product_categories').select('id').eq('name', 'Bra').single()
  const fields = {
    kind: 'delivery',
    value: '',
    category_id: data?.id ?? '',
    is_first_order: 'on',
    customer: '0300 1234567',
  }
  const page = await make(code, fields)
  expect(page.text).toContain('Free delivery, for Bra, for a first order, for +923001234567')
  expect(page.text).toContain(`/code/${code}`)
  const saved = await press(page, 'save', { category_id: '', customer: '' })
  expect(saved.text).toContain('Free delivery, for a first order, always.')
})

test.each<[what: string, fields: Fields, words: string]>([
  ['nobody as its customer', { customer: 'Zoya' }, 'Please enter the e-mail address or the phone number'],
  ['more than 100 per cent', { value: '100.01' }, 'A code can take off at most 100 per cent.'],
  ['nothing off', { value: '0' }, 'Please enter what the code takes off as a number above zero'],
  ['an end before its beginning', { starts_at: '2099-02-01T10:00', ends_at: '2099-02-01T09:00' }, 'It must end after'],
  ['an end that has passed', { ends_at: '2020-02-01T09:00' }, 'This end has passed.'],
  ['a day that doesn’t exist', { starts_at: '2099-02-31T10:00' }, 'Please enter a date and a time'],
  ['a limit of none', { usage_limit: '0' }, 'Please enter a whole number from 1 to 1000000'],
  ['a code in Urdu', { code: 'عید' }, 'Please enter 2 to 40 Latin letters'],
  ['a code that exists', { code: 'eid500' }, 'There is such a code already.'],
])('a promo code with %s is refused in words, and what was typed stays', async (_what, fields, words) => {
  const page = await make(freshCode(), { minimum_total: '1234', ...fields })
  expect([400, 409]).toContain(page.status)
  expect(dom(page).querySelector('[role=alert]')?.text).toContain(words)
  expect(dom(page).querySelector('input[name=minimum_total]')?.getAttribute('value')).toBe('1234')
})

test('a promo code is changed, ended and, without orders, removed; carts learn of it at once', async () => {
  const code = freshCode()
  const shopper = newVisitor()
  await addToCart(shopper)
  const tried = async () => (await shopper.post('/cart', { intent: 'promo', code })).text
  const page = await make(code)
  expect(await tried()).toContain(`Promo code ${code} applied.`)
  const saved = await press(page, 'save', { minimum_total: '999999' })
  expect(saved.text).toContain('The promo code is saved.')
  expect(await tried()).toContain('This promo code needs a minimum of Rs. 999,999.00.')
  const ended = await press(saved, 'end')
  expect(ended.text).toContain('The promo code has ended.')
  expect(await tried()).toContain('This promo code has expired.')
  expect((await press(ended, 'remove')).text).toContain('The promo code is removed.')
  expect(await tried()).toContain('We don’t know this promo code.')
  expect((await desk.get(page.url)).status).toBe(404)
})

test('a promo code with orders can’t be removed, nor its limit be below its uses', async () => {
  const code = freshCode()
  const page = await make(code)
  await serviceClient().from('promo_codes').update({ used_count: 3 }).eq('code', code)
  const now = await desk.get(page.url)
  expect(now.html).not.toContain('value="remove"')
  expect((await press(page, 'remove')).text).toContain('Orders were placed with this code, so it stays.')
  const refused = await press(now, 'save', { usage_limit: '2' })
  expect([refused.status, refused.text.includes('The code was used more often than that already.')]).toEqual([
    409,
    true,
  ])
})

test('of two who change a promo code the second sees both versions, and saves the own one over it', async () => {
  const older = await make(freshCode())
  await press(older, 'save', { value: '20' })
  const late = await press(older, 'save', { value: '30' })
  expect([late.status, late.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
  expect(all(dom(late), '.desk-versions tbody td')).toEqual(['20', '30'])
  const again = await press({ ...late, url: older.url }, 'save')
  expect(again.text).toContain('The promo code is saved.')
  expect(dom(again).querySelector('input[name=value]')?.getAttribute('value')).toBe('30')
})

function pathOf(list: Page, name: string): string {
  const links = dom(list).querySelectorAll('.desk-table a')
  return links.findLast(({ text }) => text === name)?.getAttribute('href') ?? ''
}

/** Makes a banner at the desk. Returns its page. */
async function makeBanner(kind: string, title: string): Promise<Page> {
  const list = await desk.post(`/desk/settings/${kind}`, { title })
  const page = await desk.get(pathOf(list, title))
  banners.push(idOf(page))
  return page
}

const fieldsOf = (page: Page): Fields => formFields(page.html, 'name="display_order"')
const saveBanner = (page: Page, more: Fields = {}) =>
  desk.post(page.url, { ...fieldsOf(page), ...more, intent: 'save' })

test('the home page’s texts are listed: banners, figures and testimonials', async () => {
  const line = await desk.get('/desk/settings/announcement')
  expect(line.html).not.toMatch(/<script/)
  expect(line.text).toContain('{delivery_price} delivery anywhere in Pakistan. Pay on delivery.')
  expect((await desk.get('/desk/settings/band')).text).toContain('The size that fits, in two measurements')
  const testimonials = dom(await desk.get('/desk/settings/testimonial'))
  expect(testimonials.querySelectorAll('a[href^="/desk/settings/testimonial/"]')).toHaveLength(6)
  expect(dom(await desk.get('/desk/settings/statistic')).querySelectorAll('input[name=id]')).toHaveLength(2)
})

test('a banner is made off, refused without a picture, completed, recorded and removed', async () => {
  const made = await makeBanner('slide', 'Eid at the desk')
  const state = async () => all(dom(await desk.get('/desk/settings/slide')), '.desk-table tr:has(a) td:nth-child(3)')
  expect(await state()).toContain('No')
  const bare = await saveBanner(made, { is_active: 'on', link: '/on-sale' })
  expect([bare.status, bare.text.includes('Please choose a picture, or upload one.')]).toEqual([400, true])
  expect(dom(bare).querySelector('input[name=link]')?.getAttribute('value')).toBe('/on-sale')
  const picture = '/pictures/banner-lace.webp'
  const times = { begins: '2098-03-01T10:00', ends: '2098-03-04T23:00' }
  const saved = await saveBanner(made, { is_active: 'on', link: '/on-sale', picture, ...times })
  expect(saved.text).toContain('The slide is saved.')
  expect(await state()).toContain('Coming')
  const { data } = await serviceClient()
    .from('banners')
    .select('link, begins, is_current')
    .eq('id', idOf(made))
    .single()
  expect(data).toEqual({ link: '/on-sale', begins: '2098-03-01T05:00:00+00:00', is_current: false })
  expect(all(dom(saved), '.desk-changes b')).toEqual(['Save slide', 'Create slide'])
  const removed = await desk.post(made.url, { ...formFields(saved.html, 'value="remove"'), intent: 'remove' })
  expect(removed.text).toContain('The slide is removed.')
})

test.each([['//evil.example'], ['https://evil.example/'], ['javascript:alert(1)'], ['/\\evil.example'], ['on-sale']])(
  'a banner can’t lead to %s',
  async (link) => {
    const made = await makeBanner('announcement', 'Eid at the desk')
    const page = await saveBanner(made, { link })
    expect([page.status, page.text.includes('Please enter an address within the shop')]).toEqual([400, true])
    expect(dom(page).querySelector('input[name=title]')?.getAttribute('value')).toBe('Eid at the desk')
  },
)

test('of two who change a banner the second sees both versions', async () => {
  const made = await makeBanner('announcement', 'Eid at the desk')
  await saveBanner(made, { title: 'Eid at the shop' })
  const late = await saveBanner(made, { title: 'Eid at home' })
  expect([late.status, late.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
  expect(all(dom(late), '.desk-versions tbody td')).toEqual(['Eid at the shop', 'Eid at home'])
})

test('a testimonial is made hidden, changed, shown and hidden again; of two changes the second sees both', async () => {
  const listed = await desk.post('/desk/settings/testimonial', { review_text: 'Soft as tea', customer_name: 'Hira' })
  expect(listed.text).toContain('Soft as tea is a testimonial now.')
  const made = await desk.get(pathOf(listed, 'Soft as tea'))
  testimonials.push(idOf(made))
  const row = async () =>
    (await serviceClient().from('testimonials').select('review_text, rating, is_active').eq('id', idOf(made)).single())
      .data
  expect(await row()).toEqual({ review_text: 'Soft as tea', rating: null, is_active: false })
  const fields = { ...fieldsOf(made), review_text: 'Soft as tea', rating: '4' }
  const shown = await desk.post(made.url, { ...fields, is_active: 'on', intent: 'save' })
  expect(shown.text).toContain('The testimonial is saved.')
  expect(await row()).toEqual({ review_text: 'Soft as tea', rating: 4, is_active: true })
  const late = await desk.post(made.url, { ...fields, review_text: 'Soft as milk', intent: 'save' })
  expect([late.status, all(dom(late), '.desk-versions tbody td')]).toEqual([
    409,
    ['Soft as tea', 'Soft as milk', 'on', '–'],
  ])
  const empty = await desk.post(made.url, { ...fields, review_text: ' ', intent: 'save' })
  expect([empty.status, empty.text.includes('Please enter what the shopper says.')]).toEqual([400, true])
  const version = formFields(late.html, 'name="display_order"').version ?? ''
  expect((await desk.post(made.url, { ...fields, version, intent: 'save' })).text).toContain(
    'The testimonial is saved.',
  )
  expect((await row())?.is_active).toBe(false)
})

test('a figure of the hero is saved; a wrong one is refused with what was typed', async () => {
  const fields = () =>
    desk.get('/desk/settings/statistic').then((page) => formFields(page.html, 'value="happy_customers"'))
  const sent = await fields()
  const refused = await desk.post('/desk/settings/statistic', { ...sent, counts: '', stat_value: 'many' })
  expect([refused.status, refused.text.includes('Please enter a whole number from 0.')]).toEqual([400, true])
  // The page has a form for each figure: the others show what is stored.
  expect(dom(refused).querySelectorAll('input[name=stat_value][value=many]')).toHaveLength(1)
  const saved = await desk.post('/desk/settings/statistic', { ...sent, stat_label: 'Colours' })
  expect(saved.text).toContain('The figure is saved.')
  const late = await desk.post('/desk/settings/statistic', { ...sent, stat_label: 'Hues' })
  expect([late.status, all(dom(late), '.desk-versions tbody td')]).toEqual([409, ['Colours', 'Hues']])
  await desk.post('/desk/settings/statistic', { ...(await fields()), stat_label: String(sent.stat_label) })
})

test.each(['/desk/promo-codes', '/desk/settings/slide', '/desk/settings/testimonial'])(
  'below %s an address without a row says so, and a form that asks for nothing changes nothing',
  async (path) => {
    expect((await desk.get(`${path}/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await desk.get(`${path}/nonsense`)).status).toBe(404)
    expect((await desk.post(`${path}/nonsense`, { intent: 'save', version: '1' })).status).toBe(404)
  },
)
