import { createCookieSessionStorage } from '@remix-run/node'
import { expect, test } from 'vitest'
import { Cookies, declareCookie } from '../../app/platform/cookies.server.ts'
import type { Settings } from '../../app/platform/env.server.ts'

const settings = { SESSION_SECRET: 'x1y2z3'.repeat(8), PUBLIC_URL: 'http://127.0.0.1' } as Settings
const cookies = new Cookies(settings)
const basket = cookies.of(declareCookie({ name: 'test_basket' }))
const notBasket = cookies.of(declareCookie({ name: 'not_test_basket' }))

/** Returns a cookie as browsers send it. */
async function sent(cookie: typeof basket, value: unknown): Promise<string> {
  const [pair = ''] = (await cookie.serialize(value)).split(';')
  return pair
}

test('a cookie is found among others, and the first one counts', async () => {
  const header = [await sent(notBasket, 'other'), await sent(basket, ['robe']), await sent(basket, 'later')].join('; ')
  expect(await basket.parse(header)).toEqual(['robe'])
  expect(await notBasket.parse(header)).toBe('other')
})

test.each([null, '', 'theme=dark', 'test_basket', 'my_test_basket=x', 'test_basket=unsigned'])(
  'the Cookie header %j holds no cookie of the shop',
  async (header) => expect(await basket.parse(header)).toBeNull(),
)

test('a session in a cookie of the shop is signed', async () => {
  const storage = createCookieSessionStorage({ cookie: basket })
  const session = await storage.getSession(`test_basket=${btoa(JSON.stringify({ role: 'operator' }))}`)
  expect(session.data).toEqual({})
  session.set('role', 'shopper')
  const [pair = ''] = (await storage.commitSession(session)).split(';')
  expect((await storage.getSession(pair)).data).toEqual({ role: 'shopper' })
})
