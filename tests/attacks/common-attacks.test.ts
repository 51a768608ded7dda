import { expect, inject, test } from 'vitest'
import { addToCart } from '../support/checkout.ts'
import { newPerson, newVisitor, serviceClient, signedIn, someProduct } from '../support/people.ts'
import { formFields, type Fields } from '../support/visitor.ts'

const FORMS = [
  '/login',
  '/cart',
  '/checkout',
  '/newsletter',
  '/logout',
  '/create-account',
  '/profile?index',
  '/profile/edit-location',
  '/pay/ORD-1-1',
  '/auth/google',
]

test.each(FORMS)('refuses a cross-site post to %s', async (path) => {
  const origin = inject('shopUrl')
  const { port } = new URL(origin)
  const foreign = [
    'https://evil.example',
    'null',
    'not an origin',
    origin.replace('http:', 'https:'),
    `http://127.0.0.1.evil.example:${port}`,
    `http://127.0.0.1:${Number(port) + 1}`,
    'http://127.0.0.1',
  ]
  for (const value of foreign) {
    const response = await newVisitor().request(path, {
      method: 'POST',
      body: 'a=b',
      headers: { origin: value, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([value, response.status]).toEqual([value, 403])
    expect(await response.text()).toContain('This request came from another site')
  }
})

test('checks a post without Origin by Sec-Fetch-Site, then by Referer, then by token', async () => {
  const origin = inject('shopUrl')
  const post = (headers: Record<string, string>) =>
    fetch(`${origin}/newsletter`, {
      method: 'POST',
      body: 'email=x',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    }).then(({ status }) => status)
  // Node's fetch adds neither header.
  expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await post({ referer: 'https://evil.example/page' })).toBe(403)
  expect(await post({})).toBe(403)
  expect(await post({ referer: `${origin}/` })).toBe(303)
})

test('refuses posts with ?_data=, which Remix’s own check lets through', async () => {
  const response = await newVisitor().submit('/cart?_data=routes%2Fcart', { intent: 'add' })
  expect(response.status).toBe(403)
})

test.each(['/logout', '/newsletter', '/auth/google', '/cart?intent=remove', '/api/payfast-notify'])(
  'a GET of %s has no effect',
  async (path) => {
    const person = await newPerson()
    const visitor = await signedIn(person)
    await addToCart(visitor)
    const { key } = formFields((await visitor.get('/cart')).html, 'name="key"')
    const cookies = [...visitor.cookies]
    const fields = new URLSearchParams({ key: String(key), email: person.email, from: '/' })
    await (await visitor.request(`${path}${path.includes('?') ? '&' : '?'}${fields}`)).body?.cancel()
    expect([...visitor.cookies]).toEqual(cookies)
    expect((await visitor.get('/profile')).url).toBe('/profile')
    expect((await visitor.get('/cart')).html.match(/class="cart-line"/g)).toHaveLength(1)
    const { data } = await serviceClient().from('newsletter_subscriptions').select('id').eq('email', person.email)
    expect(data).toEqual([])
  },
)

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '/a/../\\evil.example'])(
  'a posted destination of %j leads home (RT-55)',
  async (from) => {
    const response = await newVisitor().submit('/newsletter', { email: 'x', from })
    expect(response.headers.get('location')).toBe('/#newsletter')
  },
)

test('a forged destination cookie is ignored (RT-55)', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  visitor.cookies.set('website_destination', encodeURIComponent(Buffer.from('"//evil.example"').toString('base64')))
  const response = await visitor.submit('/login', { emailOrPhone: person.email, password: person.password })
  expect(response.headers.get('location')).toBe('/')
})

test('forged, unsigned and old session cookies are refused, and each login gets a new one', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const first = visitor.cookies.get('website_session') ?? ''
  const again = await signedIn(person)
  expect(again.cookies.get('website_session')).not.toBe(first)
  await visitor.post('/logout', {})
  expect(visitor.cookies.has('website_session')).toBe(false)
  const [payload = ''] = decodeURIComponent(first).split('.')
  for (const stale of [first, payload, `${payload}.AAAA`, 'x']) {
    const thief = newVisitor()
    thief.cookies.set('website_session', stale.includes('%') ? stale : encodeURIComponent(stale))
    expect([stale.slice(0, 10), (await thief.get('/profile')).url]).toEqual([stale.slice(0, 10), '/'])
  }
})

test('a forged Host header changes no links', async () => {
  const response = await newVisitor().request('/product/lace-balconette-bra', {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  })
  expect(await response.text()).not.toContain('evil.example')
})

test('wrong passwords are stopped after five, and other people still get in from the same address', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  const statuses = []
  for (let tries = 0; tries < 7; tries += 1)
    statuses.push((await visitor.submit('/login', { emailOrPhone: person.email, password: `wrong-${tries}` })).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  const limited = await visitor.submit('/login', { emailOrPhone: person.email, password: person.password })
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
  const other = await newPerson()
  expect((await visitor.submit('/login', { emailOrPhone: other.email, password: other.password })).status).toBe(303)
})

test('no response reveals whether an address has an account', async () => {
  const person = await newPerson()
  const stranger = `nobody-${person.email}`
  const login = async (emailOrPhone: string) => {
    const page = await newVisitor().post('/login', { emailOrPhone, password: 'wrong-password' })
    return [page.status, page.text.replaceAll(emailOrPhone, '')]
  }
  expect(await login(person.email)).toEqual(await login(stranger))
  const forgot = async (email: string) => {
    const page = await newVisitor().post('/forget-password', { email })
    return [page.status, page.text.replaceAll(email, '')]
  }
  expect(await forgot(person.email)).toEqual(await forgot(stranger))
  const signUp = async (email: string) => {
    const response = await newVisitor().submit('/create-account', { fullName: 'X', email, password: 'a-good-password' })
    return [response.status, response.headers.get('location')]
  }
  expect(await signUp(person.email)).toEqual(await signUp(stranger))
})

test('filters accept all characters, and invalid parameters cause no errors', async () => {
  const signs = [
    "'",
    '"',
    '%',
    '_',
    '\\',
    ';drop table products',
    'or(id.gt.0)',
    '*',
    '(',
    '\u202e',
    '<script>',
    '💐',
    '\u0000',
  ]
  for (const name of [
    'search',
    'category',
    'colors',
    'sizes',
    'brandSizes',
    'cupSizes',
    'materials',
    'attributes',
    'minPrice',
    'maxPrice',
    'page',
    'sortBy',
    'sortOrder',
  ]) {
    for (const sign of signs) {
      const page = await newVisitor().get(`/product-listing?${name}=${encodeURIComponent(sign)}`)
      // A name that nothing has is missing (decision 201).
      expect([name, sign, [200, 404].includes(page.status)]).toEqual([name, sign, true])
      expect(page.text).not.toContain('Failed to load products')
    }
  }
  for (const query of [
    'page=-1',
    'page=1e9',
    'page=NaN',
    'page=0',
    'minPrice=-5',
    'maxPrice=Infinity',
    'sortBy=price;drop',
    'a=b&a=c&__proto__=x',
  ]) {
    expect((await newVisitor().get(`/product-listing?${query}`)).status).toBe(200)
  }
})

test('user input is escaped in pages, titles and structured data', async () => {
  const person = await newPerson('<img src=x onerror=alert(1)>')
  const product = await someProduct()
  const nasty = '</script><script>alert(1)</script>\u2028<svg onload=alert(1)>'
  await serviceClient()
    .from('product_reviews')
    .insert({
      product_id: product.id,
      user_id: person.id,
      rating: 5,
      review_text: nasty,
      images: ['javascript:alert(1)'],
      created_at: '2099-01-01T00:00:00Z',
    })
  const page = await newVisitor().get(`/product/${product.slug}?tab=ratingReviews&sort=latest&reviews=30`)
  const reflected = await newVisitor().get(`/product-listing?search=${encodeURIComponent(nasty)}`)
  const profile = await (await signedIn(person)).get('/profile')
  await serviceClient().from('product_reviews').delete().eq('user_id', person.id)
  for (const { html } of [page, reflected, profile]) {
    expect(html).not.toMatch(/<script>alert|<svg onload|<img src=x|javascript:/)
    expect(html.match(/<script(?! type="(?:application\/(?:ld\+)?json|speculationrules)")/g)).toHaveLength(1)
  }
})

test('refuses bodies that are too large, without a length or broken', async () => {
  const visitor = newVisitor()
  const large = await visitor.submit('/newsletter', { email: 'x'.repeat(70_000) })
  expect(large.status).toBe(413)
  const many = await visitor.submit('/cart', {
    intent: 'add',
    ...Object.fromEntries(Array.from({ length: 3_000 }, (_, place) => [`k${place}`, 'v'])),
  })
  expect(many.status).toBeLessThan(500)
  const login = { emailOrPhone: 'a@example.com', password: 'x' }
  // A computed name is a field of its own; `__proto__: 'y'` would set nothing.
  const wrong: Fields[] = [{ emailOrPhone: 'a\u0000b@example.com' }, { ['__proto__']: 'y' }, { constructor: 'z' }]
  for (const broken of wrong)
    expect([broken, (await visitor.post('/login', { ...login, ...broken })).status]).toEqual([broken, 400])
})

test('all pages have the security headers, including refusals and errors', async () => {
  for (const path of ['/', '/nothing', '/health/ready', '/product/none', '/robots.txt']) {
    const { headers } = await newVisitor().request(path)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]+')?;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin')
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

test('a page’s Content-Security-Policy lists only the servers that it uses', async () => {
  const policyOf = async (path: string) => (await newVisitor().request(path)).headers.get('content-security-policy')
  const outside = async (path: string) => [...((await policyOf(path)) ?? '').matchAll(/https?:\/\/[^ ;]+/g)].length
  for (const path of ['/', '/product-listing', '/cart', '/contact', '/nothing'])
    expect([path, await outside(path)]).toEqual([path, 0])
  for (const path of ['/login', '/create-account']) expect([path, await outside(path)]).toEqual([path, 1])
  expect(await policyOf('/login')).toMatch(/form-action 'self' http[^;]+;/)
})

test('files have nosniff, and SVGs may not run scripts', async () => {
  for (const path of ['/favicon.svg', '/pictures/banner-robe.webp', '/images/320/pictures/banner-robe.webp']) {
    const { headers } = await newVisitor().request(path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-powered-by')).toBeNull()
  }
  const { headers } = await newVisitor().request('/favicon.svg')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
})

test('refuses pictures of other widths, names or folders', async () => {
  for (const path of [
    '/images/321/pictures/banner-robe.webp',
    '/images/320/pictures/..%2f..%2fpackage.webp',
    '/images/320/chat-attachments/x.webp',
    '/images/320/pictures/nothing.webp',
    '/images/320/pictures/banner-robe.svg',
  ]) {
    expect([path, (await newVisitor().request(path)).status]).toEqual([path, 404])
  }
})
