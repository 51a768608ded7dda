import { beforeAll, expect, inject, test } from 'vitest'
import { PATH } from '../../sandbox/postex/postex.ts'
import { placeOrder } from '../support/checkout.ts'
import { runCommand } from '../support/commands.ts'
import { newOperator } from '../support/desk.ts'
import { workbook } from '../support/archives.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { newPerson, serviceClient, signedIn } from '../support/people.ts'
import { shopSettings } from '../support/running-shop.ts'
import { formFields, visibleText, type Page, type Visitor } from '../support/visitor.ts'

let desk: Visitor

beforeAll(async () => {
  ;({ desk } = await newOperator('Courier Person'))
})

async function rowOf(orderId: string) {
  const { data } = await serviceClient().from('orders').select().eq('order_id', orderId).single()
  if (!data) throw new Error(`No order ${orderId}`)
  return data
}
const markOf = async (orderId: string) => `${orderId}:${(await rowOf(orderId)).version}`

/** Returns the number of a confirmed cash order. */
async function confirmedOrder(city = 'Lahore'): Promise<string> {
  const orderId = await placeOrder(await signedIn(await newPerson('Nadia Iqbal')), 'cod')
  const { error } = await serviceClient()
    .from('orders')
    .update({ confirmed_at: new Date().toISOString(), shipping_city: city })
    .eq('order_id', orderId)
  if (error) throw error
  return orderId
}

/** Runs `npm run serve -- --ask-couriers`. */
async function askCouriers(): Promise<Record<string, number>> {
  const { stdout } = await runCommand(
    shopSettings({ settings: inject('sandbox') }, inject('shopUrl'), '/tmp'),
    '--ask-couriers',
  )
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}
const control = async (path: string, fields: Record<string, string>) => {
  const response = await fetch(`${inject('sandbox').POSTEX_URL}${PATH}/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, as: 'json' }),
  })
  return (await response.json()) as { trackingNumber: string; orderRefNumber: string; transactionStatus: string }[]
}
/** Returns the parcels that PostEx has of an order. */
const atPostEx = async (orderId: string) =>
  (await control('parcels', {})).filter(({ orderRefNumber }) => orderRefNumber === orderId)

const book = async (...orders: string[]) =>
  desk.post('/desk/couriers', { order: await Promise.all(orders.map(markOf)), intent: 'book' })
/** Waits until nothing waits for PostEx any more but what it doesn't answer for. */
async function settled() {
  const asked = async () =>
    Object.values(await askCouriers())
      .slice(0, 4)
      .reduce((sum, count) => sum + count)
  await expect.poll(asked, { timeout: 20_000 }).toBe(0)
}
/** The shop asks in the background of the response. */
const untilBooked = (...orders: string[]) =>
  expect
    .poll(async () => (await Promise.all(orders.map(rowOf))).every((row) => row.tracking_number !== null), {
      timeout: 20_000,
    })
    .toBe(true)
const cells = (page: Page, orderId: string) =>
  dom(page)
    .querySelectorAll('tbody tr')
    .find((row) => row.text.includes(orderId))
    ?.text.replaceAll(/\s+/g, ' ') ?? ''

test('many orders are booked at once; the page says how far that is, and each order gets its number (CR-01)', async () => {
  const orders = [await confirmedOrder(), await confirmedOrder(' karachi '), await confirmedOrder()]
  expect(dom(await desk.get('/desk/orders?task=pack')).querySelector('button[value=book]')?.text).toBe(
    'Book with PostEx',
  )
  const page = await book(...orders)
  expect(page.url).toMatch(/^\/desk\/couriers\?batch=/)
  expect(page.text).toContain('To be booked: 3 of 3.')
  await settled()
  const later = await desk.get(page.url)
  expect(later.text).toContain('3 of 3 parcels done; 0 wait.')
  for (const orderId of orders) {
    const { tracking_number: tracking, status } = await rowOf(orderId)
    expect([status, (await atPostEx(orderId)).map((one) => one.trackingNumber)]).toEqual(['Processing', [tracking]])
    expect(cells(later, orderId)).toContain(`PostEx ${tracking}`)
  }
  const link = dom(later).querySelector('a[href^="/desk/couriers/bills"]')
  expect(link?.text).toBe('Airway bills 1–3')
  const bills = await desk.request(link?.getAttribute('href') ?? '')
  expect([bills.status, bills.headers.get('content-type'), bills.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ])
  expect((await bills.text()).startsWith('%PDF-')).toBe(true)
})

test('a parcel that PostEx doesn’t answer for waits, and the page says why', async () => {
  const orderId = await confirmedOrder()
  await control('faults', { path: 'v3/create-order', kind: 'unavailable', times: '1' })
  const page = await book(orderId)
  await settled()
  const later = await desk.get(page.url)
  expect(cells(later, orderId)).toContain('Waits to be booked PostEx responded 503')
  expect(later.text).toContain('0 of 1 parcel done; 1 wait.')
  expect(await atPostEx(orderId)).toHaveLength(0)
})

test('an order that isn’t confirmed is not booked, and one that has a parcel isn’t again', async () => {
  const [booked, unconfirmed] = [
    await confirmedOrder(),
    await placeOrder(await signedIn(await newPerson('Nadia Iqbal')), 'cod'),
  ]
  await book(booked)
  await settled()
  const page = await book(booked, unconfirmed)
  expect(page.text).toContain('To be booked: 0 of 2.')
  expect(page.text).toContain(`${booked}: It has a parcel already.`)
  expect(page.text).toContain(`${unconfirmed}: That can’t be done in its present state.`)
  expect(await atPostEx(booked)).toHaveLength(1)
})

test('a city that PostEx doesn’t know is refused with its reason, and booked again as PostEx writes it', async () => {
  const orderId = await confirmedOrder('Khi')
  const page = await book(orderId)
  await settled()
  const refused = await desk.get(page.url)
  expect(cells(refused, orderId)).toContain('Refused PostEx doesn’t deliver to “Khi”.')
  expect(all(dom(refused), 'form[aria-label^="Book ORD"] button')).toEqual(['Book again'])
  expect(dom(refused).querySelector('#cities option')?.getAttribute('value')).toBe('Karachi')
  const again = await desk.post(page.url, { order: await markOf(orderId), city: 'Karachi', intent: 'again' })
  expect(again.text).toContain('It is booked again.')
  await settled()
  expect(await atPostEx(orderId)).toHaveLength(1)
})

test('what PostEx says ships the order and delivers it; a parcel that comes back is marked (CR-04)', async () => {
  const [delivered, returned] = [await confirmedOrder(), await confirmedOrder()]
  await book(delivered, returned)
  await untilBooked(delivered, returned)
  for (const [orderId, step] of [
    [delivered, 'Delivered'],
    [returned, 'Returned'],
  ] as const)
    await control('parcels', { parcel: (await rowOf(orderId)).tracking_number ?? '', step })
  await askCouriers()
  expect([(await rowOf(delivered)).status, (await rowOf(returned)).status]).toEqual(['Delivered', 'Shipped'])
  expect(cells(await desk.get('/desk/couriers?list=problems'), returned)).toContain('Came back Returned It came back.')
  const page = await desk.get(`/desk/orders/${delivered}`)
  expect(page.text).toContain('Track parcel')
})

test('cancelling an order cancels its parcel at PostEx', async () => {
  const orderId = await confirmedOrder()
  await book(orderId)
  await settled()
  const { version } = await rowOf(orderId)
  await desk.post(`/desk/orders/${orderId}`, { version: String(version), intent: 'cancel', reason: 'Torn' })
  await settled()
  expect(await atPostEx(orderId)).toEqual([expect.objectContaining({ transactionStatus: 'Cancelled' })])
})

const NUMBERS = '/desk/couriers/numbers'

/** Sends a list of parcels, pasted or as a file, and returns the page that shows what it comes to. */
async function readList(courier: string, list: string | File): Promise<Page> {
  const body = new FormData()
  body.set('courier', courier)
  body.set(typeof list === 'string' ? 'numbers' : 'file', list)
  const response = await desk.request(NUMBERS, { method: 'POST', body })
  const html = await response.text()
  return { status: response.status, url: NUMBERS, headers: response.headers, html, text: visibleText(html) }
}
const record = (page: Page, changes: Record<string, string> = {}) =>
  desk.post(NUMBERS, { ...formFields(page.html, 'value="record"'), intent: 'record', ...changes })
/** Records a list whose orders are shipped. */
const sendByHand = async (courier: string, list: string | File) => record(await readList(courier, list))

test('tracking numbers are pasted for many orders at once; those that can’t be are named (CR-03)', async () => {
  const [first, second] = [await confirmedOrder(), await confirmedOrder()]
  const read = await readList('TCS', `Order,CN\n${first}, TCS-1\n#${second.toLowerCase()},TCS-2\nORD-1-999,TCS-3`)
  expect(lines(read, 'What will be recorded', 4)).toEqual([
    `2 ${first} TCS-1 Is shipped`,
    `3 ${second} TCS-2 Is shipped`,
  ])
  expect(lines(read, 'Rows that aren’t used')).toEqual(['4 ORD-1-999 There is no such order any more.'])
  expect((await rowOf(first)).tracking_number).toBeNull()
  const page = await record(read)
  expect(page.text).toContain('Recorded: 2. Not used: 1 row. ORD-1-999: There is no such order any more.')
  expect(await rowOf(second)).toMatchObject({ status: 'Shipped', tracking_number: 'TCS-2' })
  expect(lines(await readList('TCS', `${first} TCS-9`), 'What will be recorded', 4)).toEqual([
    `1 ${first} TCS-9 Is shipped Its number was TCS-1, and becomes TCS-9`,
  ])
  const { version } = await rowOf(first)
  const again = await sendByHand('TCS', `${first} TCS-1`)
  expect(again.text).toContain('Recorded: 0. Recorded already: 1.')
  expect((await rowOf(first)).version).toBe(version)
  expect((await desk.post(NUMBERS, { courier: '', numbers: '' })).status).toBe(400)
  expect((await desk.post(NUMBERS, { courier: 'TCS', intent: 'record', table: 'nonsense' })).status).toBe(400)
})

test('the columns of a courier’s file are chosen, and each row that isn’t used is named before anything is recorded (CR-03)', async () => {
  const [first, second, third] = [await confirmedOrder(), await confirmedOrder(), await confirmedOrder()]
  const rows = [
    'Sr No,Order ID,Consignee,CN Number,Parcel',
    `1,${first},Sana,2.50311E+13,P-1-${first}`,
    `2,${second},Mina,CN-${second.slice(4)},P-2-${second}`,
    `3,,Zoya,CN-3,P-3`,
    `4,${third},Hira,CN-${third.slice(4)},P-4-${third}`,
  ]
  const read = await readList('Leopards', new File([rows.join('\n')], 'june.csv'))
  expect(formFields(read.html, 'value="record"')).toMatchObject({ order: 'Order ID', tracking: 'CN Number' })
  expect(lines(read, 'What will be recorded').map((line) => line.split(' ')[1])).toEqual([second, third])
  const unused = lines(read, 'Rows that aren’t used')
  expect(unused[0]).toContain(`2 1, ${first}, Sana, 2.50311E+13, P-1-${first} A spreadsheet has shortened this number`)
  expect(unused[1]).toBe('4 3, Zoya, CN-3, P-3 It has no order number.')
  const chosen = await record(read, { tracking: 'Parcel', intent: 'look' })
  expect(lines(chosen, 'What will be recorded')).toEqual([
    `2 ${first} P-1-${first}`,
    `3 ${second} P-2-${second}`,
    `5 ${third} P-4-${third}`,
  ])
  expect((await rowOf(third)).status).toBe('Processing')
  const done = await record(chosen)
  expect(done.text).toContain('Recorded: 3. Not used: 1 row.')
  expect((await rowOf(first)).tracking_number).toBe(`P-1-${first}`)
})

test('a tracking number of another open parcel of the courier is refused, also on an order’s page', async () => {
  const [first, second, third] = [await confirmedOrder(), await confirmedOrder(), await confirmedOrder()]
  await sendByHand('Leopards', `${first} L-${first}`)
  const taken = await sendByHand('leopards', `${second} l-${first}`)
  expect(taken.text).toContain(`${second}: Another open parcel of this courier has this tracking number.`)
  expect(await rowOf(second)).toMatchObject({ status: 'Processing', tracking_number: null })
  expect((await sendByHand('TCS', `${second} L-${first}`)).text).toContain('Recorded: 1.')
  await sendByHand('Leopards', `${third} L-${third}`)
  const { html } = await desk.get(`/desk/orders/${third}`)
  const fields = { ...formFields(html, 'name="version"'), tracking: `L-${first}`, intent: 'track' }
  expect((await desk.post(`/desk/orders/${third}`, fields)).text).toContain('Another open parcel of this courier has')
  expect((await rowOf(third)).tracking_number).toBe(`L-${third}`)
})

async function send(courier: string, file: File): Promise<Page> {
  const body = new FormData()
  body.set('courier', courier)
  body.set('file', file)
  const response = await desk.request('/desk/couriers/settlements', { method: 'POST', body })
  const location = response.headers.get('location')
  if (location) return desk.get(location)
  const html = await response.text()
  return { status: response.status, url: '', headers: response.headers, html, text: visibleText(html) }
}
async function upload(courier: string, rows: string[]): Promise<Page> {
  return send(courier, new File([rows.join('\n')], 'june.csv', { type: 'text/csv' }))
}
/** Returns the first cells of the rows of a table. */
const lines = (page: Page, table = 'Rows', count = 3) =>
  dom(page)
    .querySelectorAll(`[aria-label="${table}"] tbody tr`)
    .map((row) => row.querySelectorAll('th, td').slice(0, count).map(words).join(' '))

test('a statement’s title above the headings is passed over, and one without headings is refused in words (CR-05)', async () => {
  const page = await upload(`Courier ${Date.now()}`, ['COD Payment Statement,,', 'Tracking No,COD Amount', 'T-1,100'])
  expect(all(dom(page), 'select[name=collected] option')).toEqual(['None', 'Tracking No', 'COD Amount'])
  const without = await upload('TCS', ['COD Payment Statement', 'November'])
  expect([without.status, without.text.includes('The first row has no headings.')]).toEqual([409, true])
})

test('a courier’s sheet has the orders that wait for it, and what comes back is read by its columns (CR-03)', async () => {
  const name = `Rider ${Date.now()}`
  const [first, second, third, unconfirmed] = [
    await confirmedOrder(),
    await confirmedOrder(),
    await confirmedOrder(),
    await placeOrder(await signedIn(await newPerson('Nadia Iqbal')), 'cod'),
  ]
  const settings = {
    name,
    sheet: 'Ref = Order\nConsignee = Name\nCOD, in PKR = To collect\nAccount = "=C-77"\nCell = Local phone',
    tracking_heading: 'CN',
    state_heading: 'Status',
    state_words: 'Handed over = Delivered\nRTO = On its way back',
  }
  const wrong = await desk.post('/desk/settings/courier', { ...settings, sheet: 'Ref = Order\nCOD = Cash' })
  expect([wrong.status, wrong.text.includes('Line 2: please write a heading, =, and Order, Placed,')]).toEqual([
    400,
    true,
  ])
  await desk.post('/desk/settings/courier', settings)

  const list = dom(await desk.get(`/desk/orders?search=${first}`))
  const button = list.querySelectorAll('button[name=file]').find(({ text }) => text === `Sheet for ${name}`)
  const ticked = new URLSearchParams([
    ['ticked', 'on'],
    ['file', button?.getAttribute('value') ?? ''],
    ...(await Promise.all([first, second, third, unconfirmed].map(async (one) => ['order', await markOf(one)]))),
  ])
  const sheet = await desk.request(`/desk/orders/file?${ticked}`)
  expect(sheet.headers.get('content-disposition')).toMatch(/filename="rider-\d+-\d{4}-\d\d-\d\d-3-of-4\.csv"/)
  const rows = (await sheet.text()).trim().split('\r\n')
  expect(rows[0]).toMatch(/^\uFEFF?"Ref","Consignee","COD, in PKR","Account","Cell"$/)
  const { total_amount: total, contact_phone: phone } = await rowOf(first)
  expect(rows).toContain(`"${first}","Nadia Iqbal",${total},"'=C-77","0${phone?.slice(3)}"`)

  const back = workbook([
    ['Rider’s report'],
    ['CN', 'Ref', 'Status'],
    [`R-${first}`, first, 'Handed over'],
    [`R-${second}`, second, ''],
    [`R-${third}`, third, 'Lost'],
    [`R-${unconfirmed}`, unconfirmed, 'RTO'],
  ])
  const read = await readList(name, new File([back], 'back.xlsx'))
  expect(lines(read, 'What will be recorded', 4)).toEqual([
    `3 ${first} R-${first} Is delivered Handed over`,
    `4 ${second} R-${second} Is shipped`,
  ])
  expect(lines(read, 'Rows that aren’t used')).toEqual([
    `5 R-${third}, ${third}, Lost What “Lost” means isn’t said in the courier’s settings.`,
    `6 ${unconfirmed} That can’t be done in its present state.`,
  ])
  expect((await rowOf(first)).status).toBe('Processing')
  expect((await record(read)).text).toContain('Recorded: 2. Not used: 2 rows.')
  expect([(await rowOf(first)).status, (await rowOf(second)).status, (await rowOf(third)).status]).toEqual([
    'Delivered',
    'Shipped',
    'Processing',
  ])
  expect((await record(read)).text).toContain('Recorded: 0. Recorded already: 2. Not used: 2 rows.')
  expect((await desk.get(`/desk/orders/${first}`)).text).toContain('Take “Delivered” back')
  const none = await desk.get(
    `/desk/orders/file?${ticked}&search=x`.replaceAll(/&order=[^&]+/g, '') + `&order=${await markOf(first)}`,
  )
  expect(none.text).toContain('None of these orders waits to be booked with a courier.')
})

test('a courier’s settlement is compared with the orders, applied once, and its columns are kept for the next one (CR-05)', async () => {
  const courier = `Courier ${Date.now()}`
  const [full, short, missing] = [await confirmedOrder(), await confirmedOrder(), await confirmedOrder()]
  const tracking = (orderId: string) => orderId.replace('ORD', courier.slice(-5))
  await sendByHand(courier, [full, short, missing].map((orderId) => `${orderId} ${tracking(orderId)}`).join('\n'))
  for (const orderId of [missing, short, full]) {
    const { error } = await serviceClient().from('orders').update({ status: 'Delivered' }).eq('order_id', orderId)
    if (error) throw error
  }
  const total = (await rowOf(full)).total_amount
  const page = await upload(courier, [
    'Tracking No,COD Amount,Fee,Status',
    `${tracking(full)},"Rs. ${total}",200,Delivered`,
    `${tracking(short)},100,200,Delivered`,
    '=EVIL(1),5,,',
    ',,,',
    'Grand Total,"Rs. 9,999",400,',
  ])
  expect(page.text).toContain('Please say first which columns hold what.')
  const chosen = Object.fromEntries(
    dom(page)
      .querySelectorAll('select')
      .map((one) => [one.getAttribute('name'), one.querySelector('[selected]')?.getAttribute('value') ?? '']),
  )
  expect(chosen).toEqual({
    tracking: 'Tracking No',
    order: '',
    collected: 'COD Amount',
    net: '',
    state: 'Status',
    deduction_2: 'charge:Fee',
  })
  const lacking = await desk.post(page.url, { ...chosen, collected: '', version: '1', intent: 'columns' })
  expect([lacking.status, lacking.text.includes('Please choose the column of what was collected')]).toEqual([409, true])
  const compared = await desk.post(page.url, { ...chosen, version: '1', intent: 'columns' })
  expect(lines(compared)).toEqual([`3 ${short} Too little`, '4 =EVIL(1) No such order', `– ${missing} Not in the file`])
  const form = dom(compared).querySelector('form[aria-label="Apply the settlement"]')
  const valueOf = (name: string) => form?.querySelector(`[name=${name}]`)?.getAttribute('value') ?? ''
  const apply = { version: valueOf('version'), seen: valueOf('seen'), intent: 'apply' }
  const applied = await desk.post(page.url, apply)
  expect(applied.text).toContain('The settlement is applied.')
  const again = await desk.post(page.url, apply)
  expect([again.status, again.text.includes('This settlement is applied already.')]).toEqual([409, true])
  expect(lines(await desk.get('/desk/couriers/settlements'), 'What couriers owe', 2)).toContain(`${courier} 2`)
  const next = await upload(courier, ['Tracking No,COD Amount,Fee,Status', `${tracking(short)},${total - 100},0,`])
  expect(lines(next, 'What the rows come to', 2)).toEqual(['Paid in full 1', 'Not in the file 1'])
  const file = await desk.request(`/desk/couriers/settlements/export?id=${page.url.split('/').at(-1)}`)
  const csv = await file.text()
  expect(csv).toContain(`"${courier}",2,"${tracking(full)}","${full}"`)
  expect(csv).toContain(`"'=EVIL(1)"`)
  expect(csv.split('\r\n')).toHaveLength(6)
})

test('a wrong settlement is removed from the list until it is applied, which the record says', async () => {
  const courier = `Courier ${Date.now()}`
  const page = await upload(courier, ['Tracking No,COD Amount', 'X-1,100'])
  const form = formFields(page.html, 'value="remove"')
  const removed = await desk.post(page.url, { ...form, intent: 'remove' })
  expect([removed.url, removed.text]).toEqual([
    '/desk/couriers/settlements',
    expect.stringContaining('The file is removed.'),
  ])
  expect(removed.text).not.toContain(courier)
  expect((await desk.get(page.url)).status).toBe(404)
  expect((await desk.get('/desk/audit?kind=settlement')).text).toContain(courier)
})

test('a settlement whose numbers a spreadsheet has shortened is refused with advice', async () => {
  const courier = `Courier ${Date.now()}`
  const page = await upload(courier, ['CN,COD,Phone', '5012,100,9.23001E+11', '', '2.50311E+13,200,0300'])
  const columns = { version: '1', intent: 'columns', order: '', net: '', state: '' }
  const refused = await desk.post(page.url, { ...columns, tracking: 'CN', collected: 'COD' })
  expect(refused.text).toContain('Row 4, CN “2.50311E+13”: A spreadsheet has shortened this number')
  const kept = await upload(courier, ['CN,COD,Phone', '5012,100,9.23001E+11'])
  const mapped = await desk.post(kept.url, { ...columns, tracking: 'CN', collected: 'COD' })
  expect(mapped.text).toContain('The columns are kept')
  const next = await send(courier, new File(['CN,COD,Phone\n2.5E+13,200,0300'], 'july.csv'))
  expect(next.text).toContain('Row 2, CN “2.5E+13”: A spreadsheet has shortened this number')
})

test.each([
  ['half a workbook', new File(['PK\u0003\u0004'], 'june.xlsx'), 'This workbook can’t be read'],
  ['headings alone', new File(['CN,COD'], 'june.csv'), 'The file has no rows below its headings.'],
  ['a heading twice', new File(['CN,CN\n1,2'], 'june.csv'), 'Each heading of the file has to be there once.'],
])('%s is no settlement', async (_name, file, message) => {
  const page = await send('TCS', file)
  expect([page.status, page.text.includes(message)]).toEqual([409, true])
})

test('what a courier keeps is named by column, the sum at the bank is compared, a remainder is written off by a manager, and all is taken back (CR-07, CR-08, CR-09)', async () => {
  const { desk: manager } = await newOperator('Courier Manager', 'manager')
  const courier = `Courier ${Date.now()}`
  const orders = [await confirmedOrder(), await confirmedOrder()]
  const [first = '', second = ''] = orders
  await sendByHand(courier, orders.map((orderId) => `${orderId} N-${orderId}`).join('\n'))
  for (const orderId of orders)
    await serviceClient().from('orders').update({ status: 'Delivered' }).eq('order_id', orderId)
  const total = (await rowOf(first)).total_amount
  const inThousands = total.toLocaleString('en-US', { minimumFractionDigits: 2 })
  const page = await upload(courier, [
    'Consignment,COD Amount,Delivery Charges,GST on Charges,WHT,Sales Tax Withheld,Remarks',
    `N-${first},"Rs. ${inThousands}",-200.00,-32,"(10.00)",-20,`,
    `N-${second},${total - 100}/-,-200.00,-32,,,late`,
    `N-none,50,,,,,`,
  ])
  const chosen = Object.fromEntries(
    dom(page)
      .querySelectorAll('select')
      .map((one) => [one.getAttribute('name'), one.querySelector('[selected]')?.getAttribute('value') ?? '']),
  )
  expect(chosen).toMatchObject({
    deduction_2: 'charge:Delivery Charges',
    deduction_3: 'charge_tax:GST on Charges',
    deduction_4: 'income_tax:WHT',
    deduction_5: 'sales_tax:Sales Tax Withheld',
    deduction_6: '',
  })
  const twice = await desk.post(page.url, { ...chosen, version: '1', intent: 'columns', net: 'COD Amount' })
  expect(twice.text).toContain('each column once')
  const compared = await desk.post(page.url, { ...chosen, version: '1', intent: 'columns' })
  expect(compared.text).toMatch(/Columns that aren’t used: Remarks/)
  expect(lines(compared, 'What the rows come to', 7)[0]).toMatch(
    /^Paid in full 1 Rs\. .* Rs\. 200\.00 Rs\. 32\.00 Rs\. 10\.00 Rs\. 20\.00$/,
  )
  const net = (total - 262 + (total - 100 - 232) + 50).toFixed(2)
  const received = { amount: String(Number(net) - 5), on: '2026-07-02', intent: 'received' }
  const wrong = await desk.post(page.url, { ...received, version: '2', amount: 'ten' })
  expect([wrong.status, wrong.text.includes('Please enter the sum in rupees')]).toEqual([400, true])
  expect((await desk.post(page.url, { ...received, version: '2' })).text).toContain('The sum is recorded.')
  const bank = await desk.get(page.url)
  expect(bank.text).toContain('Difference left Rs. 5.00')
  const valueOf = (name: string) =>
    dom(bank).querySelector(`form[aria-label="Apply the settlement"] [name=${name}]`)?.getAttribute('value') ?? ''
  const applied = await desk.post(page.url, { version: valueOf('version'), seen: valueOf('seen'), intent: 'apply' })
  expect(applied.text).toContain('The settlement is applied.')
  expect(lines(applied, 'Rows', 8).map((line) => line.split(' ').at(-1))).toEqual(['100.00', '50.00'])
  expect(lines(await desk.get(`${page.url}?list=unknown`), 'Rows', 8)[0]).toContain('−Rs. 50.00')

  expect(dom(applied).querySelector('form [name=rest]')).toBeNull()
  const form = dom(await manager.get(page.url)).querySelector('form [name=rest]')
  expect(form?.querySelectorAll('option').map(words)).toEqual([
    'Please choose',
    'Difference at the bank, Rs. 5.00',
    `Row 3: ${second}, Rs. 100.00`,
    'Row 4: N-none, −Rs. 50.00',
  ])
  const lost = { version: '4', intent: 'write_off', rest: '3:10000', reason: 'Lost in Lahore' }
  expect((await desk.post(page.url, lost)).text).toContain('Only managers do this.')
  expect((await manager.post(page.url, { ...lost, reason: '' })).status).toBe(400)
  expect((await manager.post(page.url, lost)).text).toContain('It is written off.')
  expect((await manager.post(page.url, lost)).status).toBe(409)
  const file = await desk.request(`/desk/couriers/settlements/export?id=${page.url.split('/').at(-1)}`)
  const csv = (await file.text()).split('\r\n')
  expect(csv[0]).toContain(
    '"Charge","Tax on the charges","Income tax withheld","Sales tax withheld","Net","Rounding","Written off"',
  )
  expect(csv[2]).toContain(`${total},${total - 100},200,32,0,0,${total - 332},"",100,${total},0`)

  const list = await desk.get('/desk/couriers/settlements')
  expect(lines(list, 'Taxes that couriers withheld', 5)).toContain(`${courier} 2026–27 1 Rs. 10.00 Rs. 20.00`)
  const taxes = await (await desk.request('/desk/couriers/settlements/taxes')).text()
  expect(taxes).toContain(`"${courier}","2026–27",1,10,20`)

  const unsaid = dom(await desk.post(page.url, { version: '5', intent: 'take_back', reason: '' }))
  expect(unsaid.querySelector('details[open] [aria-invalid="true"][name=reason]')).not.toBeNull()

  const back = await desk.post(page.url, { version: '5', intent: 'take_back', reason: 'The wrong file' })
  expect(back.text).toContain('The settlement is taken back.')
  expect(back.text).toContain('The wrong file')
  expect((await desk.get('/desk/couriers/settlements')).text).not.toContain(`${courier} 2026–27`)
  expect(lines(await desk.get('/desk/couriers/settlements'), 'What couriers owe', 2)).toContain(`${courier} 2`)
})
