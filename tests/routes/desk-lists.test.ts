import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GROUPS, LISTS } from '../../app/desk/lists/lists.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom, section } from '../support/page-dom.ts'
import { serviceClient } from '../support/people.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

// Lists that operators edit row by row (decision 165).

let desk: Visitor
/** The rows that tests add to lists that have none in the sample. */
const holidays: string[] = []

beforeAll(async () => {
  ;({ desk } = await newOperator('Desk Person'))
})

afterAll(async () => {
  await serviceClient().from('holidays').delete().in('id', holidays)
})

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

function pathOf(list: Page, name: string): string {
  const links = dom(list).querySelectorAll('.desk-table a')
  return links.find(({ text }) => text === name)?.getAttribute('href') ?? ''
}

const fieldsOf = (page: Page): Fields => formFields(page.html, 'name="id"')

test('the settings name every list but that for managers with what it is for, and each leads to its page', async () => {
  const page = await desk.get('/desk/settings')
  expect(page.html).not.toMatch(/<script/)
  expect(all(dom(page), 'h2')).toEqual(Object.keys(GROUPS).filter((group) => group !== 'Desk'))
  for (const [name, { title, about }] of Object.entries(LISTS).filter(([list]) => list !== 'desk_role')) {
    expect([name, page.text.includes(title), page.text.includes(about)]).toEqual([name, true, true])
    const list = await desk.get(`/desk/settings/${name}`)
    expect([name, list.status, dom(list).querySelector('h1')?.text]).toEqual([name, 200, title])
  }
})

/** For each list with a table: a new row, the field that a second and a third save change, and a value that is refused. */
const ROWS: [list: string, row: Fields, change: [string, string, string], wrong: [string, string]][] = [
  [
    'holiday',
    { name: 'Eid ul-Fitr', day: '2032-01-14', is_expected: 'on' },
    ['day', '2032-01-15', '2032-01-16'],
    ['day', '2032-02-30'],
  ],
  [
    'job',
    {
      title: 'Lace maker',
      department: 'Workshop',
      location: 'Lahore',
      type: 'Full-time',
      responsibilities: 'Draw\r\nKnit',
    },
    ['location', 'Karachi', 'Remote'],
    ['type', ' '],
  ],
  [
    'work',
    { title: 'Blue lace', category: 'Collections', year: '2026', image_url: '/pictures/banner-lace.webp' },
    ['year', '2025', '2024'],
    ['year', '1899'],
  ],
  [
    'question_category',
    { title: 'Returns', slug: 'returns' },
    ['title', 'Sending back', 'Exchanges'],
    ['slug', 'Two words'],
  ],
  ['footer', { title: 'Size Guide', section: 'HELP' }, ['section', 'FAQ', 'COMPANY'], ['title', 'Größen']],
  [
    'quick_answer',
    { question_text: 'Is it lined?', answer_text: 'Yes.', category: 'Sizes' },
    ['answer_text', 'It is.', 'No.'],
    ['answer_text', ''],
  ],
  ['testimonial', { review_text: 'Soft as tea', customer_name: 'Hira' }, ['rating', '4', '3'], ['review_text', ' ']],
  [
    'search_answer',
    { word: 'jeans', answer: 'We don’t sell jeans.' },
    ['instead', 'pyjama', 'camisole'],
    ['word', 'two words'],
  ],
  [
    'block',
    { contact: 'mall road', reason: 'Three parcels refused', ends: '2032-01-14' },
    ['reason', 'Two parcels refused', 'A prank'],
    ['ends', '2032-02-30'],
  ],
  [
    'courier',
    { name: 'Rider', sheet: 'Ref = Order\r\nWeight = "0.5"', state_words: 'Handed over = Delivered' },
    ['tracking_heading', 'CN', 'Consignment'],
    ['sheet', 'Ref = Nothing of an order'],
  ],
  ['color', { name: 'Rust', value: 'B5532B' }, ['value', '#aa3311', '#000000'], ['value', 'reddish']],
]

// A city’s price would be on the pages of other tests (supabase/tests/delivery-prices.test.sql); roles are for managers.
test('every list with a table has a row here, but social links, banners, prices of cities and roles', () => {
  const tables = Object.keys(LISTS).filter((name) => LISTS[name]?.shown)
  expect(tables.toSorted()).toEqual(
    [
      ...ROWS.map(([name]) => name),
      'social_link',
      'announcement',
      'slide',
      'band',
      'delivery_area',
      'desk_role',
    ].toSorted(),
  )
})

test('addresses of social links stand without their beginning, and break after the name of the site', async () => {
  const page = await desk.get('/desk/settings/social_link')
  expect(page.html).toContain('<bdi dir="ltr">instagram.com/<wbr/>chambeli</bdi>')
})

test.each(ROWS)(
  'a row of the list %s is made, changed, compared with another change, refused with what was typed, recorded and removed',
  async (list, values, [field, first, second], [wrongField, wrong]) => {
    const path = `/desk/settings/${list}`
    const [called = ''] = Object.keys(values)
    const gap = list === 'search_answer' ? '' : ' '
    const name = unique(String(values[called])).replace(' ', gap)
    const given: Fields = { ...values, [called]: name }
    if (list === 'question_category') given.slug = name.toLowerCase().replace(' ', '-')

    const refused = await desk.post(path, { ...given, [wrongField]: wrong })
    expect([refused.status, dom(refused).querySelector('[aria-invalid]')?.getAttribute('name')]).toEqual([
      400,
      wrongField,
    ])
    const kept = Object.keys(given).find((one) => one !== wrongField && one !== 'is_expected') ?? ''
    expect(refused.html).toContain(String(given[kept]).split('\r')[0])

    const made = await desk.post(path, given)
    expect([made.url, made.text.includes(`${name} is a ${LISTS[list]?.noun} now.`)]).toEqual([path, true])
    const page = await desk.get(pathOf(made, name))
    if (list === 'holiday') holidays.push(page.url.split('/').at(-1) ?? '')
    expect(dom(page).querySelector('h1')?.text).toBe(name)

    const older = fieldsOf(page)
    const saved = await desk.post(page.url, { ...older, ...given, [field]: first, intent: 'save' })
    expect(saved.text).toContain(`The ${LISTS[list]?.noun} is saved.`)
    const late = await desk.post(page.url, { ...older, ...given, [field]: second, intent: 'save' })
    expect([late.status, late.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
    expect(all(dom(late), '.desk-versions tbody tr')).toHaveLength(1)
    const again = await desk.post(page.url, { ...fieldsOf(late), ...given, [field]: second, intent: 'save' })
    expect(again.text).toContain(`The ${LISTS[list]?.noun} is saved.`)
    expect(section(dom(again), 'Changes at the desk').querySelectorAll('li')).toHaveLength(3)

    const removed = await desk.post(page.url, { ...formFields(again.html, 'value="remove"'), intent: 'remove' })
    expect([removed.url, removed.text.includes(`The ${LISTS[list]?.noun} is removed.`)]).toEqual([path, true])
    expect((await desk.get(page.url)).status).toBe(404)
  },
)

/** The fixed rows: a list, one of its rows, a field with its value and others, and one that is refused. */
const FIXED: [list: string, row: string, fields: string[], wrong: [string, string, string, string]][] = [
  [
    'delivery',
    'UK',
    ['fee', '3000.00', '3100.00', '3200.00'],
    ['first_day', '61', 'Please enter a number of days.', '6'],
  ],
  [
    'delivery_rules',
    'true',
    ['cut_off', '14:00'],
    ['cut_off', '25:00', 'Please enter a time, such as 14:00.', '15:30'],
  ],
  [
    'order_rules',
    'true',
    ['unconfirmed_hold', '48'],
    ['unpaid_hold', '4', 'Please enter a whole number from 5 to 10080.', '7'],
  ],
  [
    'cash_rules',
    'true',
    ['cash_fee', '0.00', '50.00'],
    ['cash_fee', 'much', 'Please enter a price in rupees, such as 150 or 150.50.', '60'],
  ],
  [
    'statistic',
    'happy_customers',
    ['counts', 'colors', 'products'],
    ['stat_label', ' ', 'Please enter the words.', 'Hues'],
  ],
]

test.each(FIXED)(
  'the row %s of the list %s is a form on its page: refused with what was typed, saved and compared',
  async (list, row, [field = '', stored = '', ...others], [wrongField, wrong, words, typed]) => {
    const path = `/desk/settings/${list}`
    const fields = async () => formFields((await desk.get(path)).html, `name="id" value="${row}"`)
    const older = await fields()
    expect(older[field]).toBe(stored)
    const refused = await desk.post(path, { ...older, [wrongField]: wrong })
    expect([refused.status, refused.text.includes(words)]).toEqual([400, true])
    for (const other of [...others, stored]) {
      const saved = await desk.post(path, { ...(await fields()), [field]: other })
      expect([saved.url, / (is|are) saved\./.test(saved.text)]).toEqual([path, true])
    }
    const late = await desk.post(path, { ...older, [wrongField]: typed })
    expect([late.status, late.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
    expect(all(dom(late), '.desk-versions tbody tr')).toHaveLength(1)
    expect(all(section(dom(late), 'Changes at the desk'), 'b')[0]).toBe(`Save ${list.replace('_', ' ')}`)
  },
)

test('contact details and hours are a form on their page', async () => {
  const path = '/desk/settings/contact_details'
  const page = await desk.get(path)
  const older = fieldsOf(page)
  expect([older.whatsapp, page.text.includes('Add the contact details')]).toEqual(['+92 300 8123456', false])
  const hours = 'Monday to Saturday, 10 am to 7 pm'
  const saved = await desk.post(path, { ...older, hours, whatsapp: '' })
  expect(saved.text).toContain('The contact details are saved.')
  await desk.post(path, { ...fieldsOf(saved), hours, whatsapp: String(older.whatsapp) })
  const { data } = await serviceClient().from('contact_info').select('whatsapp, hours')
  expect(data).toEqual([{ whatsapp: older.whatsapp, hours }])
})

test.each([
  ['phone', 'abc', 'Please enter a phone number'],
  ['whatsapp', '0300', 'Please enter a phone number'],
  ['email', 'help', 'Please enter a valid e-mail address.'],
])('contact details whose %s is “%s” are refused', async (field, wrong, words) => {
  const path = '/desk/settings/contact_details'
  const refused = await desk.post(path, { ...fieldsOf(await desk.get(path)), [field]: wrong })
  expect([refused.status, refused.text.includes(words)]).toEqual([400, true])
  expect(dom(refused).querySelector(`[name=${field}]`)?.getAttribute('value')).toBe(wrong)
})

test('no business day is refused, and the ticks are kept', async () => {
  const path = '/desk/settings/delivery_rules'
  const { business_days: _, ...fields } = fieldsOf(await desk.get(path))
  const refused = await desk.post(path, { ...fields, cut_off: '15:30' })
  expect([refused.status, refused.text.includes('Please tick a day.')]).toEqual([400, true])
  expect(dom(refused).querySelector('input[name=cut_off]')?.getAttribute('value')).toBe('15:30')
})

test('what the database alone refuses is said with its columns, and what was typed stays', async () => {
  const path = '/desk/settings/work'
  const elsewhere = { title: 'Blue', category: 'Lace', year: '2026', image_url: 'https://evil.example/x.webp' }
  const page = await desk.post(path, elsewhere)
  expect([page.status, page.text.includes('Please look again at: picture.')]).toEqual([409, true])
  expect(dom(page).querySelector('input[name=title]')?.getAttribute('value')).toBe(elsewhere.title)
  const { data } = await serviceClient().from('colors').select('name').limit(1).single()
  const twice = await desk.post('/desk/settings/color', { name: data?.name ?? '', value: '#000000' })
  expect([twice.status, twice.text.includes('There is one like this already.')]).toEqual([409, true])
})

test('a picture is uploaded with a work, and the shop shows it', async () => {
  const title = unique('Blue lace')
  const body = new FormData()
  for (const [name, value] of Object.entries({ title, category: 'Lace', year: '2026', is_active: 'on' }))
    body.append(name, value)
  body.append('file', new Blob([await readFile('public/pictures/guest-robe-black-front.webp')]), 'lace.webp')
  await desk.request('/desk/settings/work', { method: 'POST', body })
  const made = await desk.get('/desk/settings/work')
  const page = await desk.get(pathOf(made, title))
  const url = dom(page).querySelector('input[name=image_url][checked]')?.getAttribute('value') ?? ''
  expect(url).toMatch(/^\/storage\/v1\/object\/public\/products\/[0-9a-f-]{36}\.webp$/)
  await expect.poll(async () => (await desk.get('/company/works')).text, { timeout: 20_000 }).toContain(title)
  await desk.post(page.url, { ...formFields(page.html, 'value="remove"'), intent: 'remove' })
})

test.each([
  '/desk/settings/orders',
  '/desk/settings/nothing',
  '/desk/settings/job/nothing',
  '/desk/settings/nothing/x',
  '/desk/settings/constructor',
])('there is nothing at %s', async (path) => {
  expect((await desk.get(path)).status).toBe(404)
  expect((await desk.post(path, { intent: 'save', title: 'x', version: '1' })).status).toBe(404)
})
