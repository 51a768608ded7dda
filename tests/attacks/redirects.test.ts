import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { newPerson, newVisitor, signedIn } from '../support/people.ts'
import { SPELLINGS, spelling } from '../support/spellings.ts'
import type { Visitor } from '../support/visitor.ts'

// Open redirects: a link to the shop, or a field of one of its forms, that leads to another site.

/** Returns the origin that a browser goes to after a response. */
async function originAfter(response: Response): Promise<string> {
  await response.body?.cancel()
  return new URL(response.headers.get('location') ?? 'nowhere:', inject('shopUrl')).origin
}

/** Returns the spellings after which a request leads out of the shop. */
async function leavingBy(send: (text: string) => Promise<Response>, texts: readonly string[] = SPELLINGS) {
  const left: string[] = []
  for (const text of texts) if ((await originAfter(await send(text))) !== inject('shopUrl')) left.push(text)
  return left
}

const FORMS: Record<string, Record<string, string>> = {
  '/lite': { lite: 'off' },
  '/language': { language: 'ur' },
  '/newsletter': { email: 'no address' },
  '/wishlist': { intent: 'save', slug: 'guest-robe' },
  '/own-size': {},
  '/recently-viewed': { intent: 'remember' },
}

test.each(Object.entries(FORMS))(
  'no spelling of the field “from” of %s leads to another site',
  async (path, fields) => {
    const visitor = newVisitor()
    expect(await leavingBy((from) => visitor.submit(path, { ...fields, from }))).toEqual([])
  },
)

test.each(Object.entries(FORMS))(
  'a field “from” of %s that is too long for a header leads to the home page',
  async (path, fields) => {
    const visitor = newVisitor()
    for (const from of [`/product-listing?search=${'x'.repeat(30_000)}`, `/${'چ'.repeat(800)}`]) {
      const response = await visitor.submit(path, { ...fields, from })
      // A browser's first cookie is looked for on the way.
      const [, onTheWay] = /^\/wishlist\?from=(.*)&cookie=first$/.exec(response.headers.get('location') ?? '') ?? []
      const location = onTheWay ? decodeURIComponent(onTheWay) : response.headers.get('location')
      expect(location).toMatch(/^\/(\?lang=ur)?(#[a-z-]+)?$/)
    }
  },
)

test('no generated spelling of a field leads to another site', async () => {
  const visitor = newVisitor()
  const texts = fc.sample(spelling, 300)
  expect(await leavingBy((from) => visitor.submit('/lite', { lite: 'off', from }), texts)).toEqual([])
})

const toLogin = (visitor: Visitor, to: string) => visitor.request(`/login?to=${encodeURIComponent(to)}`)

test('no link to log in leads a signed-in shopper to another site', async () => {
  const visitor = await signedIn(await newPerson())
  expect(await leavingBy((to) => toLogin(visitor, to))).toEqual([])
})

test('no link to log in leads to another site after the login', async () => {
  const { email, password } = await newPerson()
  const logInAfter = async (to: string) => {
    const visitor = newVisitor()
    await (await toLogin(visitor, to)).body?.cancel()
    return visitor.submit('/login', { emailOrPhone: email, password })
  }
  expect(await leavingBy(logInAfter)).toEqual([])
})

test('no link to the desk’s sign-in page leads an operator to another site', async () => {
  const { desk } = await newOperator('Desk Person')
  expect(await leavingBy((to) => desk.request(`/desk/sign-in?to=${encodeURIComponent(to)}`))).toEqual([])
})
