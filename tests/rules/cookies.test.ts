import { createCookieSessionStorage } from '@remix-run/node'
import { expect, test, vi } from 'vitest'
import { Cookies, declareCookie } from '../../app/platform/cookies.server.ts'
import { Cipher } from '../../app/platform/encryption/cipher.server.ts'
import type { Settings } from '../../app/platform/env.server.ts'

const settings = { SESSION_SECRET: 'x1y2z3'.repeat(8), PUBLIC_URL: 'http://127.0.0.1' } as Settings
const [basketDeclaration, otherDeclaration] = [{ name: 'test_basket' }, { name: 'not_test_basket' }].map(declareCookie)
const basketOf = (changed: Partial<Settings> = {}) =>
  new Cookies({ ...settings, ...changed }).of(basketDeclaration ?? { name: '' })
const basket = basketOf()
const notBasket = new Cookies(settings).of(otherDeclaration ?? { name: '' })

/** Returns a cookie as browsers send it. */
async function sent(cookie: typeof basket, value: unknown): Promise<string> {
  const [pair = ''] = (await cookie.serialize(value)).split(';')
  return pair
}

test('a cookie is found among others', async () => {
  const header = [await sent(notBasket, 'other'), await sent(basket, ['robe'])].join('; ')
  expect(await basket.parse(header)).toEqual(['robe'])
  expect(await notBasket.parse(header)).toBe('other')
})

test('attack: a cookie of the same name, which another host of the domain has set, takes no place of the shop’s', async () => {
  const [own, foreign] = [await sent(basket, 'own'), await sent(basket, 'of another')]
  for (const made of ['test_basket=made-up', 'test_basket=', foreign.slice(0, -1)])
    for (const header of [`${made}; ${own}`, `${own}; ${made}`, `${made}; ${own}; ${made}; ${own}`])
      expect([header, await basket.parse(header)]).toEqual([header, 'own'])
  // Nobody can tell which of two the shop's visitor got.
  for (const header of [`${own}; ${foreign}`, `${foreign}; ${own}`]) expect(await basket.parse(header)).toBeNull()
})

test.each([null, '', 'theme=dark', 'test_basket', 'test_basket=', 'my_test_basket=x', 'test_basket=unsigned'])(
  'the Cookie header %j holds no cookie of the shop',
  async (header) => expect(await basket.parse(header)).toBeNull(),
)

test('the same value is never written twice alike, and nothing of it is readable', async () => {
  const [first, second] = [await sent(basket, { name: 'Sana' }), await sent(basket, { name: 'Sana' })]
  expect(first).not.toBe(second)
  expect(Buffer.from(first.replace('test_basket=', ''), 'base64url').toString('latin1')).not.toMatch(/name|Sana/)
  expect(await basket.parse(first)).toEqual({ name: 'Sana' })
})

test('a cookie that comes again is decrypted once, and each page gets a value of its own', async () => {
  const decrypt = vi.spyOn(Cipher.prototype, 'decrypt')
  const header = await sent(basket, ['robe'])
  const first = await basket.parse(header)
  first.push('changed')
  expect(await basket.parse(header)).toEqual(['robe'])
  expect(decrypt).toHaveBeenCalledTimes(1)
  decrypt.mockRestore()
})

test('a cookie that was changed or cut, or is another one’s, holds nothing', async () => {
  const pair = await sent(basket, 'robe')
  const value = pair.slice('test_basket='.length)
  for (const [place, letter] of [...value].entries()) {
    const changed = value.slice(0, place) + (letter === 'A' ? 'Q' : 'A') + value.slice(place + 1)
    expect([place, await basket.parse(`test_basket=${changed}`)]).toEqual([place, null])
  }
  for (const length of [0, 1, 20, 40, value.length - 1])
    expect(await basket.parse(`test_basket=${value.slice(0, length)}`)).toBeNull()
  expect(await notBasket.parse(`not_test_basket=${value}`)).toBeNull()
})

test('a cookie is read with the previous secret, written with the current one, and read with no other', async () => {
  const rotated = { SESSION_SECRET: 'a7b8c9'.repeat(8), PREVIOUS_SESSION_SECRET: settings.SESSION_SECRET }
  const old = await sent(basket, 'robe')
  expect(await basketOf(rotated).parse(old)).toBe('robe')
  expect(await basketOf({ SESSION_SECRET: rotated.SESSION_SECRET }).parse(old)).toBeNull()
  expect(await basket.parse(await sent(basketOf(rotated), 'robe'))).toBeNull()
})

test('a value of 2,900 characters fits into the 4,096 bytes that browsers keep', async () => {
  expect((await basket.serialize('x'.repeat(2_900))).length).toBeLessThan(4_096)
})

test('a session in a cookie of the shop can’t be made by others', async () => {
  const storage = createCookieSessionStorage({ cookie: basket })
  const session = await storage.getSession(`test_basket=${btoa(JSON.stringify({ role: 'operator' }))}`)
  expect(session.data).toEqual({})
  session.set('role', 'shopper')
  const [pair = ''] = (await storage.commitSession(session)).split(';')
  expect((await storage.getSession(pair)).data).toEqual({ role: 'shopper' })
})
