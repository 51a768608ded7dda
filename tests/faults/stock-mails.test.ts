import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { serviceBackend } from '../support/orders.ts'
import { runCommand } from '../support/commands.ts'
import { shopSettings } from '../support/running-shop.ts'

const URL_OF_SHOP = 'http://127.0.0.1:3999'
let shop: FragileShop
let variant = ''

beforeAll(async () => {
  shop = await startFragileShop()
  const { data } = await serviceClient().from('product_variants').select('id').eq('stock', 0).limit(1).single()
  variant = data?.id ?? ''
})
afterEach(async () => {
  shop.proxy.fault = null
  await serviceClient().from('stock_alerts').delete().neq('email', '')
  await restock(0)
})
afterAll(() => shop.stop())

const serviceClient = () => serviceBackend(shop.settings)

async function restock(stock: number): Promise<void> {
  const { error } = await serviceClient().from('product_variants').update({ stock }).eq('id', variant)
  if (error) throw error
}

/** Adds an alert for the size. */
async function wait(): Promise<string> {
  const email = `waits-${randomUUID().slice(0, 8)}@example.com`
  const { error } = await serviceClient().from('stock_alerts').insert({ variant_id: variant, email })
  if (error) throw error
  return email
}

/** What the last run logged. */
let logged = ''

/** Runs the operators' timer in a separate process. */
async function run(): Promise<{ sent: number; failed: number }> {
  const settings = { ...shopSettings(shop, URL_OF_SHOP, '/tmp'), SUPABASE_URL: shop.proxy.url }
  const { stdout, stderr } = await runCommand(settings, '--send-stock-mails')
  logged = stderr
  return JSON.parse(stdout)
}

async function mails(email: string): Promise<{ subject: string; text?: string }[]> {
  const response = await fetch(`${shop.settings.MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)
  return (await response.json()) as { subject: string; text?: string }[]
}

/** Moves claims into the past, as if their process had died then. */
async function claimedAgo(minutes: number): Promise<void> {
  const at = new Date(Date.now() - minutes * 60_000).toISOString()
  await serviceClient().from('stock_alerts').update({ claimed_at: at, first_claimed_at: at }).is('sent_at', null)
}

test('nobody is mailed while the size is sold out, and everybody once when it is back', async () => {
  const [one, two] = [await wait(), await wait()]
  expect(await run()).toEqual({ sent: 0, failed: 0 })
  await restock(5)
  expect(await run()).toEqual({ sent: 2, failed: 0 })
  expect(await run()).toEqual({ sent: 0, failed: 0 })
  const { data } = await serviceClient()
    .from('product_variants')
    .select('label, products(name, slug)')
    .eq('id', variant)
    .single()
  const { data: alert } = await serviceClient().from('stock_alerts').select('id').eq('email', one).single()
  const [mail] = await mails(one)
  expect(mail?.subject).toBe(`${data?.products.name} is back in size ${data?.label}`)
  expect(mail?.text).toContain(`${URL_OF_SHOP}/product/${data?.products.slug}?size=${data?.label}`)
  expect(mail?.text).toContain(`${URL_OF_SHOP}/back-in-stock/end?alert=${alert?.id}`)
  expect([(await mails(one)).length, (await mails(two)).length]).toEqual([1, 1])
})

test('two parallel processes mail everybody once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, wait))
  await restock(5)
  const results = await Promise.all([run(), run()])
  expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(12)
  expect(results.reduce((sum, { failed }) => sum + failed, 0)).toBe(0)
  for (const email of people) expect(await mails(email)).toHaveLength(1)
  const calls = shop.proxy.calls.filter(({ path }) => path.endsWith('/send-back-in-stock'))
  expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(calls.length)
})

test('if a process dies before its mail is sent, another one sends it ten minutes later', async () => {
  const email = await wait()
  await restock(5)
  // What a process does first; then it is killed.
  await serviceClient().rpc('claim_stock_alerts', { p_most: 1 })
  expect(await run()).toEqual({ sent: 0, failed: 0 })
  await claimedAgo(11)
  expect(await run()).toEqual({ sent: 1, failed: 0 })
  expect(await mails(email)).toHaveLength(1)
})

test('if a process dies between sending its mail and recording it, no second one is sent', async () => {
  const email = await wait()
  await restock(5)
  shop.proxy.fault = { path: /rest\/v1\/stock_alerts/, method: 'PATCH', kind: 'status', status: 503 }
  await expect(run()).rejects.toThrow('A sent stock mail was not marked')
  expect(await mails(email)).toHaveLength(1)
  shop.proxy.fault = null
  await claimedAgo(11)
  expect(await run()).toEqual({ sent: 1, failed: 0 })
  expect(await mails(email)).toHaveLength(1)
})

test('a mail that the provider may no longer recognise is given up rather than sent twice', async () => {
  const email = await wait()
  await restock(5)
  await claimedAgo(24 * 60)
  expect(await run()).toEqual({ sent: 0, failed: 0 })
  expect(await mails(email)).toEqual([])
})

test('while mails can’t be sent the run ends early and loses none', async () => {
  const people = await Promise.all(Array.from({ length: 2 }, wait))
  await restock(5)
  shop.proxy.fault = { path: /send-back-in-stock/, kind: 'status', status: 500 }
  expect(await run()).toEqual({ sent: 0, failed: 2 })
  expect(logged.match(/"event":"stock mail not sent"/g)).toHaveLength(2)
  for (const email of people) expect(logged).not.toContain(email)
  shop.proxy.fault = null
  await claimedAgo(11)
  expect(await run()).toEqual({ sent: 2, failed: 0 })
  for (const email of people) expect(await mails(email)).toHaveLength(1)
})
