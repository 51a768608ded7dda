import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fault } from '../support/backend-proxy.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { setStock, prepareOrder, serviceBackend, submitOrder } from '../support/orders.ts'
import { runCommand } from '../support/commands.ts'
import { shopSettings } from '../support/running-shop.ts'
import { Visitor } from '../support/visitor.ts'

const URL_OF_SHOP = 'http://127.0.0.1:3999'
let shop: FragileShop
let url = ''
let counted = 0
let email = ''

beforeAll(async () => {
  shop = await startFragileShop()
  ;({ url } = await shop.startProcess({ GUEST_CHECKOUT: 'on' }))
  await setStock(serviceClient(), 1_000)
})
beforeEach(() => {
  shop.proxy.calls.length = 0
  counted += 1
  email = `mailed-${counted}@example.com`
})
afterEach(async () => {
  shop.proxy.fault = null
  await serviceClient().from('order_mails').delete().neq('state', '')
})
afterAll(() => shop.stop())

const serviceClient = () => serviceBackend(shop.settings)
const FUNCTION_FAILS: Fault = { path: /send-order-mail/, kind: 'status', status: 502 }

interface Run {
  sent: number
  failed: number
  givenUp: number
  waiting: number
  givenUpLately: number
}

/** What the last run logged. */
let logged = ''

/** Runs `npm run serve -- --send-mails` in a separate process. */
async function run(): Promise<Run> {
  const settings = { ...shopSettings(shop, URL_OF_SHOP, '/tmp'), SUPABASE_URL: shop.proxy.url }
  const { stdout, stderr } = await runCommand(settings, '--send-mails')
  logged = stderr
  return JSON.parse(stdout)
}

/** Places a guest's cash order while no mail can be sent. Returns its number. */
async function order(): Promise<string> {
  shop.proxy.fault = FUNCTION_FAILS
  const visitor = new Visitor(url)
  const placed = await submitOrder(visitor, { ...(await prepareOrder(visitor, 'cod')), email })
  if (!placed) throw new Error('No order')
  // The process that took it has tried and failed.
  await expect.poll(() => attemptsOf('placed')).toEqual([1])
  await expect.poll(problems).toEqual(['send-order-mail responded 502.'])
  return placed.orderId
}

async function changeStatus(orderId: string, status: string): Promise<void> {
  const { error } = await serviceClient().from('orders').update({ status }).eq('order_id', orderId)
  if (error) throw error
}

async function attemptsOf(kind: string): Promise<number[]> {
  const { data } = await serviceClient().from('order_mails').select('attempts').eq('kind', kind).eq('state', 'waiting')
  return (data ?? []).map(({ attempts }) => attempts)
}

async function problems(): Promise<(string | null)[]> {
  const { data } = await serviceClient().from('order_mails').select('problem').gt('attempts', 0)
  return (data ?? []).map(({ problem }) => problem)
}

async function subjects(): Promise<string[]> {
  const response = await fetch(`${shop.settings.MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)
  return ((await response.json()) as { subject: string }[]).map(({ subject }) => subject)
}

/** Moves all times of the outbox into the past, as if that much time had passed. */
async function minutesPass(minutes: number): Promise<void> {
  const { data } = await serviceClient().from('order_mails').select('*').eq('state', 'waiting')
  const earlier = (moment: string | null) => moment && new Date(Date.parse(moment) - minutes * 60_000).toISOString()
  for (const mail of data ?? []) {
    const moved = {
      created_at: earlier(mail.created_at) ?? undefined,
      due_at: earlier(mail.due_at) ?? undefined,
      claimed_at: earlier(mail.claimed_at),
      uncertain_since: earlier(mail.uncertain_since),
    }
    const { error } = await serviceClient().from('order_mails').update(moved).eq('id', mail.id)
    if (error) throw error
  }
}

const claimOne = () => serviceClient().rpc('claim_order_mails', { p_most: 1 })

test('after an hour without a mail provider each mail is sent once, in order', async () => {
  const orderId = await order()
  await changeStatus(orderId, 'Shipped')
  for (let minute = 0; minute < 60; minute += 10) {
    await minutesPass(10)
    await run()
  }
  expect(await subjects()).toEqual([])
  await changeStatus(orderId, 'Delivered')
  shop.proxy.fault = null
  await minutesPass(30)
  expect(await run()).toMatchObject({ sent: 3, failed: 0, waiting: 0 })
  expect(await run()).toMatchObject({ sent: 0, failed: 0, waiting: 0 })
  expect(await subjects()).toEqual([
    `Your order ${orderId}`,
    `Your order ${orderId} is on its way`,
    `Your order ${orderId} was delivered`,
  ])
})

test('retries back off: none happens before its wait is over', async () => {
  await order()
  expect(await run()).toMatchObject({ sent: 0, failed: 0, waiting: 1 })
  for (const [minutes, attempts] of [
    [1, 2],
    [1, 2],
    [1, 3],
    [3, 3],
    [1, 4],
  ] as const) {
    await minutesPass(minutes)
    await run()
    expect(await attemptsOf('placed')).toEqual([attempts])
  }
})

test('mails have their first words while the saved ones can’t be read', async () => {
  const orderId = await order()
  await changeStatus(orderId, 'Shipped')
  await changeStatus(orderId, 'Delivered')
  await minutesPass(1)
  shop.proxy.fault = { path: /mail_texts/, kind: 'status', status: 503 }
  expect(await run()).toMatchObject({ sent: 3, failed: 0, waiting: 0 })
  expect(logged).toContain('"event":"words of mails not read"')
  expect(await subjects()).toEqual([
    `Your order ${orderId}`,
    `Your order ${orderId} is on its way`,
    `Your order ${orderId} was delivered`,
  ])
})

test('while the database can’t be reached, mails wait', async () => {
  const orderId = await order()
  await minutesPass(1)
  shop.proxy.fault = { path: /rest\/v1/, kind: 'status', status: 503 }
  await expect(run()).rejects.toThrow('Order mails not claimed')
  shop.proxy.fault = null
  expect(await run()).toMatchObject({ sent: 1, waiting: 0 })
  expect(await subjects()).toEqual([`Your order ${orderId}`])
})

test('if a process is killed after claiming a mail, another one sends it', async () => {
  const orderId = await order()
  shop.proxy.fault = null
  await minutesPass(1)
  // What a process does first; then it is killed.
  await claimOne()
  expect(await run()).toMatchObject({ sent: 0, waiting: 1 })
  await minutesPass(2)
  expect(await run()).toMatchObject({ sent: 1, waiting: 0 })
  expect(await subjects()).toEqual([`Your order ${orderId}`])
})

test('if a process is killed between sending a mail and settling it, no second one is sent', async () => {
  const orderId = await order()
  await minutesPass(1)
  shop.proxy.fault = { path: /rpc\/settle_order_mail/, kind: 'status', status: 503 }
  await expect(run()).rejects.toThrow('An order mail was not settled')
  expect(await subjects()).toEqual([`Your order ${orderId}`])
  shop.proxy.fault = null
  await minutesPass(2)
  expect(await run()).toMatchObject({ sent: 1, waiting: 0 })
  expect(await subjects()).toEqual([`Your order ${orderId}`])
})

test('a mail whose response is lost is sent once', async () => {
  const orderId = await order()
  await minutesPass(1)
  shop.proxy.fault = { path: /send-order-mail/, kind: 'lost response', times: 1 }
  expect(await run()).toMatchObject({ sent: 0, failed: 1 })
  await minutesPass(2)
  expect(await run()).toMatchObject({ sent: 1, waiting: 0 })
  expect(await subjects()).toEqual([`Your order ${orderId}`])
})

test('an order and its mail are stored together: none is lost if the process is killed before its first attempt', async () => {
  const killed = await shop.startProcess({ GUEST_CHECKOUT: 'on' })
  shop.proxy.fault = { path: /claim_order_mails/, kind: 'reset' }
  const visitor = new Visitor(killed.url)
  const placed = await submitOrder(visitor, { ...(await prepareOrder(visitor, 'cod')), email })
  const ended = new Promise((resolve) => killed.process.once('exit', resolve))
  killed.process.kill('SIGKILL')
  await ended
  shop.proxy.fault = null
  expect(await run()).toMatchObject({ sent: 1, waiting: 0 })
  expect(await subjects()).toEqual([`Your order ${placed?.orderId}`])
})

test('parallel processes send each mail once', async () => {
  const orderId = await order()
  shop.proxy.fault = null
  const paid = Array.from({ length: 11 }, (_, n) =>
    serviceClient().rpc('record_payment', {
      p_payment: {
        provider: 'payfast',
        payment_id: `${orderId}-${n}`,
        outcome: 'COMPLETE',
        amount: `${n + 1}.00`,
        reference: orderId,
      },
    }),
  )
  for (const { error } of await Promise.all(paid)) if (error) throw error
  await minutesPass(1)
  const runs = await Promise.all([run(), run()])
  await run()
  // Each order also mails the operators.
  expect(runs.reduce((sum, { failed }) => sum + failed, 0)).toBe(0)
  expect(await subjects()).toEqual([`Your order ${orderId}`, ...paid.map(() => `A payment for your order ${orderId}`)])
  const calls = shop.proxy.calls.filter(({ path }) => path.endsWith('/send-order-mail')).slice(1)
  expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(calls.length)
})

test('a mail that can’t be sent for a day is given up, and the run says so', async () => {
  await order()
  await minutesPass(23 * 60 + 5)
  expect(await run()).toMatchObject({ sent: 0, failed: 0, givenUp: 1, waiting: 0, givenUpLately: 1 })
  shop.proxy.fault = null
  expect(await run()).toMatchObject({ sent: 0, givenUp: 0, givenUpLately: 1 })
  expect(await subjects()).toEqual([])
})

test('the shop’s process sends mails about operators’ edits within its interval', async () => {
  const orderId = await order()
  await minutesPass(1)
  shop.proxy.fault = null
  await changeStatus(orderId, 'Shipped')
  await shop.startProcess({ MAIL_SECONDS: '1' })
  await expect
    .poll(subjects, { timeout: 20_000 })
    .toEqual([`Your order ${orderId}`, `Your order ${orderId} is on its way`])
})
