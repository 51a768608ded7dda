import { expect, inject, test } from 'vitest'
import { dom, words } from '../support/page-dom.ts'
import { newPerson } from '../support/people.ts'
import { formFields, Visitor, type Fields } from '../support/visitor.ts'

const COOKIE = 'website_form_client'

/** A client like w3m or lynx: without Origin and Sec-Fetch-Site, and with a Referer only if one is given. */
class PlainClient extends Visitor {
  constructor() {
    super(inject('shopUrl'))
  }

  override submit(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
    return super.submit(path, fields, { origin: '', ...headers })
  }

  override request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (headers.get('origin') !== '') return super.request(path, init)
    headers.delete('origin')
    headers.set('accept', 'text/html')
    headers.set('cookie', this.cookieHeader)
    return fetch(new URL(path, inject('shopUrl')), { ...init, headers, redirect: 'manual' }).then((response) => {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        this.cookies.set(name, value)
      }
      return response
    })
  }
}

async function loginFields(client: Visitor, email: string, password: string): Promise<Fields> {
  const { html } = await client.get('/login?to=checkout')
  return { ...formFields(html, 'emailOrPhone'), emailOrPhone: email, password }
}

test('a client without origin headers is asked to send the form again, and its second post succeeds', async () => {
  const person = await newPerson()
  const client = new PlainClient()
  const first = await client.submit('/login', await loginFields(client, person.email, person.password))
  expect(first.status).toBe(403)
  const text = await first.text()
  expect(text).toContain('Your browser did not say which page this form was on')
  expect(text).not.toContain('came from another site')
  const second = await client.submit('/login', await loginFields(client, person.email, person.password))
  expect(second.status).toBeLessThan(400)
  expect(client.cookies.has('website_session')).toBe(true)
})

test('a client that stops sending a Referer isn’t refused', async () => {
  const person = await newPerson()
  const client = new PlainClient()
  const product = await client.get('/product/guest-robe')
  const added = await client.submit(
    '/cart',
    { ...formFields(product.html, 'name="product"'), intent: 'add' },
    { referer: `${inject('shopUrl')}/product/guest-robe` },
  )
  expect([added.headers.get('location'), client.cookies.has(COOKIE)]).toEqual(['/cart', true])
  const signedIn = await client.submit('/login', await loginFields(client, person.email, person.password))
  expect(signedIn.status).toBeLessThan(400)
  expect(client.cookies.has('website_session')).toBe(true)
})

test('POST forms have a token on cached, filled and rendered pages; GET forms have none', async () => {
  const client = new PlainClient()
  await client.submit('/newsletter', {})
  for (const path of ['/', '/product/guest-robe', '/login', '/cart', '/nothing/like-it']) {
    const forms = dom(await client.get(path)).querySelectorAll('form')
    const posting = forms.filter((form) => form.getAttribute('method') === 'post')
    expect([path, posting.length > 0]).toEqual([path, true])
    for (const form of forms) {
      const has = form.querySelector('input[name=form_token]') !== null
      expect([path, has]).toEqual([path, form.getAttribute('method') === 'post'])
    }
  }
})

test('clients that don’t post, and browsers that send Origin, get no cookie and no token', async () => {
  const reader = new Visitor(inject('shopUrl'))
  for (const path of ['/', '/product/guest-robe']) {
    const response = await reader.request(path)
    expect([path, response.headers.getSetCookie()]).toEqual([path, []])
    expect(await response.text()).not.toContain('form_token')
  }
  await reader.post('/newsletter', { email: 'not an address' })
  expect(reader.cookies.has(COOKIE)).toBe(false)
  expect((await reader.get('/cart')).html).not.toContain('form_token')
})

test('a page with a token is never cached', async () => {
  const client = new PlainClient()
  await client.submit('/newsletter', {})
  for (let time = 0; time < 3; time += 1) {
    const response = await client.request('/')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await response.text()).toContain('form_token')
    expect((await new Visitor(inject('shopUrl')).get('/')).html).not.toContain('form_token')
  }
})

test('another site can’t use its own token, no token, a broken one or a forged cookie', async () => {
  const person = await newPerson()
  const victim = new PlainClient()
  await victim.submit('/newsletter', {})
  const attacker = new PlainClient()
  await attacker.submit('/newsletter', {})
  const attackers = String((await loginFields(attacker, '', '')).form_token)
  expect(attackers).toMatch(/^[\w-]+\.[\w-]{43}$/)
  const own = await loginFields(victim, person.email, person.password)
  const [nonce = '', mac = ''] = String(own.form_token).split('.')
  const tokens = [attackers, '', '.', `${nonce}.`, `${nonce}x.${mac}`, `${attackers.split('.')[0]}.${mac}`, '💥.💥']
  for (const token of tokens) {
    const { form_token: _, ...fields } = own
    const response = await victim.submit('/login', token === '' ? fields : { ...fields, form_token: token })
    expect([token, response.status]).toEqual([token, 403])
  }
  const cookie = victim.cookies.get(COOKIE) ?? ''
  for (const forged of [cookie.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A')), 'x', '']) {
    victim.cookies.set(COOKIE, forged)
    expect((await victim.submit('/login', own)).status).toBe(403)
  }
  expect(victim.cookies.has('website_session')).toBe(false)
})

test('a token doesn’t override a foreign Origin, Sec-Fetch-Site or Referer', async () => {
  const person = await newPerson()
  const client = new PlainClient()
  await client.submit('/newsletter', {})
  const foreignOnes: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { referer: 'https://evil.example/page' },
  ]
  for (const foreign of foreignOnes) {
    const fields = await loginFields(client, person.email, person.password)
    const headers = new Headers({
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `${COOKIE}=${client.cookies.get(COOKIE)}`,
      ...foreign,
    })
    const body = new URLSearchParams(fields as Record<string, string>)
    const response = await fetch(`${inject('shopUrl')}/login`, { method: 'POST', body, headers, redirect: 'manual' })
    expect([foreign, response.status]).toEqual([foreign, 403])
    expect(words(dom({ html: await response.text() } as never))).toContain('came from another site')
  }
})
