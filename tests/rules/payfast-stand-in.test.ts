import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { MovableClock } from '../../sandbox/payfast/clock.ts'
import { Notifications } from '../../sandbox/payfast/notifications.ts'
import { payfast } from '../../sandbox/payfast/payfast.ts'
import { formSignature, phpUrlencode, signature } from '../../sandbox/payfast/signature.ts'
import { SIGNED_FORMS, SIGNED_NOTIFICATIONS } from '../support/payfast-vectors.ts'
import { formFields } from '../support/visitor.ts'
import { listen } from '../support/local-server.ts'

const merchant = { merchantId: '10000100', merchantKey: '46f0cd694581a', passphrase: 'jt7NOE43FZPn' }
const MINUTE = 60_000

test.each([...SIGNED_NOTIFICATIONS, ...SIGNED_FORMS])('signs like PayFast: $source', (vector) => {
  expect(signature(vector.pairs, vector.passphrase)).toBe(vector.signature)
})

test.each(SIGNED_FORMS)('signs a form in PayFast’s order of fields: $source', (vector) => {
  const reversed = new URLSearchParams(vector.pairs.toReversed())
  expect(formSignature(reversed, vector.passphrase)).toBe(vector.signature)
})

test('encodes like PHP’s urlencode', () => {
  expect(phpUrlencode("AZaz09-_. !'()*~+&=/é💐")).toBe('AZaz09-_.+%21%27%28%29%2A%7E%2B%26%3D%2F%C3%A9%F0%9F%92%90')
})

/** Starts a shop that receives notifications and responds with these statuses in turn, then with 200. */
async function startShop(...statuses: number[]) {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push(body)
    response.writeHead(statuses.shift() ?? 200).end()
  })
  const url = await listen(server)
  return { received, url, stop: () => new Promise((resolve) => server.close(resolve)) }
}

function formOf(shop: string): Record<string, string> {
  return {
    merchant_id: merchant.merchantId,
    merchant_key: merchant.merchantKey,
    return_url: `${shop}/success`,
    cancel_url: `${shop}/cancelled`,
    notify_url: `${shop}/notify`,
    name_first: 'Zoë',
    m_payment_id: 'ORD-1-1',
    amount: '1650.00',
    item_name: 'Order ORD-1-1',
    custom_str1: 'ORD-1-1',
  }
}

const post = (bank: ReturnType<typeof payfast>, path: string, fields: Record<string, string>) =>
  bank(new Request(`http://bank.test${path}`, { method: 'POST', body: new URLSearchParams(fields) }))

const sign = (form: Record<string, string>, passphrase = merchant.passphrase) => ({
  ...form,
  signature: formSignature(new URLSearchParams(form), passphrase),
})

/** Starts a payment. Returns the hidden field of the hosted page. */
async function begin(bank: ReturnType<typeof payfast>, shop: string): Promise<Record<string, string>> {
  const hosted = await (await post(bank, '/eng/process', sign(formOf(shop)))).text()
  return formFields(hosted, 'payment') as Record<string, string>
}

test.each([
  ['pay', 'COMPLETE', '/success'],
  ['fail', 'FAILED', '/cancelled'],
  ['cancel', 'CANCELLED', '/cancelled'],
])('%s notifies the shop of %s before the shopper is redirected to %s', async (decision, outcome, back) => {
  const shop = await startShop()
  const bank = payfast(merchant)
  const response = await post(bank, '/eng/decide', { ...(await begin(bank, shop.url)), decision })
  expect([response.status, response.headers.get('location')]).toEqual([302, `${shop.url}${back}`])
  const pairs = [...new URLSearchParams(shop.received[0])]
  const [template] = SIGNED_NOTIFICATIONS
  expect(pairs.map(([name]) => name)).toEqual([...(template?.pairs.map(([name]) => name) ?? []), 'signature'])
  expect(Object.fromEntries(pairs)).toMatchObject({
    payment_status: outcome,
    amount_gross: '1650.00',
    name_first: 'Zoë',
  })
  expect(pairs.at(-1)?.[1]).toBe(signature(pairs.slice(0, -1), merchant.passphrase))
  await shop.stop()
})

test('only completes payments that a correctly signed form of its merchant started, each once', async () => {
  const shop = await startShop()
  const bank = payfast(merchant)
  const form = formOf(shop.url)
  const refused = [
    form,
    sign(form, 'another phrase'),
    { ...sign(form), amount: '1.00' },
    sign({ ...form, merchant_id: '10000101' }),
    sign({ ...form, merchant_key: 'another key' }),
    sign({ ...form, amount: '1650' }),
  ]
  for (const fields of refused) expect((await post(bank, '/eng/process', fields)).status).toBe(400)
  expect((await post(bank, '/eng/decide', { payment: '1234567', decision: 'pay' })).status).toBe(410)
  const begun = await begin(bank, shop.url)
  expect((await post(bank, '/eng/decide', { ...begun, decision: 'whatever' })).status).toBe(400)
  expect((await post(bank, '/eng/decide', { ...begun, decision: 'fail' })).status).toBe(302)
  expect((await post(bank, '/eng/decide', { ...begun, decision: 'pay' })).status).toBe(410)
  expect(shop.received).toHaveLength(1)
  await shop.stop()
})

test('confirms its own notifications only', async () => {
  const shop = await startShop()
  const bank = payfast(merchant)
  await post(bank, '/eng/decide', { ...(await begin(bank, shop.url)), decision: 'pay' })
  const sent = Object.fromEntries(new URLSearchParams(shop.received[0]?.replace(/&signature=.*/, '')))
  const validate = async (fields: Record<string, string>) => (await post(bank, '/eng/query/validate', fields)).text()
  expect(await validate(sent)).toBe('VALID')
  expect(await validate({ ...sent, amount_gross: '1.00' })).toBe('INVALID')
  expect(await validate({})).toBe('INVALID')
  await shop.stop()
})

test('retries a notification after 10 minutes and then less and less often, until the shop responds with 200', async () => {
  const waits: number[] = []
  let tries = 0
  const clock = { wait: async (milliseconds: number) => void waits.push(milliseconds / MINUTE) }
  const received = new Promise<void>((resolve) => {
    const deliver = async () => {
      tries += 1
      if (tries === 12) resolve()
      return tries === 12
    }
    void new Notifications('phrase', clock, deliver).send(
      new URLSearchParams(formOf('http://shop.test')),
      '1',
      'COMPLETE',
    )
  })
  await received
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440, 1440])
})

test('retries after any status but 200, and doesn’t follow redirects', async () => {
  const shop = await startShop(503, 204, 302, 404, 200)
  const bank = payfast(merchant)
  await post(bank, '/eng/decide', { ...(await begin(bank, shop.url)), decision: 'pay' })
  for (const tries of [2, 3, 4, 5]) {
    await post(bank, '/clock', { minutes: '100' })
    await expect.poll(() => shop.received.length).toBe(tries)
  }
  expect(new Set(shop.received).size).toBe(1)
  await shop.stop()
})

test('moving the clock forward ends only the waits that are over', async () => {
  const clock = new MovableClock()
  const ended: string[] = []
  void clock.wait(10 * MINUTE).then(() => ended.push('ten'))
  void clock.wait(20 * MINUTE).then(() => ended.push('twenty'))
  for (const [minutes, expected] of [
    [9, []],
    [2, ['ten']],
    [10, ['ten', 'twenty']],
  ] as const) {
    clock.forward(minutes * MINUTE)
    await new Promise((resolve) => setImmediate(resolve))
    expect(ended).toEqual(expected)
  }
})
