import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailTo, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { all, dom, links, words } from '../support/page-dom.ts'

async function homeCategories(): Promise<string[]> {
  const { data } = await serviceClient().from('product_categories').select('name').eq('is_home', true).order('name')
  return (data ?? []).map(({ name }) => name)
}

test('lets no phone make a link that calls out of an order number', async () => {
  const meta = dom(await newVisitor().get('/')).querySelector('meta[name=format-detection]')
  expect(meta?.getAttribute('content')).toBe('telephone=no')
})

test('shows logo, links and search in the header of every page (HD-01, HD-02, HD-07, HD-08, HD-09, HD-10, HD-11)', async () => {
  for (const path of ['/', '/product-listing', '/cart', '/company/about']) {
    const header = dom(await newVisitor().get(path)).querySelector('header')
    expect(header?.querySelector('a.logo')?.getAttribute('href')).toBe('/')
    const menu = header
      ?.querySelectorAll('nav[aria-label=Main] a')
      .map((link) => [words(link), link.getAttribute('href')])
    expect(menu).toEqual(
      expect.arrayContaining([
        ['Home', '/'],
        ['On Sale', '/on-sale'],
        ['New Arrivals', '/#new-arrivals'],
        ['About Us', '/about-us'],
      ]),
    )
    expect(header?.querySelector('form[role=search] input')?.getAttribute('name')).toBe('search')
  }
  expect(dom(await newVisitor().get('/')).querySelector('#new-arrivals')).not.toBeNull()
})

test('lists all products and the home categories in the category menu (HD-03, HD-04, HD-05, HD-06)', async () => {
  const menu = dom(await newVisitor().get('/')).querySelectorAll('nav[aria-label=Main] details div a')
  expect(menu.map((link) => [words(link), link.getAttribute('href')])).toEqual([
    ['All Products', '/product-listing'],
    ...(await homeCategories()).map((name) => [name, `/product-listing?category=${name}`]),
  ])
})

test('shows the same entries in the phone menu, which opens without JavaScript (HD-14)', async () => {
  const page = dom(await newVisitor().get('/'))
  expect(words(page.querySelector('details.menu > summary'))).toBe('Menu')
  expect(links(page, 'nav[aria-label=Menu] a')).toEqual(links(page, 'nav[aria-label=Main] a'))
  expect(links(page, 'nav[aria-label="Account and help"] a')).toContain('/profile')
})

test('shows Login to guests, and an avatar linked to the profile to shoppers (HD-12, HD-13)', async () => {
  const out = dom(await newVisitor().get('/')).querySelector('header')
  expect(links(out ?? dom(await newVisitor().get('/')), 'a[href="/login"]')).toHaveLength(1)
  expect(out?.querySelector('a.icon-button[href="/profile"]') ?? null).toBeNull()
  const visitor = await signedIn(await newPerson('Zoya Malik'))
  const header = dom(await visitor.get('/')).querySelector('header')
  expect(header?.querySelector('a[href="/login"]')).toBeNull()
  expect(words(header?.querySelector('a.icon-button[href="/profile"] .avatar') ?? null)).toBe('Z')
})

test('makes the search box a GET form with a button that opens the listing (HD-15, HD-16, HD-17)', async () => {
  const form = dom(await newVisitor().get('/cart')).querySelector('form[role=search]')
  expect(form?.getAttribute('action')).toBe('/product-listing')
  expect(form?.getAttribute('method') ?? 'get').toBe('get')
  expect(words(form?.querySelector('button') ?? null)).toBe('Search')
  expect(form?.querySelector('button svg')).not.toBeNull()
  expect((await newVisitor().get('/product-listing?search=robe')).text).toContain('Results for “robe”')
})

test('suggests from two letters on at most six products, with name and category (HD-21, HD-22, HD-24)', async () => {
  const ask = async (term: string) =>
    (await (
      await newVisitor().request(`/search-suggestions?q=${encodeURIComponent(term)}`, { headers: { accept: '*/*' } })
    ).json()) as {
      suggestions: { name: string; category_name: string }[]
    }
  expect((await ask(' l ')).suggestions).toEqual([])
  const { suggestions } = await ask('la')
  expect(suggestions).toHaveLength(6)
  const { data } = await serviceClient().from('products').select('name, product_categories(name)')
  for (const { name, category_name: category } of suggestions)
    expect(data?.find((row) => row.name === name)?.product_categories?.name).toBe(category)
  expect((await ask('zzzzqq')).suggestions).toEqual([])
})

test('attack: limits suggestions, and says so', async () => {
  const visitor = newVisitor()
  const statuses: number[] = []
  for (let n = 0; n < 62; n += 1) statuses.push((await visitor.request('/search-suggestions?q=la')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
})

test('shows newsletter, three columns, payment logos and copyright in the footer (FT-01, FT-02, FT-03, FT-04, FT-05, FT-06)', async () => {
  for (const path of ['/', '/product-listing', '/cart', '/faq']) {
    const page = dom(await newVisitor().get(path))
    expect(page.querySelector('#newsletter form[action="/newsletter"] input[name=email]')).not.toBeNull()
    expect(all(page, 'footer h2')).toEqual(['COMPANY', 'HELP', 'FAQ'])
    expect(all(page, 'footer .payment-marks li')).toEqual(['PayFast', 'VISA', 'Mastercard', 'Cash on Delivery'])
    expect(words(page.querySelector('footer'))).toMatch(/© \d{4} Chambeli\. All rights reserved\./)
  }
})

const DEFAULT_LINKS: Record<string, string[]> = {
  COMPANY: ['About', 'Features', 'Works', 'Career'],
  HELP: ['Contact', 'Delivery Details', 'Returns', 'Terms & Conditions', 'Privacy Policy'],
  FAQ: ['Account', 'Manage Deliveries', 'Orders', 'Payments'],
}

test('shows the rows in order in the columns, and each link opens its page (FT-07, FT-08, FT-09, FT-16, FT-17, FT-18, FT-19)', async () => {
  const { data } = await serviceClient()
    .from('footer_pages')
    .select('section, title')
    .eq('is_active', true)
    .order('display_order')
  const page = dom(await newVisitor().get('/'))
  for (const section of ['COMPANY', 'HELP', 'FAQ']) {
    const rows = (data ?? []).filter((row) => row.section === section).map(({ title }) => title)
    const column = page.querySelectorAll('footer nav').find((nav) => words(nav.querySelector('h2')) === section)
    expect(column?.querySelectorAll('a').map((link) => words(link))).toEqual(rows)
    expect(rows).toEqual(DEFAULT_LINKS[section])
    for (const link of column?.querySelectorAll('a') ?? []) {
      const href = link.getAttribute('href') ?? ''
      expect(href).toMatch(new RegExp(`^/${section.toLowerCase()}/[a-z-]+$`))
      const opened = await newVisitor().get(href)
      expect([href, opened.status, opened.text.includes('Page Not Found')]).toEqual([href, 200, false])
    }
  }
})

test('shows no newsletter on missing pages and pages with a task', async () => {
  const shopper = await signedIn(await newPerson('Sana Malik'))
  for (const path of [
    '/login',
    '/create-account',
    '/forget-password',
    '/profile',
    '/profile/edit-location',
    '/nothing',
  ]) {
    const page = dom(await (path.startsWith('/profile') ? shopper : newVisitor()).get(path))
    expect([path, page.querySelector('#newsletter')]).toEqual([path, null])
    expect([path, all(page, 'footer h2')]).toEqual([path, ['COMPANY', 'HELP', 'FAQ']])
  }
})

const subscribe = (email: string, from = '/faq') => newVisitor().post('/newsletter', { email, from })

test.each(['', '   ', 'nonsense', 'a@b', 'a.b'])(
  'refuses “%s” as an address, and keeps it in the field (FT-21, FT-22)',
  async (email) => {
    const page = await subscribe(email)
    const form = dom(page).querySelector('#newsletter form')
    expect(page.url).toBe('/faq#newsletter')
    expect(form?.getAttribute('data-state')).toBe('error')
    expect(words(form?.querySelector('[role=alert]') ?? null)).toBe('Please enter a valid email address')
    expect(form?.querySelector('input[name=email]')?.getAttribute('value') ?? '').toBe(email)
  },
)

test('subscribes anybody once, trimmed and lowercased, with a message each time (FT-20, FT-23, FT-24, FT-26, FT-28)', async () => {
  const email = `Letters.${Date.now()}@Example.com`
  const state = (page: Awaited<ReturnType<typeof subscribe>>) =>
    dom(page).querySelector('#newsletter form')?.getAttribute('data-state')
  expect(state(await newVisitor().get('/faq'))).toBe('idle')
  const first = await subscribe(`  ${email} `)
  expect([state(first), first.text]).toEqual([
    'success',
    expect.stringContaining('Successfully subscribed! Check your email for a welcome message.'),
  ])
  const { data } = await serviceClient()
    .from('newsletter_subscriptions')
    .select('email')
    .eq('email', email.toLowerCase())
  expect(data).toHaveLength(1)
  const visitor = await signedIn(await newPerson())
  const again = await visitor.post('/newsletter', { email, from: '/' })
  expect([state(again), again.text]).toEqual([
    'info',
    expect.stringContaining('This email is already subscribed to our newsletter!'),
  ])
  // The next page doesn't show the message again.
  expect(state(await visitor.get('/'))).toBe('idle')
  expect((await mailTo(email.toLowerCase(), /Welcome/)).text).toContain('Welcome!')
})

test('returns the newsletter’s result to scripts as data', async () => {
  const response = await newVisitor().submit('/newsletter', { email: 'nonsense', inline: 'yes' })
  expect(await response.json()).toEqual({
    type: 'error',
    message: 'Please enter a valid email address',
    email: 'nonsense',
  })
  expect(response.headers.getSetCookie()).toEqual([])
})

test('attack: a line break in an address adds no mail header, and one network can’t subscribe hundreds of addresses', async () => {
  const visitor = newVisitor()
  const evil = 'a@example.com\r\nBcc: all@example.com'
  await visitor.post('/newsletter', { email: evil, from: '//evil.example' })
  const { data } = await serviceClient().from('newsletter_subscriptions').select('email').like('email', '%bcc%')
  expect(data).toEqual([])
  for (let n = 0; n < 100; n += 1) {
    await visitor.submit('/newsletter', { email: `${randomUUID()}@example.com`, from: '/' })
  }
  const page = await visitor.post('/newsletter', { email: `${Date.now()}@example.com`, from: '//evil.example' })
  expect(page.url).toBe('/#newsletter')
  expect(page.text).toContain('Too many tries.')
})
