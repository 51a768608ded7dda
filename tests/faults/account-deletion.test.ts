import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../support/checkout.ts'
import { startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { serviceBackend } from '../support/orders.ts'
import { connect } from '../support/postgres-server.ts'
import { sandboxPostgres } from '../support/sandbox-postgres.ts'
import { databaseName } from '../../sandbox/supabase/migrate.ts'
import { runCommand } from '../support/commands.ts'
import { shopSettings } from '../support/running-shop.ts'
import { giveFiles, storedFiles } from '../support/shopper-files.ts'
import { Visitor, type Page } from '../support/visitor.ts'

let shop: FragileShop
let server: ShopProcess
let people = 0

beforeAll(async () => {
  shop = await startFragileShop()
  server = await shop.startProcess()
})
afterEach(() => (shop.proxy.fault = null))
afterAll(() => shop.stop())

const serviceClient = () => serviceBackend(shop.settings)
const PASSWORD = 'a-good-password'

async function someone(): Promise<{ id: string; visitor: Visitor; remove: () => Promise<Page> }> {
  const email = `leaving-${(people += 1)}@example.com`
  const { data, error } = await serviceClient().auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
  })
  if (error) throw error
  const visitor = new Visitor(server.url)
  await visitor.post('/login', { emailOrPhone: email, password: PASSWORD, keepSignedIn: 'on' })
  const remove = () => visitor.post('/profile/account', { intent: 'delete', proof: PASSWORD })
  return { id: data.user.id, visitor, remove }
}

const redPicture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .webp()
    .toBuffer()

const accountOf = async (id: string) => (await serviceClient().from('profiles').select('id').eq('id', id)).data?.length
/** Stores the original of a picture that a product had. Returns its path. */
async function removedOriginal(): Promise<string> {
  const original = `${crypto.randomUUID()}.png`
  const service = serviceClient()
  await service.storage.from('originals').upload(original, Buffer.alloc(64), { contentType: 'image/png' })
  const { data } = await service.from('products').select('id').eq('slug', 'guest-robe').single()
  const picture = { product_id: data?.id ?? '', url: '/pictures/guest-robe-black-front.webp', original }
  const { error } = await service.from('product_media').insert(picture)
  if (error) throw error
  await service.from('product_media').delete().eq('original', original)
  return original
}

const listed = async () =>
  (await serviceClient().from('files_to_remove').select('path')).data?.map(({ path }) => path).sort()

test('while storage is down an account is deleted completely, and its files are removed at the next attempt', async () => {
  const { id, remove } = await someone()
  const files = await giveFiles(serviceClient(), id)
  const original = await removedOriginal()
  shop.proxy.fault = { path: /^\/storage\/v1\/object/, method: 'DELETE', kind: 'status', status: 503 }
  expect((await remove()).text).toContain('Your account is deleted.')
  expect(await accountOf(id)).toBe(0)
  expect(await listed()).toEqual([...files, original].toSorted())
  expect(await storedFiles(serviceClient(), files)).toEqual(files)
  await expect.poll(() => server.log()).toContain('files not removed')

  const { stdout } = await runCommand(shopSettings(shop, server.url, '/tmp'), '--remove-files')
  expect(JSON.parse(stdout)).toEqual({ removed: 4 })
  expect(await listed()).toEqual([])
  expect((await serviceClient().storage.from('originals').download(original)).error).not.toBeNull()
  expect(await storedFiles(serviceClient(), files)).toEqual([])
})

test('files that storage removed without a response are taken off the list by the next deletion', async () => {
  const { id, remove } = await someone()
  const files = await giveFiles(serviceClient(), id)
  shop.proxy.fault = { path: /^\/storage\/v1\/object/, method: 'DELETE', kind: 'lost response' }
  expect((await remove()).text).toContain('Your account is deleted.')
  expect(await listed()).toEqual(files.toSorted())
  expect(await storedFiles(serviceClient(), files)).toEqual([])
  shop.proxy.fault = null
  expect((await (await someone()).remove()).text).toContain('Your account is deleted.')
  expect(await listed()).toEqual([])
})

test('the picture of a deleted account is gone at once in every process that has it in its cache', async () => {
  const { id, visitor, remove } = await someone()
  const other = await shop.startProcess()
  const path = `profilePictures/${id}-1`
  await serviceClient()
    .storage.from('files')
    .upload(`${path}.webp`, await redPicture(), { contentType: 'image/webp' })
  await serviceClient()
    .from('profiles')
    .update({ avatar_url: `${path}.webp` })
    .eq('id', id)
  const statuses = async () =>
    Promise.all([server, other].map(async ({ url }) => (await fetch(`${url}/images/160/${path}.jpg`)).status))
  expect(await statuses()).toEqual([200, 200])
  expect(await statuses()).toEqual([200, 200])
  expect((await visitor.get('/profile/account')).status).toBe(200)
  expect((await remove()).text).toContain('Your account is deleted.')
  expect(await statuses()).toEqual([404, 404])
})

test('the timer removes a picture whose upload was killed before the profile had it', async () => {
  const { id, visitor } = await someone()
  const dying = await shop.startProcess()
  const killed = new Visitor(dying.url)
  killed.cookies = visitor.cookies
  shop.proxy.fault = { path: /^\/rest\/v1\/profiles/, method: 'PATCH', kind: 'hang' }
  const body = new FormData()
  body.set('fullName', 'Aliya Malik')
  body.set('phone', '')
  body.set('picture', new File([new Uint8Array(await redPicture())], 'me.webp', { type: 'image/webp' }))
  const upload = killed.request('/profile?index&edit', { method: 'POST', body }).catch(() => null)
  const files = async () =>
    (await serviceClient().storage.from('files').list('profilePictures', { search: id })).data?.map(({ name }) => name)
  await expect.poll(files, { timeout: 10_000 }).toHaveLength(1)
  dying.process.kill('SIGKILL')
  await upload
  shop.proxy.fault = null

  const run = async () => (await runCommand(shopSettings(shop, server.url, '/tmp'), '--remove-files')).stdout
  expect(JSON.parse(await run())).toEqual({ removed: 0 })
  expect(await files()).toHaveLength(1)
  const database = await connect(sandboxPostgres() ?? '', databaseName(shop.folder), 'postgres')
  const age = `update storage.objects set created_at = now() - interval '25 hours' where name like $1`
  await database.query(age, [`profilePictures/${id}%`])
  await database.end()
  expect(JSON.parse(await run())).toEqual({ removed: 1 })
  expect(await files()).toEqual([])
})

test('while Auth is down nothing is deleted, and the same form works afterwards', async () => {
  const { id, remove, visitor } = await someone()
  const files = await giveFiles(serviceClient(), id)
  const orderId = await placeOrder(visitor, 'payfast')
  shop.proxy.fault = { path: /\/auth\/v1\/admin\/users/, method: 'DELETE', kind: 'status', status: 503 }
  const refused = await remove()
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('We can’t reach the sign-in service right now.')
  expect([await accountOf(id), await listed(), await storedFiles(serviceClient(), files)]).toEqual([1, [], files])
  const { data } = await serviceClient().from('orders').select('status, user_id').eq('order_id', orderId).single()
  expect(data).toEqual({ status: 'PaymentPending', user_id: id })
  shop.proxy.fault = null
  expect((await remove()).text).toContain('Your account is deleted.')
  expect(await storedFiles(serviceClient(), files)).toEqual([])
})

test.each([/order_on_its_way/, /open_returns_of/])('nothing is deleted while the shop can’t check %s', async (path) => {
  const { id, remove } = await someone()
  shop.proxy.fault = { path, kind: 'status', status: 503 }
  const refused = await remove()
  expect(refused.status).toBe(503)
  expect(refused.text).toContain('Your account could not be deleted just now. Please try again in a moment.')
  expect(await accountOf(id)).toBe(1)
})

test('an order that is paid between the check and the deletion keeps its account and its address', async () => {
  const { id, remove, visitor } = await someone()
  const orderId = await placeOrder(visitor, 'cod')
  // The response that the shop got before the order was placed.
  shop.proxy.fault = { path: /order_on_its_way/, kind: 'status', status: 200, body: 'null' }
  expect((await remove()).status).toBe(503)
  const { data } = await serviceClient()
    .from('orders')
    .select('user_id, shipping_address')
    .eq('order_id', orderId)
    .single()
  expect(data).toMatchObject({ user_id: id, shipping_address: { address_line1: '7 Canal Road' } })
})

test('files that stay listed after they were removed end the command instead of being removed for ever', async () => {
  const { data } = await serviceClient().from('files_to_remove').insert({ path: 'pictures/none.webp' }).select('path')
  expect(data).toHaveLength(1)
  shop.proxy.fault = { path: /files_to_remove/, method: 'DELETE', kind: 'status', status: 200, body: '[]' }
  const settings = { ...shopSettings(shop, server.url, '/tmp'), SUPABASE_URL: shop.proxy.url }
  await expect(runCommand(settings, '--remove-files')).rejects.toThrow('Removed file still listed: pictures/none.webp')
  shop.proxy.fault = null
  await serviceClient().from('files_to_remove').delete().eq('path', 'pictures/none.webp')
})
