import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askCouriers } from '../../app/couriers/ask-couriers.server.ts'
import { trackParcels } from '../../app/couriers/track-parcels.server.ts'
import { listen } from '../support/local-server.ts'

// A courier that sends texts which the database can't store, and a database that refuses some.

const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
const WORDS = ['Delivered', `At\u0000 PostEx Warehouse`, `${'a'.repeat(199)}😀 delivered`, 'postex '.repeat(40_000)]

const server = createServer((_request, response) => {
  const dist = WORDS.map((transactionStatus, place) => ({ trackingNumber: `CX-${place}`, transactionStatus }))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ statusCode: '200', statusMessage: `${'b'.repeat(291)}😀`, dist }))
})
let url: string
beforeAll(async () => {
  url = await listen(server)
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

type Given = Record<string, string | null>
interface DatabaseError {
  message: string
  code?: string
}

/** Returns a shop whose database says `refuse` to what it is given, with what it was given and what was logged. */
function shopWith(claims: Record<string, object[]>, refuse: (given: Given) => DatabaseError | null) {
  const told: Given[] = []
  const lines: Record<string, unknown>[] = []
  const rpc = async (name: string, given: Given) => {
    const claimed = claims[name]
    if (claimed) return { data: claimed.splice(0, name === 'claim_parcels' ? 1 : 50), error: null }
    told.push(given)
    const error = refuse(given)
    return { data: error ? null : true, error }
  }
  const settings = { POSTEX_MODE: 'sandbox', POSTEX_URL: url, POSTEX_TOKEN: 'x', POSTEX_PICKUP_ADDRESS: '1' }
  const log = { error: (entry: Record<string, unknown>) => lines.push(entry) }
  return { shop: { settings, backends: { service: { rpc } }, log } as never, told, lines }
}
const tracked = () => WORDS.map((_, place) => ({ id: idOf(place), courier: 'PostEx', tracking_number: `CX-${place}` }))

test('whatever a courier says of a parcel, the database is given what it can store, and what is read is short', async () => {
  const { shop, told } = shopWith({ claim_tracking: tracked() }, () => null)
  expect(await trackParcels(shop)).toBe(4)
  expect(told.map(({ p_state: state, p_words: words }) => [state, words])).toEqual([
    ['delivered', 'Delivered'],
    ['moving', 'At PostEx Warehouse'],
    [null, 'a'.repeat(199)],
    [null, 'postex '.repeat(40_000).slice(0, 200)],
  ])
})

test('a parcel that the database refuses is logged, and the others are followed', async () => {
  const refuse = ({ p_id: id }: Given) => (id === idOf(1) ? { message: 'unsupported Unicode', code: '22P05' } : null)
  const { shop, told, lines } = shopWith({ claim_tracking: tracked() }, refuse)
  expect(await trackParcels(shop)).toBe(3)
  expect(told).toHaveLength(4)
  expect(lines).toEqual([
    expect.objectContaining({ event: 'parcel not tracked', courier: 'PostEx', tracking: 'CX-1', code: '22P05' }),
  ])
})

test.each([{ message: 'fetch failed', code: '' }, { message: 'shutting down', code: '57P01' }, { message: 'no code' }])(
  'while the database fails (%o), it isn’t asked for each parcel',
  async (error) => {
    const { shop, told, lines } = shopWith({ claim_tracking: tracked() }, () => error)
    expect(await trackParcels(shop)).toBe(0)
    expect([told.length, lines.map(({ event }) => event)]).toEqual([1, ['parcels not tracked']])
  },
)

test('a parcel whose outcome the database refuses is logged, and the next one is asked for', async () => {
  const parcel = (place: number) => ({
    id: idOf(place),
    attempt: 1,
    state: 'cancelling',
    courier: 'PostEx',
    asked_at: null,
    tracking_number: `CX-${place}`,
    number: `ORD-1-${place}`,
    to_collect: 1,
    city: 'Lahore',
    address: {},
    phone: null,
    items: [],
    notes: null,
  })
  const refuse = ({ p_id: id }: Given) => (id === idOf(1) ? { message: 'unsupported Unicode', code: '22P05' } : null)
  const { shop, told, lines } = shopWith({ claim_parcels: [parcel(1), parcel(2)] }, refuse)
  expect(await askCouriers(shop)).toMatchObject({ cancelled: 1, unanswered: 1 })
  expect(told.map(({ p_id: id }) => id)).toEqual([idOf(1), idOf(2)])
  expect(lines).toEqual([expect.objectContaining({ event: 'parcel not settled', order: 'ORD-1-1', code: '22P05' })])
})
