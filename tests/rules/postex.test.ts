import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookedSchema, bookingOf, cityOf, localPhone, parcelsSchema, whereaboutsOf } from '../../app/couriers/postex.ts'
import { PostEx } from '../../app/couriers/postex.server.ts'
import { PATH, postex } from '../../sandbox/postex/postex.ts'
import { listen } from '../support/local-server.ts'

const merchant = { token: 'secret', pickupAddress: '004' }
const server = createServer(getRequestListener(postex(merchant), { overrideGlobalObjects: false }))
let url: string
let client: PostEx

beforeAll(async () => {
  url = await listen(server)
  client = clientWith(merchant.token)
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const clientWith = (token: string) =>
  new PostEx({ POSTEX_URL: url, POSTEX_TOKEN: token, POSTEX_PICKUP_ADDRESS: merchant.pickupAddress })
const control = async (path: string, fields: Record<string, string>) =>
  (
    await fetch(`${url}${PATH}/${path}`, { method: 'POST', body: new URLSearchParams({ ...fields, as: 'json' }) })
  ).json()
const fail = (path: string, kind: string) => control('faults', { path, kind, times: '1' })
const move = (parcel: string, step: string) => control('parcels', { parcel, step })

let orders = 0
function parcel(more: object = {}) {
  orders += 1
  return {
    number: `ORD-1-${orders}`,
    address: {
      first_name: 'Zoë',
      last_name: 'Khan',
      address_line1: '1 Mall Road',
      city: 'Lahore',
      country: 'Pakistan',
    },
    phone: '+923001234567',
    city: ' lahore ',
    toCollect: 115_050,
    items: [{ name: 'Robe', quantity: 2, size: 'M', color: 'Black' }],
    notes: 'Ring\n twice',
    ...more,
  }
}
const YESTERDAY = new Date(Date.now() - 86_400_000)

/** Books a parcel, and returns its order and its tracking number. */
async function booked(): Promise<[order: string, tracking: string]> {
  const given = parcel()
  const answer = await client.book(given)
  if (answer.outcome !== 'booked') throw new Error(answer.problem)
  return [given.number, answer.tracking]
}

test('a booking says what PostEx has to collect, where, and from whom', () => {
  expect(bookingOf(parcel({ number: 'ORD-9-9' }), { city: 'Lahore', phone: '03001234567', pickup: '004' })).toEqual({
    orderRefNumber: 'ORD-9-9',
    orderType: 'Normal',
    cityName: 'Lahore',
    customerName: 'Zoë Khan',
    customerPhone: '03001234567',
    deliveryAddress: '1 Mall Road, Lahore, Pakistan',
    invoicePayment: 1150.5,
    invoiceDivision: 1,
    items: 2,
    orderDetail: '2 x Robe (M, Black)',
    transactionNotes: 'Ring twice',
    pickupAddressCode: '004',
  })
})

test.each([
  ['+923001234567', '03001234567'],
  ['+924235761999', null],
  ['+441632960960', null],
  [null, null],
])('the phone %s is %s for PostEx', (phone, local) => expect(localPhone(phone)).toBe(local))

test('a city is found in any case and spacing, and written as PostEx does', () => {
  expect(cityOf(['Karachi', 'Dera  Ghazi Khan'], ' dera ghazi  KHAN')).toBe('Dera  Ghazi Khan')
  expect(cityOf(['Karachi'], 'Khi')).toBeNull()
})

test('a parcel is booked, found by its order’s number, tracked, and cancelled', async () => {
  const [number, tracking] = await booked()
  expect(tracking).toMatch(/^CX-\d{11}$/)
  expect(await client.find(number, YESTERDAY)).toBe(tracking)
  expect(await client.find('ORD-0-0', YESTERDAY)).toBeNull()
  expect(await client.track([tracking, 'CX-0'])).toEqual([
    { tracking, state: 'booked', words: "At Merchant's Warehouse" },
  ])
  expect(await client.cancel(tracking)).toEqual({ outcome: 'cancelled' })
  expect(await client.find(number, YESTERDAY)).toBeNull()
})

test('each step of a parcel is a state, the latest counts, and the courier’s words are kept', async () => {
  const [number, tracking] = await booked()
  const seen = []
  for (const step of [
    'At PostEx Warehouse',
    'Attempt Made: RFD (REFUSED TO RECEIVE)',
    'Delivered',
    'Return Initiated',
    'Returned',
  ]) {
    await move(tracking, step)
    const [told] = await client.track([tracking])
    expect(told?.words).toBe(step)
    seen.push(told?.state)
  }
  expect(seen).toEqual(['moving', 'moving', 'delivered', 'returning', 'returned'])
  expect(await client.find(number, YESTERDAY)).toBe(tracking)
  expect(await client.cancel(tracking)).toEqual({ outcome: 'refused', problem: 'PostEx: ORDER CAN NOT BE CANCELLED' })
})

test.each(['', ' ', '1'.repeat(61)])(
  'a booking with the number “%s” counts as one without an answer',
  (trackingNumber) => {
    expect(bookedSchema.safeParse({ trackingNumber }).success).toBe(false)
  },
)

test('words without a known code are understood, unknown ones tell nothing, and rows may be wrapped or bare', () => {
  const rows = [
    'Delivered',
    'Out For Delivery',
    'Delivery Under Review',
    'Return',
    'Expired',
    'En-Route to Multan',
    'Booked',
    'Lost in space',
  ]
  const parsed = parcelsSchema.parse([
    ...rows.map((transactionStatus, place) => ({ trackingNumber: place + 1, transactionStatus })),
    {
      trackingNumber: 'w',
      trackingResponse: {
        transactionStatusHistory: [
          { transactionStatusMessageCode: '0099', transactionStatusMessage: 'Picked By PostEx' },
        ],
      },
    },
    { message: 'NOT FOUND' },
    'nonsense',
  ])
  expect(parsed.map(whereaboutsOf).map(({ tracking, state }) => `${tracking} ${state}`)).toEqual([
    '1 delivered',
    '2 moving',
    '3 moving',
    '4 returning',
    '5 cancelled',
    '6 moving',
    '7 booked',
    '8 null',
    'w moving',
  ])
})

test('a list with too many rows is refused before they are looked at, and a parcel with too many steps is left out', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, () => ({ trackingNumber: 1, transactionStatus: 'Booked' }))
  const step = {
    get transactionStatusMessage(): string {
      throw new Error('It was looked at.')
    },
  }
  expect(parcelsSchema.parse(rows(5_000))).toHaveLength(5_000)
  expect(parcelsSchema.safeParse([...rows(5_000), step]).success).toBe(false)
  const history = Array.from({ length: 501 }, () => step)
  expect(parcelsSchema.parse([{ trackingNumber: 1, transactionStatusHistory: history }, ...rows(1)])).toHaveLength(1)
})

test('what PostEx refuses for certain is told apart from what may have happened', async () => {
  expect(await client.book(parcel({ city: 'Gwadar' }))).toEqual({
    outcome: 'refused',
    problem: 'PostEx doesn’t deliver to “Gwadar”.',
  })
  expect(await client.book(parcel({ phone: '+441632960960' }))).toMatchObject({ outcome: 'refused' })
  expect(await client.book(parcel({ items: [] }))).toEqual({
    outcome: 'refused',
    problem: 'PostEx: INVALID orderDetail',
  })
  expect(await clientWith('wrong').book(parcel())).toEqual({
    outcome: 'unknown',
    problem: 'PostEx refuses the shop’s token.',
  })
  for (const [kind, problem] of [
    ['unavailable', 'PostEx responded 503 without saying what it did.'],
    ['unreadable', 'PostEx responded 200 without saying what it did.'],
    ['limited', 'PostEx: TOO MANY REQUESTS'],
  ] as const) {
    await fail('v3/create-order', kind)
    expect(await client.book(parcel())).toEqual({ outcome: 'unknown', problem })
  }
  await fail('v1/get-all-order', 'unavailable')
  await expect(client.find('ORD-1-1', YESTERDAY)).rejects.toThrow('v1/get-all-order: PostEx responded 503')
})

test('airway bills are a PDF with a page for each parcel; of an unknown one there are none', async () => {
  const [[, first], [, second]] = [await booked(), await booked()]
  const pdf = Buffer.from((await client.bills([first, second])) ?? []).toString('latin1')
  expect(pdf).toMatch(/^%PDF-/)
  expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
  await expect(client.bills([first, 'CX-0'])).rejects.toThrow('PostEx gave no airway bills')
})
