import { expect, test } from 'vitest'
import { Cookies } from '../../app/platform/cookies.server.ts'
import { readSettings } from '../../app/platform/env.server.ts'
import {
  crossOriginProblem,
  FormTokens,
  mayHideOrigin,
  NO_ORIGIN,
} from '../../app/platform/http/post/same-origin.server.ts'

const SHOP = 'https://shop.example'
const SECRET = 'x1y2z3'.repeat(8)
const post = (headers: Record<string, string>, path = '/cart') => new Request(SHOP + path, { method: 'POST', headers })

test.each<[Record<string, string>, string | null]>([
  [{ origin: SHOP }, null],
  [{ origin: 'https://evil.example' }, 'origin'],
  [{ origin: 'null' }, 'origin'],
  [{ origin: `${SHOP}.evil.example` }, 'origin'],
  // Origin decides, whatever else is sent.
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin', referer: SHOP }, 'origin'],
  [{ origin: SHOP, 'sec-fetch-site': 'cross-site' }, null],
  [{ 'sec-fetch-site': 'same-origin' }, null],
  [{ 'sec-fetch-site': 'none' }, null],
  [{ 'sec-fetch-site': 'same-site' }, 'sec-fetch-site'],
  [{ 'sec-fetch-site': 'cross-site', referer: `${SHOP}/cart` }, 'sec-fetch-site'],
  [{ referer: `${SHOP}/cart` }, null],
  [{ referer: 'https://evil.example/https://shop.example' }, 'referer'],
  [{ referer: 'nonsense' }, 'referer'],
  [{}, NO_ORIGIN],
])('a post with %j: %s', (headers, problem) => {
  expect(crossOriginProblem(post(headers), SHOP)).toBe(problem)
})

test('a post to Remix’s data endpoint is refused from anywhere', () => {
  expect(crossOriginProblem(post({ origin: SHOP }, '/cart?_data=routes%2Fcart'), SHOP)).toBe('_data')
})

test('only a client that sends neither header may be one that hides its origin', () => {
  const mayHide = (headers: Record<string, string>) => mayHideOrigin(post(headers))
  expect([mayHide({}), mayHide({ referer: SHOP })]).toEqual([true, true])
  expect([mayHide({ origin: SHOP }), mayHide({ 'sec-fetch-site': 'none' })]).toEqual([false, false])
})

function tokensWith(secrets: { SESSION_SECRET: string; PREVIOUS_SESSION_SECRET?: string }) {
  const settings = readSettings({
    PUBLIC_URL: SHOP,
    SUPABASE_URL: 'https://project.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'p',
    SUPABASE_SECRET_KEY: 's',
    ...secrets,
  })
  return new FormTokens(new Cookies(settings), settings)
}

/** Returns the posted form of a page with a token. */
function formOf(html: string): FormData {
  const form = new FormData()
  form.set('quantity', '1')
  form.set('form_token', /name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? '')
  return form
}

const PAGE = '<form class="x" method="post" action="/cart"></form><form action="/product-listing"></form>'

test('a form that posts gets a token for its client, once, and no other form gets one', () => {
  const tokens = tokensWith({ SESSION_SECRET: SECRET })
  const page = tokens.addTo(PAGE, 'client')
  expect(page.match(/<input type="hidden" name="form_token"/g)).toHaveLength(1)
  expect(page).toMatch(/^<form class="x" method="post" action="\/cart"><input [^>]*><\/form><form action/)
  expect(tokens.addTo(PAGE, 'client')).not.toBe(page)
  const form = formOf(page)
  expect(tokens.takeToken('client', form)).toBe(true)
  expect([...form.keys()]).toEqual(['quantity'])
})

test('a token proves nothing for another client, without a client, changed, or left out', () => {
  const tokens = tokensWith({ SESSION_SECRET: SECRET })
  const page = tokens.addTo(PAGE, 'client')
  expect(tokens.takeToken('another', formOf(page))).toBe(false)
  expect(tokens.takeToken(null, formOf(page))).toBe(false)
  expect(tokens.takeToken('client', new FormData())).toBe(false)
  for (const change of [(text: string) => `x${text}`, (text: string) => text.slice(0, -4), () => '', () => 'a.b']) {
    const form = formOf(page)
    form.set('form_token', change(String(form.get('form_token'))))
    expect(tokens.takeToken('client', form)).toBe(false)
  }
})

test('a token of the previous secret is taken while there is one', () => {
  const page = tokensWith({ SESSION_SECRET: SECRET }).addTo(PAGE, 'client')
  const NEXT = 'a7b8c9'.repeat(8)
  const renewed = tokensWith({ SESSION_SECRET: NEXT, PREVIOUS_SESSION_SECRET: SECRET })
  expect(renewed.takeToken('client', formOf(page))).toBe(true)
  expect(tokensWith({ SESSION_SECRET: NEXT }).takeToken('client', formOf(page))).toBe(false)
})

test('a client is known by a signed cookie for 90 days', async () => {
  const tokens = tokensWith({ SESSION_SECRET: SECRET })
  const header = await tokens.newClient()
  expect(header).toMatch(/; Max-Age=7776000; .*HttpOnly; Secure; SameSite=Lax$/)
  const [cookie = ''] = header.split(';')
  const client = await tokens.clientOf(`other=1; ${cookie}`)
  expect(client).toMatch(/^[\w-]{22}$/)
  expect(await tokens.clientOf(undefined)).toBeNull()
  expect(await tokens.clientOf('other=1')).toBeNull()
  expect(await tokens.clientOf(cookie.replace(/=.{4}/, '=AAAA'))).toBeNull()
})
