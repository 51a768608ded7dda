import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import {
  basketId,
  gopayfastFields,
  isValidated,
  outcomeOf,
  readGopayfast,
  referenceOf,
  validationHash,
} from '../../app/payments/gopayfast.ts'
import { Gopayfast } from '../../app/payments/gopayfast-provider.server.ts'
import type { PaymentForm, PaymentNotice } from '../../app/payments/payment-provider.ts'
import { readSettings } from '../../app/platform/env.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { gopayfast, PATH } from '../../sandbox/gopayfast/gopayfast.ts'
import { formFields } from '../support/visitor.ts'
import { listen } from '../support/local-server.ts'

const merchant = { id: '102', name: 'Chambeli', securedKey: 'jdnkaabcks' }
const payment = {
  returnUrl: 'https://shop.test/profile/active-orders/payment-success?order=ORD-1-1',
  cancelUrl: 'https://shop.test/profile/active-orders/payment-failed?order=ORD-1-1',
  notifyUrl: 'https://shop.test/api/gopayfast-notify',
  firstName: 'Zoë',
  lastName: 'Khan',
  email: 'zoe@example.com',
  phone: '+92 300 1234567',
  reference: 'ORD-1-1',
  orderId: 'id',
  shopper: 'guest',
  amount: '1650.00',
  orderedAt: '2026-04-21T20:30:00Z',
}

test('the validation hash matches the example in the IPN document', () => {
  // "BAS-01|jdnkaabcks|102|000", PayFast (APPS), IPN Integration Document.
  expect(validationHash(merchant, 'BAS-01', '000')).toBe(
    'e8192a7554dd699975adf39619c703a492392edf5e416a61e183866ecdf6a2a2',
  )
})

test('a notification is accepted only with the hash of its basket and error code', () => {
  const genuine = { basket_id: 'BAS-01', err_code: '000', validation_hash: validationHash(merchant, 'BAS-01', '000') }
  expect(isValidated(merchant, genuine)).toBe(true)
  expect(isValidated(merchant, { ...genuine, validation_hash: genuine.validation_hash.toUpperCase() })).toBe(true)
  for (const change of [
    { basket_id: 'BAS-02' },
    { err_code: '00' },
    { validation_hash: '' },
    { validation_hash: genuine.validation_hash.slice(1) },
    { validation_hash: validationHash({ ...merchant, securedKey: 'guess' }, 'BAS-01', '000') },
  ])
    expect(isValidated(merchant, { ...genuine, ...change })).toBe(false)
  expect(isValidated(merchant, {})).toBe(false)
})

test('each payment attempt has a separate basket that identifies the order', () => {
  for (const reference of ['ORD-1700000000000-7', 'guest-ORD-1700000000000-999']) {
    const baskets = [crypto.randomUUID(), crypto.randomUUID()].map((random) => basketId(reference, random))
    expect(new Set(baskets).size).toBe(2)
    expect(baskets.map(referenceOf)).toEqual([reference, reference])
  }
  expect(basketId('ORD-1-1', 'AB-cd-12-34-56')).toBe('ORD-1-1-abcd1234')
  for (const other of ['', 'ORD-1-1', 'ORD-1-1-', 'BAS-01', "ORD-1-1-abcdefgh' or true"])
    expect(referenceOf(other)).toBeNull()
})

test('the form has the fields of the integration guide, with Pakistan’s time and phone format', () => {
  expect(Object.fromEntries(gopayfastFields(merchant, payment, 'ORD-1-1-abcdefgh', 'token'))).toEqual({
    CURRENCY_CODE: 'PKR',
    MERCHANT_ID: '102',
    MERCHANT_NAME: 'Chambeli',
    TOKEN: 'token',
    SUCCESS_URL: `${payment.returnUrl}&via=gopayfast`,
    FAILURE_URL: `${payment.cancelUrl}&via=gopayfast`,
    CHECKOUT_URL: payment.notifyUrl,
    CUSTOMER_EMAIL_ADDRESS: 'zoe@example.com',
    CUSTOMER_MOBILE_NO: '03001234567',
    TXNAMT: '1650.00',
    BASKET_ID: 'ORD-1-1-abcdefgh',
    ORDER_DATE: '2026-04-22 01:30:00',
    SIGNATURE: expect.stringMatching(/^[0-9a-f]{32}$/),
    VERSION: 'MERCHANTCART-0.1',
    TXNDESC: 'Chambeli order ORD-1-1',
    PROCCODE: '00',
    TRAN_TYPE: 'ECOMM_PURCHASE',
    STORE_ID: '',
  })
})

test('parses notifications as form or JSON, and refuses duplicate or nested fields', () => {
  expect(readGopayfast('err_code=000&basket_id=B+1')).toEqual({ err_code: '000', basket_id: 'B 1' })
  expect(readGopayfast('{"err_code":"000","transaction_amount":1650,"email_address":null}')).toEqual({
    err_code: '000',
    transaction_amount: '1650',
    email_address: '',
  })
  const many = (count: number) => Array.from({ length: count }, (_, place) => `f${place}=1`).join('&')
  expect(Object.keys(readGopayfast(many(60)) ?? {})).toHaveLength(60)
  for (const body of ['a=1&a=2', '{"a":{}}', '{"a":1,"b":{}}', '{"a":', '{', many(61)])
    expect([body, readGopayfast(body)]).toEqual([body, null])
})

test.each([
  ['000', 'COMPLETE'],
  ['00', 'COMPLETE'],
  ['0', 'FAILED'],
  ['41', 'FAILED'],
  ['', 'FAILED'],
])('maps error code %j to %s', (code, outcome) => expect(outcomeOf(code)).toBe(outcome))

interface ReceivedNotification {
  body: string
}

/** Starts the provider’s stand-in and a shop that receives notifications and responds with these statuses in turn. */
async function start(change: Record<string, string> = {}, ...statuses: number[]) {
  const received: ReceivedNotification[] = []
  const bank = gopayfast({ merchantId: merchant.id, securedKey: merchant.securedKey })
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.url === '/notify') {
      received.push({ body })
      return void response.writeHead(statuses.shift() ?? 200).end()
    }
    const bankResponse = await bank(
      new Request(`http://bank.test${request.url}`, { method: 'POST', body, headers: request.headers as HeadersInit }),
    )
    response.writeHead(bankResponse.status, Object.fromEntries(bankResponse.headers)).end(await bankResponse.text())
  })
  const url = await listen(server)
  const settings = readSettings({
    PUBLIC_URL: 'http://shop.test',
    SUPABASE_URL: 'https://project.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_1',
    SUPABASE_SECRET_KEY: 'sb_secret_1',
    SESSION_SECRET: 'kJ3v9QpXw2LmZ8rTn5BcYd7FgHs4Aa1E',
    PAYMENT_PROVIDER: 'gopayfast',
    GOPAYFAST_MODE: 'sandbox',
    GOPAYFAST_MERCHANT_ID: merchant.id,
    GOPAYFAST_SECURED_KEY: merchant.securedKey,
    GOPAYFAST_URL: url,
    ...change,
  })
  const provider = new Gopayfast(settings, 'sandbox', createLog('silent'))
  const post = (path: string, fields: Partial<Record<string, string>>) =>
    fetch(`${url}${PATH}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields as Record<string, string>),
      redirect: 'manual',
    })
  return {
    received,
    provider,
    post,
    form: () => provider.form({ ...payment, notifyUrl: `${url}/notify` }),
    /** Makes a decision on the hosted page of a form. Returns the redirect. */
    async decide(form: PaymentForm | null, decision: string): Promise<string> {
      const hosted = await (await post('/PostTransaction', Object.fromEntries(form?.fields ?? []))).text()
      const decided = await post('/decide', { ...(formFields(hosted, 'payment') as Record<string, string>), decision })
      return decided.headers.get('location') ?? ''
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

test.each([
  ['pay', 'COMPLETE', '/payment-success?order=ORD-1-1&via=gopayfast?err_code=000'],
  ['fail', 'FAILED', '/payment-failed?order=ORD-1-1&via=gopayfast?err_code=41'],
])(
  '%s at the stand-in sends a notification that means %s, and the shopper returns',
  async (decision, outcome, back) => {
    const bank = await start()
    const location = await bank.decide(await bank.form(), decision)
    expect(location).toContain(back)
    expect(new URL(location).searchParams.get('order')).toBe('ORD-1-1')
    const notice = (await bank.provider.read(bank.received[0]?.body ?? '', '192.0.2.1')) as PaymentNotice
    expect(notice).toMatchObject({ outcome, amount: null, reference: 'ORD-1-1' })
    expect(notice.paymentId).toBe(notice.message.basket_id)
    await bank.stop()
  },
)

test('a shopper who cancels returns, without a notification', async () => {
  const bank = await start()
  expect(await bank.decide(await bank.form(), 'cancel')).toContain('/payment-failed?order=ORD-1-1')
  expect(bank.received).toEqual([])
  await bank.stop()
})

test('the stand-in only issues tokens to its merchant, each for one basket and amount and for one use', async () => {
  const bank = await start()
  const known = { MERCHANT_ID: '102', SECURED_KEY: merchant.securedKey, CURRENCY_CODE: 'PKR', TXNAMT: '1.00' }
  const ask = async (fields: Partial<Record<string, string>>) =>
    (await bank.post('/GetAccessToken', { ...known, BASKET_ID: crypto.randomUUID(), ...fields })).status
  expect(await ask({})).toBe(200)
  expect(await ask({ SECURED_KEY: 'guess' })).toBe(401)
  for (const wrong of [{ CURRENCY_CODE: 'ZAR' }, { TXNAMT: '1' }, { BASKET_ID: '' }]) expect(await ask(wrong)).toBe(400)
  const form = Object.fromEntries((await bank.form())?.fields ?? [])
  expect((await bank.post('/GetAccessToken', { ...known, BASKET_ID: form.BASKET_ID ?? '' })).status).toBe(400)
  for (const change of [
    { TXNAMT: '1.00' },
    { BASKET_ID: 'ORD-2-2-abcdefgh' },
    { TOKEN: 'guess' },
    { MERCHANT_NAME: '' },
  ])
    expect((await bank.post('/PostTransaction', { ...form, ...change })).status).toBe(400)
  expect((await bank.post('/PostTransaction', form)).status).toBe(200)
  expect((await bank.post('/PostTransaction', form)).status).toBe(400)
  await bank.stop()
})

test('a notification is retried until the shop responds with 200', async () => {
  const bank = await start({}, 503, 302, 200)
  await bank.decide(await bank.form(), 'pay')
  for (const tries of [2, 3]) {
    await bank.post('/clock', { minutes: '100' })
    await expect.poll(() => bank.received.length).toBe(tries)
  }
  expect(new Set(bank.received.map(({ body }) => body)).size).toBe(1)
  await bank.stop()
})

test('there is no form if the provider issues no token', async () => {
  const refused = await start({ GOPAYFAST_SECURED_KEY: 'old-key' })
  expect(await refused.form()).toBeNull()
  await refused.stop()
  const nowhere = await start({ GOPAYFAST_URL: 'http://127.0.0.1:9' })
  expect(await nowhere.form()).toBeNull()
  await nowhere.stop()
})

test.each([
  ['no field', '', 400, 'forged'],
  ['a field twice', 'a=1&a=1', 400, 'unreadable'],
  [
    'another key',
    `basket_id=B&err_code=000&validation_hash=${validationHash({ ...merchant, securedKey: 'x' }, 'B', '000')}`,
    400,
    'forged',
  ],
  [
    'rands',
    `basket_id=B&err_code=000&transaction_currency=ZAR&validation_hash=${validationHash(merchant, 'B', '000')}`,
    400,
    'wrong currency',
  ],
])('a notification with %s is refused', async (_what, body, status, verdict) => {
  const bank = await start()
  expect(await bank.provider.read(body, '192.0.2.1')).toEqual({ status, verdict })
  await bank.stop()
})

test('with configured sources, a notification from another address is refused', async () => {
  const bank = await start({ GOPAYFAST_SOURCES: '192.0.2.0/24' })
  await bank.decide(await bank.form(), 'pay')
  const body = bank.received[0]?.body ?? ''
  expect(await bank.provider.read(body, '203.0.113.9')).toEqual({ status: 403, verdict: 'wrong source' })
  expect(await bank.provider.read(body, '192.0.2.77')).toMatchObject({ outcome: 'COMPLETE' })
  await bank.stop()
})
