import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Payfast } from '../../app/payments/payfast-provider.server.ts'
import { PayfastSources } from '../../app/payments/payfast-sources.server.ts'
import { readSettings } from '../../app/platform/env.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { MINUTE } from '../../app/platform/time.ts'

const HOSTS = {
  'www.payfast.co.za': ['197.97.145.144', '2001:db8::1'],
  'sandbox.payfast.co.za': ['197.97.145.145'],
  'w1w.payfast.co.za': ['41.74.179.194'],
  'w2w.payfast.co.za': ['41.74.179.195'],
}

/** A resolver for PayFast's hosts, except those that are down. It counts its queries. */
function nameServer() {
  const down = new Set<string>()
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    if (down.has(host)) throw Object.assign(new Error(`queryA ESERVFAIL ${host}`), { code: 'ESERVFAIL' })
    return HOSTS[host as keyof typeof HOSTS] ?? []
  }
  return { down, asked, resolve }
}

function sourcesOver(resolve: (host: string) => Promise<string[]>) {
  const clock = { now: Date.UTC(2026, 10, 21) }
  const errors: object[] = []
  const log = Object.assign(createLog('silent'), { error: (line: object) => errors.push(line) })
  const sources = new PayfastSources(undefined, log, { resolve, now: () => clock.now })
  return { sources, clock, errors }
}

test('accepts all addresses of PayFast’s hosts, and no others', async () => {
  const { sources } = sourcesOver(nameServer().resolve)
  for (const address of Object.values(HOSTS).flat())
    expect([address, await sources.isKnown(address)]).toEqual([address, true])
  for (const address of ['203.0.113.9', '2001:db8::2', '::ffff:203.0.113.9', 'no address', ''])
    expect([address, await sources.isKnown(address)]).toEqual([address, false])
})

test('treats an IPv4-mapped IPv6 address as the IPv4 address', async () => {
  const { sources } = sourcesOver(nameServer().resolve)
  expect(await sources.isKnown('::ffff:197.97.145.144')).toBe(true)
})

test('a host that can’t be resolved doesn’t affect other hosts', async () => {
  const { down, resolve } = nameServer()
  down.add('w1w.payfast.co.za')
  const { sources, errors } = sourcesOver(resolve)
  expect(await sources.isKnown('197.97.145.144')).toBe(true)
  expect(await sources.isKnown('41.74.179.194')).toBe(false)
  const failure = { event: 'provider not resolved', host: 'w1w.payfast.co.za', code: 'ESERVFAIL' }
  expect(errors).toEqual([expect.objectContaining(failure)])
})

test('one resolved host is enough to know its addresses', async () => {
  const { down, resolve } = nameServer()
  for (const host of Object.keys(HOSTS).slice(1)) down.add(host)
  const { sources } = sourcesOver(resolve)
  expect(await sources.isKnown('197.97.145.144')).toBe(true)
})

test('while a host can’t be resolved or has no address, all are resolved again after 30 seconds', async () => {
  for (const failing of [() => Promise.reject(new Error('ESERVFAIL')), () => Promise.resolve([])]) {
    const asked: string[] = []
    const { sources, clock } = sourcesOver((host) => {
      asked.push(host)
      return host === 'www.payfast.co.za' ? failing() : nameServer().resolve(host)
    })
    const counts: number[] = []
    for (const passed of [0, 29_999, 1]) {
      clock.now += passed
      await sources.isKnown('197.97.145.145')
      counts.push(asked.length)
    }
    expect(counts).toEqual([4, 4, 8])
  }
})

test('a host that can’t be resolved any more keeps its last addresses', async () => {
  const { down, resolve } = nameServer()
  const { sources, clock } = sourcesOver(resolve)
  expect(await sources.isKnown('41.74.179.194')).toBe(true)
  for (const host of Object.keys(HOSTS)) down.add(host)
  clock.now += 24 * 60 * MINUTE
  expect(await sources.isKnown('41.74.179.194')).toBe(true)
  expect(await sources.isKnown('203.0.113.9')).toBe(false)
})

test('the result is unknown until a host has been resolved', async () => {
  const { down, resolve } = nameServer()
  for (const host of Object.keys(HOSTS)) down.add(host)
  const { sources, clock } = sourcesOver(resolve)
  expect(await sources.isKnown('197.97.145.144')).toBeNull()
  down.clear()
  clock.now += MINUTE
  expect(await sources.isKnown('197.97.145.144')).toBe(true)
})

test('a resolver that returns no addresses counts as a failure', async () => {
  const { sources } = sourcesOver(async () => [])
  expect(await sources.isKnown('197.97.145.144')).toBeNull()
})

test('concurrent checks share one resolution, which is repeated after ten minutes', async () => {
  const { asked, resolve } = nameServer()
  const { sources, clock } = sourcesOver(resolve)
  await Promise.all(Array.from({ length: 20 }, () => sources.isKnown('197.97.145.144')))
  expect(asked.sort()).toEqual(Object.keys(HOSTS).sort())
  clock.now += 10 * MINUTE - 1
  await sources.isKnown('197.97.145.144')
  expect(asked).toHaveLength(4)
  clock.now += 1
  await sources.isKnown('197.97.145.144')
  expect(asked).toHaveLength(8)
})

test('uses configured addresses and ranges without resolving hosts', async () => {
  const { asked, resolve } = nameServer()
  const sources = new PayfastSources('192.0.2.7, 198.51.100.0/24,2001:db8:1::/48', createLog('silent'), { resolve })
  for (const address of ['192.0.2.7', '198.51.100.200', '2001:db8:1::9'])
    expect(await sources.isKnown(address)).toBe(true)
  expect(await sources.isKnown('197.97.145.144')).toBe(false)
  expect(asked).toEqual([])
})

/** Checks a correctly signed notification with these settings. */
function readSigned(resolve: (host: string) => Promise<string[]>, from: string) {
  const settings = readSettings({
    PUBLIC_URL: 'http://shop.test',
    SUPABASE_URL: 'https://project.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
    SUPABASE_SECRET_KEY: 'sb_secret_1',
    SESSION_SECRET: 'kJ3v9QpXw2LmZ8rTn5BcYd7FgHs4Aa1E',
    PAYFAST_MODE: 'sandbox',
    PAYFAST_PASSPHRASE: 'phrase',
  })
  const log = createLog('silent')
  const payfast = new Payfast(settings, 'sandbox', log, new PayfastSources(undefined, log, { resolve }))
  // Another merchant's, so that PayFast isn't called.
  const text = 'pf_payment_id=1&merchant_id=1'
  const signature = createHash('md5').update(`${text}&passphrase=phrase`).digest('hex')
  return payfast.read(`${text}&signature=${signature}`, from)
}

test('a notification is to be retried while no host is resolved, and refused from another address', async () => {
  const nothing = () => Promise.reject(new Error('queryA ETIMEOUT'))
  expect(await readSigned(nothing, '197.97.145.144')).toEqual({ status: 503, verdict: 'provider not resolved' })
  const { down, resolve } = nameServer()
  down.add('sandbox.payfast.co.za')
  expect(await readSigned(resolve, '203.0.113.9')).toEqual({ status: 403, verdict: 'wrong source' })
  expect(await readSigned(resolve, '197.97.145.144')).toEqual({ status: 400, verdict: 'wrong merchant' })
})
