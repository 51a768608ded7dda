import { expect, inject, test } from 'vitest'
import routes from '../../app/routes.ts'
import { FOR_SHOPPERS, PUBLIC as VISITED } from '../support/page-types.ts'
import { dom } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn, someProduct } from '../support/people.ts'

const heading = (html: string) =>
  /<h1[^>]*>([\s\S]*?)<\/h1>/
    .exec(html)?.[1]
    ?.replace(/<!-- -->/g, '')
    .replace(/&amp;/g, '&')
    .trim()

const PUBLIC: [string, string, string | RegExp][] = [
  ['RT-03', '/', 'Satin robe with tie belt'],
  ['RT-06', '/product-listing', 'All Products'],
  ['RT-07', '/on-sale', 'SALE PRODUCTS'],
  ['RT-08', '/about-us', 'About us'],
  ['RT-09', '/contact-us', 'Contact Us'],
  ['RT-10', '/cart', 'your cart'],
  ['RT-11', '/contact', 'Contact Us'],
  ['RT-12', '/login', 'LOGIN NOW'],
  ['RT-13', '/create-account', 'Create Account'],
  ['RT-14', '/verify-otp', 'Verification Required'],
  ['RT-15', '/forget-password', 'Forget Password'],
  ['RT-17', '/reset-password', 'Set a new password'],
  ['RT-35', '/company', 'Company Index Page'],
  ['RT-36', '/company/about', 'About us'],
  ['RT-37', '/company/features', 'What goes into it'],
  ['RT-38', '/company/works', 'Works'],
  ['RT-39', '/company/career', 'Careers'],
  ['RT-40', '/help', 'Help Index Page'],
  ['RT-41', '/help/contact', 'Contact Us'],
  ['RT-42', '/help/delivery-details', 'Delivery Details'],
  ['RT-43', '/help/terms-conditions', 'Terms & Conditions'],
  ['RT-44', '/help/privacy-policy', 'Privacy Policy'],
  ['RT-45', '/faq', 'FAQ'],
  ['RT-46', '/faq/account', 'Account help'],
  ['RT-47', '/faq/manage-deliveries', 'FAQ'],
  ['RT-48', '/faq/orders', 'FAQ'],
  ['RT-49', '/faq/payments', 'FAQ'],
]

test.each(PUBLIC)('%s %s opens for anybody, with its heading', async (_id, path, title) => {
  const page = await newVisitor().get(path)
  expect(page.status).toBe(200)
  expect(page.url).toBe(path)
  expect(heading(page.html)).toBe(title)
})

/** Returns the address of each route with its file. Of a route's children, too. */
function addresses(found: typeof routes, above = ''): [string, string][] {
  return found.flatMap(({ path = '', file, children = [] }) => {
    const address = [above, path].filter(Boolean).join('/')
    return [...(children.length > 0 ? addresses(children, address) : [[address, file] as [string, string]])]
  })
}

test('every page that is cached is the same with a parameter that it doesn’t know, and has it in no canonical address', async () => {
  const paths = new Set([
    ...addresses(routes).flatMap(([address]) => (/[:*]/.test(address) ? [] : [`/${address}`])),
    ...VISITED.filter((path) => !path.includes('?')),
  ])
  const cached: string[] = []
  for (const path of paths) {
    const plain = await newVisitor().request(path)
    const html = await plain.text()
    if (plain.status !== 200 || !plain.headers.has('etag') || !html.startsWith('<!DOCTYPE html>')) continue
    cached.push(path)
    const unknown = await newVisitor().request(`${path}?x=1`)
    // Others may change what it shows meanwhile.
    const again = await newVisitor().request(path)
    expect(unknown.status).toBe(200)
    expect([html, await again.text()], path).toContain(await unknown.text())
    expect([plain, again].map(({ headers }) => headers.get('etag'))).toContain(unknown.headers.get('etag'))
    expect(html.match(/<link rel="canonical" href="[^"]*x=1/)).toBeNull()
  }
  expect(cached).toEqual(expect.arrayContaining(['/', '/faq', '/product-listing', '/product/lace-balconette-bra']))
})

test('visits every page that has no parameter in its address as a type of page, under one of its addresses', () => {
  const visited = new Set([...VISITED, ...FOR_SHOPPERS].map((path) => path.replace(/^\/|[?#].*$/g, '')))
  const pages = Map.groupBy(
    addresses(routes).filter(([address, file]) => file.endsWith('.route.tsx') && !/[:*]|^desk\b/.test(address)),
    ([, file]) => file,
  )
  const missing = [...pages].filter(([, all]) => !all.some(([address]) => visited.has(address))).map(([file]) => file)
  // Where payments lead, which needs an order.
  expect(missing).toEqual(['payments/payment-success.route.tsx'])
})

test('renders every page in the one layout (RT-01)', async () => {
  for (const [, path] of PUBLIC) {
    const { html } = await newVisitor().get(path)
    expect(html).toMatch(/<header class="header">[\s\S]*<main id="main"[\s\S]*<footer class="footer">/)
  }
})

test('loads a new document for every link between pages, so that it starts at the top (RT-02)', async () => {
  // Without client-side routing no old scroll position is restored: the page's only script is the hydration loader.
  const { html } = await newVisitor().get('/product-listing')
  const scripts = [...html.matchAll(/<script(?![^>]*(?:json|speculationrules))[^>]*>/g)].map(([tag]) => tag)
  expect(scripts).toEqual([
    expect.stringMatching(/^<script type="module" src="\/assets\/entry\.client-[\w-]+\.js"[^>]*>$/),
  ])
})

test('opens a product by its slug, and redirects from its ID (RT-04, RT-05)', async () => {
  const product = await someProduct()
  const bySlug = await newVisitor().get(`/product/${product.slug}`)
  expect([bySlug.status, heading(bySlug.html)]).toEqual([200, product.name])
  const byId = await newVisitor().request(`/product/${product.id}`)
  expect([byId.status, byId.headers.get('location')]).toEqual([301, `/product/${product.slug}`])
})

test('responds with 410 to a deleted product and 404 to an unknown one', async () => {
  const { data } = await serviceClient()
    .from('products')
    .insert({ name: 'Gone robe', slug: 'gone-robe', price: 100 })
    .select()
    .single()
  await serviceClient().from('products').update({ is_active: false }).eq('slug', 'gone-robe')
  const gone = await newVisitor().get('/product/gone-robe')
  expect([gone.status, heading(gone.html)]).toEqual([410, 'Product not found'])
  const never = await newVisitor().get('/product/never-was')
  expect([never.status, heading(never.html)]).toEqual([404, 'Product not found'])
  await serviceClient()
    .from('products')
    .delete()
    .eq('id', data?.id ?? '')
})

test('/dashboard redirects a new account to the set-up (RT-18, RT-19)', async () => {
  const visitor = await signedIn(await newPerson())
  const response = await visitor.request('/dashboard')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/profile-setup'])
})

test('/dashboard redirects a completed profile to /profile (RT-20)', async () => {
  const person = await newPerson()
  await serviceClient()
    .from('profiles')
    .update({ address: '1 Road', dob: '1990-01-01', city: 'Lahore', gender: 'female', phone_number: '+923001112223' })
    .eq('id', person.id)
  const response = await (await signedIn(person)).request('/dashboard')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/profile'])
})

test('/my-account redirects to /profile (RT-21)', async () => {
  const response = await newVisitor().request('/my-account')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/profile'])
})

const GUARDED: [string, string][] = [
  ['RT-24', '/checkout'],
  ['RT-26', '/profile'],
  ['RT-27', '/profile/edit-location'],
  ['RT-28', '/profile/active-orders'],
  ['RT-29', '/profile/active-orders/ORD-1-1'],
  ['RT-30', '/profile/complete-orders'],
  ['RT-31', '/profile/chat-support'],
  ['RT-32', '/profile/active-orders/payment-success'],
  ['RT-33', '/profile/active-orders/payment-failed'],
]

test.each(GUARDED)(
  '%s RT-51 RT-52 %s redirects a signed-out visitor to /, without a history entry',
  async (_id, path) => {
    const response = await newVisitor().request(path)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/')
  },
)

test.each(GUARDED.filter(([, path]) => !path.includes('payment-')))('%s %s opens for a shopper', async (_id, path) => {
  const page = await (await signedIn(await newPerson())).get(path)
  expect(page.url).toBe(path)
  expect(page.status).toBe(path.includes('ORD-') ? 404 : 200)
})

test('opens checkout and profile for a signed-in shopper (RT-22, RT-26)', async () => {
  const visitor = await signedIn(await newPerson('Saima Noor'))
  expect(heading((await visitor.get('/checkout')).html)).toBe('Checkout')
  expect((await visitor.get('/profile')).text).toContain('Saima Noor')
})

test('offers guests no checkout (RT-24)', async () => {
  const page = await newVisitor().get('/cart?login=required')
  expect(page.text).toContain('Login Required')
  expect(page.text).not.toContain('Continue as guest')
})

test('tells the visitor to log in (RT-53)', async () => {
  const page = await newVisitor().get('/profile')
  expect(page.url).toBe('/')
  expect(page.html).toMatch(/role="status"[^>]*>Please log in to continue\./)
})

test('returns to the destination after logging in (RT-54)', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  await visitor.get('/profile/complete-orders')
  expect(visitor.cookies.has('website_destination')).toBe(true)
  const page = await visitor.post('/login', { emailOrPhone: person.email, password: person.password })
  expect(page.url).toBe('/profile/complete-orders')
  expect(visitor.cookies.has('website_destination')).toBe(false)
})

test('the company’s page leads on to its other pages (RT-35)', async () => {
  const { html } = await newVisitor().get('/company')
  for (const path of ['/company/about', '/company/features', '/company/works', '/company/career', '/contact'])
    expect(html).toMatch(new RegExp(`<main[^]*href="${path}"[^]*</main>`))
})

test('/api/payfast-notify accepts only POST', async () => {
  const response = await newVisitor().request('/api/payfast-notify')
  expect(response.status).toBe(405)
})

test.each(['/nothing-here', '/company/nothing', '/profile-picture', '/product', '/help/contact/more'])(
  '%s shows Page Not Found (RT-50)',
  async (path) => {
    const page = await newVisitor().get(path)
    expect([page.status, heading(page.html)]).toEqual([404, 'Page Not Found'])
    const main = dom(page).querySelector('main')
    expect(main?.querySelectorAll('[role=search] input[name=search]')).toHaveLength(1)
    expect(main?.querySelector('a[href="/product-listing?category=Bra"]')?.text).toBe('Bra')
  },
)

test('redirects the footer’s slug of the terms to the terms', async () => {
  const response = await newVisitor().request('/help/terms-and-conditions')
  expect([response.status, response.headers.get('location')]).toEqual([301, '/help/terms-conditions'])
})

test('reports liveness without dependencies, and readiness with the backend', async () => {
  expect((await newVisitor().request('/health/live')).status).toBe(200)
  const ready = await newVisitor().request('/health/ready')
  expect([ready.status, await ready.json()]).toEqual([200, { state: 'ready' }])
})

test('uses the shop’s public URL in robots.txt and the sitemap', async () => {
  const robots = await (await newVisitor().request('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${inject('shopUrl')}/sitemap.xml`)
  const sitemap = await (await newVisitor().request('/sitemap.xml')).text()
  expect(sitemap).toContain(`<loc>${inject('shopUrl')}/product/lace-balconette-bra</loc>`)
})
