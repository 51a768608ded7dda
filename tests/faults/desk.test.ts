import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../support/desk.ts'
import { dom, links, words } from '../support/page-dom.ts'
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
  const page = await outage.get('/desk')
  expect([page.status, words(dom(page).querySelector('h1'))]).toEqual([503, 'This page can’t be shown'])
  expect(links(dom(page), 'nav .desk-wide a')).toContain('/desk/orders')
  shop.proxy.fault = null
  expect((await outage.request('/desk')).status).toBe(200)
})

test('a page of the desk that can’t know its operator leads to the shop and signs out in this browser', async () => {
  const { url } = await shop.startProcess()
  const desk = await operatorOf(shop.settings, url, 'unknown@example.com')
  shop.proxy.fault = { path: /desk_me/, kind: 'reset' }
  const page = await desk.get('/desk')
  expect(links(dom(page), 'main a')).toContain('/')
  expect(dom(page).querySelector('.desk-wide form[action="/desk/sign-out"] button')?.text).toBe('Sign out')
  const left = await desk.submit('/desk/sign-out', {})
  shop.proxy.fault = null
  expect([left.status, left.headers.get('location')]).toEqual([303, '/desk/sign-in'])
  expect(desk.cookies.get('website_desk') ?? '').toBe('')
})

test('a form of the desk that fails says whether it counted, where to look, and keeps what was typed', async () => {
  const { url } = await shop.startProcess()
  const desk = await operatorOf(shop.settings, url, 'uncertain@example.com')
  const send = async (kind: 'lost response' | 'reset', path: RegExp) => {
    shop.proxy.fault = { path, kind }
    const page = await desk.post('/desk/promo-codes', {
      code: 'LAWN10',
      kind: 'percent',
      value: '10',
      minimum_total: '0',
    })
    shop.proxy.fault = null
    return { page, main: dom(page).querySelector('main') as ReturnType<typeof dom> }
  }
  const lost = await send('lost response', /desk_create_promo_code/)
  expect([lost.page.status, words(lost.main.querySelector('h1'))]).toEqual([503, 'This may have been done'])
  expect(links(lost.main, '[role=alert] a')).toEqual(['/desk/promo-codes', '/desk/audit'])
  expect(lost.main.querySelector('input[name=code]')?.getAttribute('value')).toBe('LAWN10')
  const list = await desk.get('/desk/promo-codes')
  expect(list.text).toContain('LAWN10')
  const before = await send('reset', /desk_me/)
  expect([before.page.status, words(before.main.querySelector('h1'))]).toEqual([503, 'Not done'])
  expect(words(before.main.querySelector('[role=alert]'))).toContain('nothing was changed')
})
