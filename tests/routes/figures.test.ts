import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { PROMTOOL } from '../../scripts/programs.ts'
import { stopProcess } from '../../scripts/sandbox-process.ts'
import { placeOrder } from '../support/checkout.ts'
import { newPerson } from '../support/people.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings, startServer } from '../support/running-shop.ts'
import { Visitor } from '../support/visitor.ts'

// What a process tells Prometheus, and what ops/ makes of it (docs/operations.md).

const folder = mkdtempSync(join(tmpdir(), 'figures-'))
let shop: ChildProcess
let url: string
let metrics: () => Promise<string>

beforeAll(async () => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  const settings = shopSettings({ settings: inject('sandbox') }, url, folder)
  // Nobody listens at this store.
  const store = { REDIS_URL: `redis://127.0.0.1:${await freePort()}` }
  shop = (await startServer({ ...settings, ...store, METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn' })).process
  metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}`)).text()
})
afterAll(async () => {
  await stopProcess(shop)
  rmSync(folder, { recursive: true })
})

/** Returns the value of a series, or undefined. */
const valueOf = (text: string, name: string, outcome: string) =>
  [...text.matchAll(new RegExp(`^${name}\\{outcome="${outcome}"\\} (\\S+)$`, 'gm'))].map(([, value]) =>
    Number(value),
  )[0]

test('an order counts among those placed in an hour, waits to be confirmed, and its mail waits', async () => {
  const person = await newPerson()
  const visitor = new Visitor(url)
  await visitor.post('/login', { emailOrPhone: person.email, password: person.password })
  const before = await metrics()
  await placeOrder(visitor, 'cod')
  const after = await metrics()
  for (const outcome of ['orders_placed_in_an_hour', 'cash_orders_to_confirm'])
    expect(valueOf(after, 'shop_business', outcome) ?? 0).toBeGreaterThan(
      valueOf(before, 'shop_business', outcome) ?? 0,
    )
  for (const outcome of [
    'mails_waiting',
    'mails_oldest_seconds',
    'mails_given_up',
    'refunds_due',
    'payments_unconfirmed',
  ])
    expect(valueOf(after, 'shop_business', outcome), outcome).toBeTypeOf('number')
})

test('a store that is lost, and each warning of the log, is counted', async () => {
  await new Visitor(url).post('/login', { emailOrPhone: 'nobody@example.com', password: 'not-this-one' })
  const text = await metrics()
  expect(valueOf(text, 'shop_limits_store', 'configured')).toBe(1)
  expect(valueOf(text, 'shop_limits_store', 'connected')).toBe(0)
  expect(valueOf(text, 'shop_events', 'limits store lost')).toBe(1)
})

test('the alert rules are right, fire in trouble and not before', () => {
  for (const words of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])
    expect(execFileSync(PROMTOOL, words, { cwd: 'ops', encoding: 'utf8' })).toContain('SUCCESS')
})

test('rules and dashboard ask for figures that a process has', async () => {
  const text = await metrics()
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const rules = readFileSync('ops/alerts.yml', 'utf8') + readFileSync('ops/dashboard.json', 'utf8')
  const asked = [...rules.matchAll(/\b(?:shop|process|nodejs)_[a-z_0-9]+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )
  expect(asked.length).toBeGreaterThan(20)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
  const figures = [...rules.matchAll(/shop_business\{outcome=\\?"([a-z_]+)\\?"/g)].map(([, name]) => name ?? '')
  expect(figures.filter((name) => valueOf(text, 'shop_business', name) === undefined)).toEqual([])
})
