import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askCouriers } from '../../app/couriers/ask-couriers.server.ts'
import { PATH, postex } from '../../sandbox/postex/postex.ts'
import { listen } from '../support/local-server.ts'

// Parcels of a database that hands out what a test gives it, against the stand-in for PostEx.

const server = createServer(
  getRequestListener(postex({ token: 'secret', pickupAddress: '1' }), { overrideGlobalObjects: false }),
)
let url: string
beforeAll(async () => {
  url = await listen(server)
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const control = async (path: string, fields: Record<string, string> = {}) => {
  const response = await fetch(`${url}${PATH}/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, as: 'json' }),
  })
  return (await response.json()) as { trackingNumber: string; orderRefNumber: string; transactionStatus: string }[]
}
const parcelsOf = async (number: string) => (await control('parcels')).filter((one) => one.orderRefNumber === number)

let number: string
let orders = 0
beforeEach(() => {
  orders += 1
  number = `ORD-2-${orders}`
})

const claimed = (more: object = {}) => ({
  id: '00000000-0000-4000-8000-000000000001',
  attempt: 1,
  state: 'waiting',
  courier: 'PostEx',
  asked_at: null as string | null,
  tracking_number: null as string | null,
  number,
  to_collect: 1150,
  city: 'Lahore',
  address: { first_name: 'Zoë', address_line1: '1 Mall Road', city: 'Lahore', country: 'Pakistan' },
  phone: '+923001234567',
  items: [{ name: 'Robe', quantity: 1, size: null, color: null }],
  notes: null,
  ...more,
})

/** Runs over these parcels. Returns what was settled, and what was logged. */
async function run(parcels: object[], { mode = 'sandbox', settles = () => null as string | null } = {}) {
  const settled: Record<string, unknown>[] = []
  const lines: Record<string, unknown>[] = []
  const rpc = async (name: string, given: Record<string, unknown>) => {
    if (name === 'claim_parcels') return { data: parcels.splice(0, 1), error: null }
    settled.push(given)
    return { data: settles(), error: null }
  }
  const settings = { POSTEX_MODE: mode, POSTEX_URL: url, POSTEX_TOKEN: 'secret', POSTEX_PICKUP_ADDRESS: '1' }
  const log = { error: (entry: Record<string, unknown>) => lines.push(entry) }
  const counts = await askCouriers({ settings, backends: { service: { rpc } }, log } as never)
  return { counts, lines, outcomes: settled.map(({ p_outcome: outcome, p_tracking: tracking }) => [outcome, tracking]) }
}
const NOW = () => new Date().toISOString()

test('a parcel whose answer was lost is found at PostEx, and not booked again (CR-02)', async () => {
  await control('faults', { path: 'v3/create-order', kind: 'lost', times: '1' })
  const first = await run([claimed()])
  expect(first.outcomes).toEqual([['unknown', undefined]])
  expect(first.lines).toEqual([expect.objectContaining({ event: 'courier not asked', order: number })])
  const again = await run([claimed({ asked_at: NOW(), attempt: 2 })])
  const [parcel, ...others] = await parcelsOf(number)
  expect([again.outcomes, others]).toEqual([[['booked', parcel?.trackingNumber]], []])
})

test('one that PostEx doesn’t have is booked, and one whose look-up fails waits', async () => {
  expect((await run([claimed({ asked_at: NOW() })])).outcomes).toEqual([['booked', expect.any(String)]])
  await control('faults', { path: 'v2/get-unbooked-orders', kind: 'unavailable', times: '1' })
  expect((await run([claimed({ asked_at: NOW(), number: 'ORD-3-1' })])).outcomes).toEqual([['unknown', undefined]])
  expect([await parcelsOf(number), await parcelsOf('ORD-3-1')]).toEqual([[expect.anything()], []])
})

test('a parcel that is cancelled while its answer is lost is found and cancelled', async () => {
  await control('faults', { path: 'v3/create-order', kind: 'lost', times: '1' })
  await run([claimed()])
  const { outcomes } = await run([claimed({ state: 'cancelling', asked_at: NOW() })])
  expect([outcomes, await parcelsOf(number)]).toEqual([
    [['cancelled', undefined]],
    [expect.objectContaining({ transactionStatus: 'Cancelled' })],
  ])
})

test('a second parcel, which another run had booked too, is cancelled and logged', async () => {
  const { lines } = await run([claimed()], { settles: () => 'doubled' })
  expect(await parcelsOf(number)).toEqual([expect.objectContaining({ transactionStatus: 'Cancelled' })])
  expect(lines).toEqual([expect.objectContaining({ event: 'parcel booked twice', order: number })])
})

test('the log doesn’t say why a courier refuses a parcel, which may name the shopper’s city', async () => {
  const { lines, outcomes } = await run([claimed({ city: 'Gali Zeenat' })])
  expect(outcomes).toEqual([['refused', undefined]])
  expect([lines.length, JSON.stringify(lines).includes('Zeenat')]).toEqual([1, false])
})

test('a courier that doesn’t answer for three parcels in a row isn’t asked for the rest of the run', async () => {
  await control('faults', { path: 'v3/create-order', kind: 'unavailable', times: '9' })
  const waiting = [1, 2, 3, 4].map(() => claimed())
  expect((await run(waiting)).counts).toEqual({ booked: 0, cancelled: 0, refused: 0, unanswered: 3 })
  expect(waiting).toHaveLength(1)
})

test('while PostEx is off, its parcels are dealt with by hand', async () => {
  expect((await run([claimed({ state: 'cancelling', tracking_number: 'CX-1' })], { mode: 'off' })).outcomes).toEqual([
    ['cancelled', undefined],
  ])
})
