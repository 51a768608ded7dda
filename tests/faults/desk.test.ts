import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../support/desk.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { Visitor } from '../support/visitor.ts'

let shop: FragileShop
beforeAll(async () => {
  shop = await startFragileShop()
})
afterAll(() => shop.stop())

test('a session of the desk that ends while a page loads leads to the sign-in page', async () => {
  const { url } = await shop.startProcess()
  const signOut = (desk: Visitor) => async () => {
    const elsewhere = new Visitor(url)
    for (const [name, value] of desk.cookies) elsewhere.cookies.set(name, value)
    await elsewhere.submit('/desk/sign-out', {})
  }
  const reader = await operatorOf(shop.settings, url, 'reader@example.com')
  shop.proxy.fault = { path: /desk_today/, kind: 'slow', until: signOut(reader), times: 1 }
  const page = await reader.request('/desk')
  expect([page.status, page.headers.get('location')]).toEqual([303, '/desk/sign-in?to=%2Fdesk'])
  expect(reader.cookies.get('website_desk') ?? '').toBe('')
})

test('a page of the desk that fails while the session goes on is an error, and leaves the session', async () => {
  const { url } = await shop.startProcess()
  const outage = await operatorOf(shop.settings, url, 'outage@example.com')
  shop.proxy.fault = { path: /desk_today/, kind: 'status' }
  expect((await outage.request('/desk')).status).toBeGreaterThanOrEqual(500)
  shop.proxy.fault = null
  expect((await outage.request('/desk')).status).toBe(200)
})
