import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Log } from '../../app/platform/log.server.ts'
import { keyOf, limitMessage, Limits, rateLimit, type RateLimit } from '../../app/platform/rate-limits.server.ts'
import { returnUpload, takeUpload } from '../../app/platform/supabase/uploads.server.ts'
import { DAY, HOUR, MINUTE } from '../../app/platform/time.ts'

const isLimit = (value: unknown): value is RateLimit =>
  typeof value === 'object' && value !== null && 'name' in value && 'max' in value && 'period' in value

const UNITS = [
  ['d', DAY],
  ['h', HOUR],
  ['min', MINUTE],
] as const

/** Returns the limits that a value holds: itself, or those of its properties. */
const limitsIn = (value: unknown): RateLimit[] => {
  if (isLimit(value)) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(limitsIn) : []
}

const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('/limits.server.ts'),
)
const modules: unknown[] = await Promise.all(files.map((path) => import(resolve(join('app', path)))))
const declared = modules.flatMap((module) => Object.values(module as object).flatMap(limitsIn))

test('every limit of a room has a name of its own, since limits with one name would share their counts', () => {
  const names = declared.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

test('the rooms declare these limits, and no others', () => {
  const words = ({ name, max, period }: RateLimit) => {
    const [unit, length] = UNITS.find(([, one]) => period % one === 0) ?? ['ms', 1]
    return `${name}: ${max} in ${period / length} ${unit}`
  }
  expect(declared.map(words).toSorted()).toEqual([
    'chat messages: 20 in 1 min',
    'code mails: 5 in 1 h',
    'codes of one account: 20 in 15 min',
    'codes under attack: 1 in 10 min',
    'codes: 5 in 15 min',
    'contact messages from one network: 60 in 1 h',
    'contact messages: 3 in 1 h',
    'desk codes of one account: 20 in 15 min',
    'desk codes under attack: 1 in 10 min',
    'desk codes: 5 in 15 min',
    'desk sign-ins of one account: 20 in 15 min',
    'desk sign-ins under attack: 1 in 10 min',
    'desk sign-ins: 5 in 15 min',
    'feed downloads: 60 in 1 h',
    'invitations to the desk: 5 in 1 h',
    'logins from one network: 100 in 15 min',
    'logins of one account: 25 in 15 min',
    'logins under attack: 1 in 5 min',
    'logins: 5 in 15 min',
    'new e-mail mails: 3 in 1 h',
    'orders from one network: 120 in 1 h',
    'password link mails: 3 in 1 h',
    'proofs: 5 in 15 min',
    'returns: 10 in 1 h',
    'reviews: 5 in 1 d',
    'sign-ups from one network: 120 in 1 h',
    'stock alerts from one network: 60 in 1 h',
    'subscriptions from one network: 100 in 1 h',
    'subscriptions of one address: 3 in 1 d',
    'suggestions: 60 in 1 min',
    'trackings: 20 in 15 min',
    'unknown promo codes from one network: 200 in 1 h',
    'unknown promo codes: 10 in 15 min',
    'uses of a desk code: 1 in 3 min',
  ])
})

test('a network may do each thing sixty times an hour, since carriers put thousands of people behind one address', () => {
  const ofNetworks = declared.filter(({ name }) => name.endsWith('from one network'))
  expect(ofNetworks.length).toBeGreaterThan(6)
  expect(ofNetworks.filter(({ max, period }) => max * (HOUR / period) < 60)).toEqual([])
})

const newLimits = () => new Limits(undefined, {} as Log)
const somebody = keyOf.shopper({ id: 'somebody' })

test('a limit counts by its name and key', async () => {
  const limits = newLimits()
  const [one, other] = [rateLimit('one', 1, MINUTE), rateLimit('other', 1, MINUTE)]
  expect([await limits.take(one, somebody), await limits.take(one, somebody)]).toEqual([null, 60])
  expect(await limits.take(other, somebody)).toBeNull()
  expect(await limits.take(one, keyOf.shopper({ id: 'somebody else' }))).toBeNull()
})

test('a count is taken back by one, or forgotten', async () => {
  const limits = newLimits()
  const two = rateLimit('two', 2, MINUTE)
  for (let n = 0; n < 2; n += 1) await limits.take(two, somebody)
  await limits.giveBack(two, somebody)
  expect([await limits.take(two, somebody), await limits.take(two, somebody)]).toEqual([null, 60])
  await limits.forget(two, somebody)
  const taken = [await limits.take(two, somebody), await limits.take(two, somebody), await limits.take(two, somebody)]
  expect(taken).toEqual([null, null, 60])
})

test('a shopper uploads twenty files an hour, and has sixty tries', async () => {
  const limits = newLimits()
  const [one, other] = [{ id: 'one' }, { id: 'other' }]
  for (let n = 1; n <= 20; n += 1) expect(await takeUpload(limits, one)).toBeNull()
  expect(await takeUpload(limits, one)).toBe(3600)
  for (let n = 1; n <= 60; n += 1) {
    expect(await takeUpload(limits, other)).toBeNull()
    await returnUpload(limits, other)
  }
  expect(await takeUpload(limits, other)).toBe(3600)
})

test('keys of different kinds are never the same, and spellings of one address are', () => {
  const keys = [
    keyOf.email('1'),
    keyOf.phone('1'),
    keyOf.shopper({ id: '1' }),
    keyOf.browser('1'),
    keyOf.network({ clientAddress: '1.1.1.1' }),
    keyOf.all(keyOf.phone('1'), keyOf.browser('1')),
    keyOf.all(keyOf.phone('1'), keyOf.browser('2')),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf.email(' A@Example.com ')).toBe(keyOf.email('a@example.com'))
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:a:b:c:d', '2001:db8:1:3::1']
  const networks = addresses.map((clientAddress) => keyOf.network({ clientAddress }))
  expect([networks[0] === networks[1], networks[0] === networks[2]]).toEqual([true, false])
})

test('a limited visitor reads how long to wait', () => {
  expect(limitMessage(90)).toBe('Too many tries. Please wait 90 seconds.')
  expect(limitMessage(900)).toBe('Too many tries. Please wait 15 minutes.')
})
