import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { dom } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn, someProduct } from '../support/people.ts'

/** Creates a visitor with one line in the cart. */
async function withCart() {
  const visitor = newVisitor()
  const product = await someProduct()
  const response = await visitor.submit('/cart', {
    intent: 'add',
    product: product.id,
    size: product.size,
    color: product.color,
    quantity: '1',
  })
  return {
    visitor,
    product,
    cookie: response.headers.getSetCookie().find((line) => line.startsWith('addtocartItems')) ?? '',
  }
}

async function sessionCookie(keep: boolean): Promise<string> {
  const person = await newPerson()
  const response = await newVisitor().submit('/login', {
    emailOrPhone: person.email,
    password: person.password,
    ...(keep ? { keepSignedIn: 'on' } : {}),
  })
  return response.headers.getSetCookie().find((line) => line.startsWith('website_session')) ?? ''
}

test('puts no backend key, URL or token into pages and scripts (XX-02)', async () => {
  const {
    SUPABASE_URL = '',
    SUPABASE_PUBLISHABLE_KEY = '',
    SUPABASE_SECRET_KEY = '',
    SESSION_SECRET = '',
  } = inject('sandbox')
  const visitor = await signedIn(await newPerson())
  const pages = await Promise.all(
    ['/', '/profile', '/cart', '/product/lace-balconette-bra'].map(async (path) => (await visitor.get(path)).html),
  )
  const scripts = readdirSync('build/client/assets')
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join('build/client/assets', name), 'utf8'))
  for (const text of [...pages, ...scripts]) {
    for (const secret of [SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SESSION_SECRET])
      expect(text.includes(secret)).toBe(false)
    expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)
  }
  expect(scripts.join('')).not.toContain('supabase')
})

test('names session cookies website_, HttpOnly and SameSite=Lax (XX-03, XX-04, XX-05)', async () => {
  const cookie = await sessionCookie(true)
  expect(cookie).toMatch(/^website_session=/)
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Lax/)
  expect(cookie).toMatch(/; Max-Age=2592000/)
  expect(await sessionCookie(false)).not.toMatch(/Max-Age|Expires/)
})

test('names the cart cookie addtocartItems, HttpOnly, for the browser session (XX-07, XX-09, XX-10)', async () => {
  const { cookie } = await withCart()
  expect(cookie).toMatch(/^addtocartItems=.*; HttpOnly/)
  expect(cookie).not.toMatch(/Max-Age|Expires/)
})

test('treats a tampered cart cookie as an empty cart (XX-08, XX-11)', async () => {
  const { visitor } = await withCart()
  const value = visitor.cookies.get('addtocartItems') ?? ''
  const { id } = await someProduct()
  const readable = Buffer.from(JSON.stringify([[id, '', '', 9]])).toString('base64url')
  const other = value.endsWith('A') ? 'Q' : 'A'
  for (const forged of [value.slice(0, -1) + other, value.slice(0, -4), `${value}AAAA`, readable]) {
    visitor.cookies.set('addtocartItems', forged)
    expect((await visitor.get('/cart')).text).toContain('Your cart is empty')
  }
})

test('shows a message as a banner at the top of the page, as status or alert (XX-16, XX-17)', async () => {
  const welcome = await newVisitor().get('/profile')
  expect(welcome.html).toMatch(
    /<main[^>]*><div data-part="message"><script[^>]*>[^<]*<\/script><div data-area="shell\/toasts"[^>]*><div><p class="flash" data-type="info" role="status">/,
  )
  const visitor = newVisitor()
  const refused = await visitor.post('/cart', { intent: 'add', product: (await someProduct()).id, size: '', color: '' })
  expect(refused.html).toMatch(/role="alert">Please select a size/)
  expect((await visitor.get('/')).text).not.toContain('Please select a size')
})

test('makes menus, tabs, slides, steppers, dialogs and load-more links and forms whose state is the URL (XX-19, XX-20)', async () => {
  const visitor = newVisitor()
  const menu = dom(await visitor.get('/')).querySelector('header details')
  expect(menu?.querySelector('summary')).not.toBeNull()
  expect(menu?.querySelectorAll('a[href]').length).toBeGreaterThan(3)
  expect((await visitor.get('/?slide=2')).html).toMatch(/aria-current="true"[^>]*><span[^>]*>Banner 2</)
  expect((await visitor.get('/?tab=Camisole')).html).toMatch(/aria-current="true">Camisole/)
  expect((await visitor.get('/product/seamless-t-shirt-bra?tab=SizeGuide')).html).toMatch(/<table>/)
  expect((await visitor.get('/product/seamless-t-shirt-bra?quantity=3&step=1')).html).toMatch(
    /name="quantity"[^>]*value="4"/,
  )
  expect((await visitor.get('/cart?login=required')).html).toMatch(/role="dialog"/)
  const reviews = await visitor.get('/product/seamless-t-shirt-bra?tab=ratingReviews')
  expect(reviews.html.match(/<li class="review">/g)).toHaveLength(4)
  const more = /href="([^"]*reviews=6[^"]*)"/.exec(reviews.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await visitor.get(more)).html.match(/<li class="review">/g)).toHaveLength(6)
})

test('shows dates as dd/mm/yyyy in Asia/Karachi (XX-21)', async () => {
  const person = await newPerson()
  const id = crypto.randomUUID()
  await serviceClient()
    .from('product_reviews')
    .insert({
      product_id: (await someProduct()).id,
      user_id: person.id,
      rating: 5,
      review_text: id,
      created_at: '2026-01-31T20:30:00Z',
    })
  const page = await newVisitor().get('/product/satin-nightgown-with-lace-hem?tab=ratingReviews&reviews=40')
  expect(page.text).toContain('01/02/2026')
})

test('formats sums as Rs. 2,499.00, and shows the price after the discount on cards (XX-23, XX-33)', async () => {
  const listing = await newVisitor().get('/product-listing?search=piped+satin+pyjama')
  const address = dom(listing).querySelector('main a[href^="/product/"]')?.getAttribute('href') ?? ''
  for (const page of [listing, await newVisitor().get(address)]) {
    expect(page.text).toContain('Rs. 3,491.25 before Rs. 3,990.00')
    expect(page.html).not.toMatch(/Rs\. \d+(?![\d,.])/)
  }
})

test('names the category that doesn’t exist (LS-62)', async () => {
  expect((await newVisitor().get('/product-listing?category=Hats')).text).toContain('Category "Hats" not found.')
})

test('shows visitors and shoppers no administrator’s page (XX-27)', async () => {
  for (const visitor of [newVisitor(), await signedIn(await newPerson())])
    for (const path of ['/admin', '/studio', '/dashboard/admin', '/desk', '/desk/orders', '/desk/people'])
      expect([path, (await visitor.request(path)).status]).toEqual([path, 404])
  expect(readFileSync('app/routes.ts', 'utf8')).not.toMatch(/admin/)
})

test('sets no cookie on anonymous pages, and responds with 304 when they are unchanged', async () => {
  for (const path of ['/', '/product-listing', '/product/lace-balconette-bra']) {
    const first = await newVisitor().request(path)
    expect(first.headers.getSetCookie()).toEqual([])
    const etag = first.headers.get('etag') ?? ''
    const second = await newVisitor().request(path, { headers: { 'if-none-match': etag } })
    expect([second.status, await second.text()]).toEqual([304, ''])
  }
})

test('marks a shopper’s pages as private and no-store', async () => {
  const visitor = await signedIn(await newPerson())
  for (const path of ['/', '/profile', '/product-listing']) {
    expect((await visitor.request(path)).headers.get('cache-control')).toBe('private, no-store')
  }
})
