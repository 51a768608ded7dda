import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BackendProxy, Call } from '../support/backend-proxy.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { formFields, Visitor } from '../support/visitor.ts'

let shop: FragileShop
let proxy: BackendProxy
let url: string

beforeAll(async () => {
  shop = await startFragileShop()
  proxy = shop.proxy
  ;({ url } = await shop.startProcess({ BACKEND_TIMEOUT_SECONDS: '20' }))
})
afterAll(() => shop.stop())

async function callsOf(visit: (visitor: Visitor) => Promise<unknown>, visitor = new Visitor(url)): Promise<Call[]> {
  proxy.calls.length = 0
  await visit(visitor)
  return [...proxy.calls]
}

const to = (calls: Call[], path: string) => calls.filter((call) => call.path === path)
const query = (call: Call | undefined) => Object.fromEntries(call?.query ?? [])

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor(url)
  await visitor.post('/login', { emailOrPhone: 'ayesha@example.com', password: 'jasmine-tea-7' })
  return visitor
}

let home: Promise<Call[]> | undefined
/** Returns the calls of the first visit of the home page, whose data then come from the cache. */
const callsOfHome = () => (home ??= callsOf((visitor) => visitor.get('/')))

test('loads the home page’s statistics, banners, categories and testimonials (DB-09, DB-11, DB-12, DB-23, DB-24, DB-25, DB-41)', async () => {
  const calls = await callsOfHome()
  expect(query(to(calls, '/rest/v1/hero_statistics')[0])).toEqual({
    select: 'stat_key,stat_value,stat_label,translations',
    is_active: 'eq.true',
    order: 'display_order.asc',
  })
  const banners = query(to(calls, '/rest/v1/products')[0])
  expect(banners).toMatchObject({ is_banner: 'eq.true', is_active: 'eq.true', deleted_at: 'is.null' })
  expect(banners.select).toMatch(/^id,name,description,slug,hero_heading,translations,product_media\(url,is_featured/)
  const categories = query(to(calls, '/rest/v1/product_categories')[0])
  expect(categories.select).toBe('id,name,image_url,description,parent_id,is_home,is_browse_section')
  expect(categories).toMatchObject({ is_active: 'eq.true', order: 'name.asc' })
  expect(query(to(calls, '/rest/v1/testimonials')[0])).toEqual({
    select: '*',
    is_active: 'eq.true',
    order: 'created_at.desc,id.asc',
  })
})

test('loads the footer and the new and top products of the home page (DB-44)', async () => {
  const calls = await callsOfHome()
  expect(query(to(calls, '/rest/v1/footer_pages')[0])).toEqual({
    select: 'section,title,display_order,translations',
    is_active: 'eq.true',
    order: 'display_order.asc',
  })
  const lists = to(calls, '/rest/v1/rpc/get_products').map(({ body }) => JSON.parse(body))
  expect(lists).toContainEqual(expect.objectContaining({ filter_is_arrival: true, page_size: 8, page_number: 1 }))
  expect(lists).toContainEqual(expect.objectContaining({ filter_is_top: true, page_size: 8, page_number: 1 }))
})

test('loads the home page through supabase-js with the public key (XX-01, XX-32)', async () => {
  const key = shop.settings.SUPABASE_PUBLISHABLE_KEY
  for (const { headers, path } of await callsOfHome())
    expect([path, headers.apikey, headers.authorization, headers['x-client-info']]).toEqual([
      path,
      key,
      `Bearer ${key}`,
      expect.stringMatching(/^supabase-js/),
    ])
})

test('requests the home page’s lists by flag or category, eight products of each (DB-34)', async () => {
  const calls = await callsOf((visitor) => visitor.get('/?tab=Camisole'))
  const lists = to(calls, '/rest/v1/rpc/get_products').map(({ body }) => JSON.parse(body))
  const common = { sort_by: 'created_at', sort_order: 'desc', page_size: 8, page_number: 1 }
  expect(lists).toContainEqual({ ...common, category_ids: [expect.stringMatching(/^[0-9a-f-]{36}$/)] })
})

test('requests discounted products for the sale page, the largest discount first, eight at most (DB-13)', async () => {
  const calls = await callsOf((visitor) => visitor.get('/on-sale'))
  const lists = to(calls, '/rest/v1/rpc/get_products').map(({ body }) => JSON.parse(body))
  expect(lists).toEqual([
    {
      filter_is_active: true,
      filter_is_discounted: true,
      sort_by: 'discount',
      sort_order: 'desc',
      page_size: 8,
      page_number: 1,
    },
  ])
})

test('requests the listing with every parameter, and finds a category in any case (DB-26, DB-27, DB-28, DB-30)', async () => {
  const path =
    '/product-listing?category=nightWEAR&colors=Black,Pink&sizes=M&materials=Satin&minPrice=1000&maxPrice=6000&search=gown&sortBy=price&sortOrder=asc&page=1'
  const calls = await callsOf((visitor) => visitor.get(path))
  const [asked] = to(calls, '/rest/v1/rpc/get_products').map(({ body }) => JSON.parse(body))
  expect(asked).toEqual({
    category_ids: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    color_ids: [expect.any(String), expect.any(String)],
    size_filters: ['M'],
    material_filters: ['Satin'],
    min_price: 1000,
    max_price: 6000,
    search_term: 'gown',
    filter_is_active: true,
    sort_by: 'price',
    sort_order: 'asc',
    page_size: 12,
    page_number: 1,
  })
  const bras = await callsOf((visitor) => visitor.get('/product-listing?brandSizes=34&cupSizes=B'))
  expect(JSON.parse(to(bras, '/rest/v1/rpc/get_products')[0]?.body ?? '{}')).toMatchObject({
    brand_size_filters: ['34'],
    cup_size_filters: ['B'],
  })
})

test('requests one product by its address or ID (DB-14, DB-38)', async () => {
  const asked = async (key: string) => {
    const calls = to(await callsOf((visitor) => visitor.get(`/product/${key}`)), '/rest/v1/rpc/get_product_with_colors')
    return calls.map(({ body }) => JSON.parse(body))
  }
  expect(await asked('bridal-robe')).toEqual([{ product_id: 'bridal-robe' }])
  const id = '5b0ff1a1-4c3f-4a42-9d3f-6a3c0e5a1b11'
  expect(await asked(id)).toEqual([{ product_id: id }])
})

test('requests six suggestions (DB-36)', async () => {
  const calls = await callsOf((visitor) => visitor.get('/search-suggestions?q=lac'))
  expect(JSON.parse(to(calls, '/rest/v1/rpc/get_search_suggestions')[0]?.body ?? '{}')).toEqual({
    search_term: 'lac',
    limit_num: 6,
  })
})

test('logs in by e-mail or phone at Auth, and ends the session there at logout (DB-02, DB-07)', async () => {
  const byEmail = await callsOf((visitor) =>
    visitor.post('/login', { emailOrPhone: 'hira@example.com', password: 'jasmine-tea-7' }),
  )
  expect(query(to(byEmail, '/auth/v1/token')[0])).toEqual({ grant_type: 'password' })
  expect(JSON.parse(to(byEmail, '/auth/v1/token')[0]?.body ?? '')).toMatchObject({
    email: 'hira@example.com',
    password: 'jasmine-tea-7',
  })
  // There is no SMS provider: the profile maps the number to an account, whose e-mail is tried.
  const byPhone = await callsOf((visitor) =>
    visitor.post('/login', { emailOrPhone: '0302 1234567', password: 'jasmine-tea-7' }),
  )
  const tried = to(byPhone, '/auth/v1/token').map(({ body }) => JSON.parse(body ?? '') as { email?: string })
  expect(tried.every(({ email }) => email?.includes('@'))).toBe(true)
  expect(tried.length).toBeGreaterThan(0)
  const visitor = await signedIn()
  expect(to(await callsOf(() => visitor.get('/profile')), '/auth/v1/user')).toHaveLength(1)
  expect(to(await callsOf(() => visitor.post('/logout', {})), '/auth/v1/logout')).toHaveLength(1)
})

test('calls Auth for sign-up, code, resend and recovery by the specification (DB-04, DB-05, DB-06, DB-07)', async () => {
  const visitor = new Visitor(url)
  const email = `calls-${Date.now()}@example.com`
  const signUp = await callsOf(() =>
    visitor.post('/create-account', { fullName: 'Calls', email, password: 'a-good-password' }),
  )
  expect(JSON.parse(to(signUp, '/auth/v1/signup')[0]?.body ?? '')).toMatchObject({
    email,
    password: 'a-good-password',
    data: { full_name: 'Calls' },
  })
  const verify = await callsOf(() => visitor.post('/verify-otp', { code: '123456' }))
  expect(JSON.parse(to(verify, '/auth/v1/verify')[0]?.body ?? '')).toMatchObject({
    email,
    token: '123456',
    type: 'email',
  })
  const resend = await callsOf(() => visitor.post('/verify-otp', { intent: 'resend' }))
  expect(JSON.parse(to(resend, '/auth/v1/resend')[0]?.body ?? '')).toMatchObject({ type: 'signup', email })
  const recover = await callsOf(() => visitor.post('/forget-password', { email: 'iqra@example.com' }))
  expect(to(recover, '/auth/v1/recover')).toHaveLength(1)
})

test('sends Google sign-in to the provider and back to the shop’s own URL (DB-03)', async () => {
  const response = await new Visitor(url).submit('/auth/google', {})
  const to = new URL(response.headers.get('location') ?? '')
  expect(to.origin + to.pathname).toBe(shop.settings.GOOGLE_AUTHORIZE_URL)
  expect(to.searchParams.get('redirect_uri')).toBe(`${url}/auth/google/callback`)
  expect(to.searchParams.get('nonce')).toMatch(/^[0-9a-f]{64}$/)
})

test('requests orders by shopper, status and number, newest first (LG-33, DB-82, DB-83, DB-84, DB-85)', async () => {
  const visitor = await signedIn()
  const active = query(to(await callsOf(() => visitor.get('/profile/active-orders')), '/rest/v1/orders')[0])
  expect(active).toMatchObject({
    user_id: expect.stringMatching(/^eq\./),
    status: 'in.(PaymentAccepted,Pending,Processing,PaymentFailed,PaymentPending,Shipped)',
    order: 'created_at.desc',
  })
  const complete = query(to(await callsOf(() => visitor.get('/profile/complete-orders')), '/rest/v1/orders')[0])
  expect(complete.status).toBe('in.(Delivered)')
  const one = await callsOf(() => visitor.get('/profile/active-orders/ORD-1760432000000-505'))
  expect(query(to(one, '/rest/v1/orders')[0])).toMatchObject({
    order_id: 'eq.ORD-1760432000000-505',
    user_id: expect.stringMatching(/^eq\./),
  })
  const items = query(to(one, '/rest/v1/order_items')[0])
  expect(items.order_id).toMatch(/^eq\./)
  expect(items.select).toMatch(/\bselected_color,selected_size,.*\bproducts\(slug,description,/)
  const own = one.filter(({ path }) => /^\/rest\/v1\/(orders|order_items)$/.test(path))
  expect(own.length).toBeGreaterThan(1)
  for (const call of own) expect(call.headers.authorization).toMatch(/^Bearer eyJ/)
})

test('reads and changes the profile by its ID (DB-45, DB-46)', async () => {
  const visitor = await signedIn()
  const { id } = query(to(await callsOf(() => visitor.get('/profile')), '/rest/v1/profiles')[0])
  expect(id).toMatch(/^eq\.[0-9a-f-]{36}$/)
  const change = to(
    await callsOf(() => visitor.post('/profile?index', { fullName: 'Ayesha Khan', phone: '0300 1234567' })),
    '/rest/v1/profiles',
  ).find(({ method }) => method === 'PATCH')
  expect(query(change)).toMatchObject({ id })
  expect(JSON.parse(change?.body ?? '{}')).toEqual({ full_name: 'Ayesha Khan', phone_number: '+923001234567' })
})

test('stores a profile picture in the bucket files, cached for an hour, and its path in the profile (DB-01, DB-46, DB-95, DB-97)', async () => {
  const visitor = await signedIn()
  const bytes = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#257' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('fullName', 'Ayesha Khan')
  body.set('phone', '')
  body.set('picture', new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }))
  const calls = await callsOf(() => visitor.request('/profile?index&edit', { method: 'POST', body }))
  const change = to(calls, '/rest/v1/profiles').find(({ method }) => method === 'PATCH')
  const { avatar_url: path } = JSON.parse(change?.body ?? '{}') as { avatar_url: string }
  expect(`eq.${/^profilePictures\/([0-9a-f-]{36})-\d+\.webp$/.exec(path)?.[1]}`).toBe(query(change).id)
  const [upload] = to(calls, `/storage/v1/object/files/${path}`)
  expect([upload?.method, upload?.headers['cache-control']]).toEqual(['POST', 'max-age=3600'])
})

test('reads addresses newest first, and adds, makes primary and deletes them (DB-91, DB-92, DB-94)', async () => {
  const visitor = await signedIn()
  const list = await callsOf(() => visitor.get('/profile/edit-location'))
  expect(query(to(list, '/rest/v1/profile_addresses')[0])).toMatchObject({
    profile_id: expect.stringMatching(/^eq\./),
    order: 'created_at.desc',
  })
  const added = await callsOf(() =>
    visitor.submit('/profile/edit-location', { intent: 'add', address: '9 New Road', city: 'Lahore' }),
  )
  const [, insert] = to(added, '/rest/v1/profile_addresses')
  expect([insert?.method, insert?.headers.prefer]).toEqual(['POST', expect.stringContaining('return=representation')])
  const page = await visitor.get('/profile/edit-location')
  const id = formFields(page.html, 'Delete 9 New Road').address_id as string
  expect(
    to(
      await callsOf(() => visitor.submit('/profile/edit-location', { intent: 'primary', address_id: id })),
      '/rest/v1/rpc/set_primary_address',
    ),
  ).toHaveLength(1)
  const [gone] = to(
    await callsOf(() => visitor.submit('/profile/edit-location', { intent: 'delete', address_id: id })),
    '/rest/v1/profile_addresses',
  )
  expect([gone?.method, query(gone).id]).toEqual(['DELETE', `eq.${id}`])
})

test('writes a subscription with its source (DB-53)', async () => {
  const calls = await callsOf((visitor) => visitor.post('/newsletter', { email: ' Calls@Example.com ', from: '/' }))
  expect(JSON.parse(to(calls, '/rest/v1/newsletter_subscriptions')[0]?.body ?? '')).toEqual({
    email: 'calls@example.com',
    source: 'Website Newsletter Form',
    is_active: true,
  })
})

test('stores a contact message, and sends it by the contact function (DB-54, DB-55)', async () => {
  const form = {
    firstName: 'Areeba',
    lastName: 'Shah',
    phone: '0300 7654321',
    email: 'calls@example.com',
    subject: 'Lace',
    message: 'Does it survive the machine?',
  }
  const calls = await callsOf((visitor) => visitor.submit('/contact', form))
  expect(JSON.parse(to(calls, '/rest/v1/contact_submissions')[0]?.body ?? '{}')).toEqual({
    first_name: 'Areeba',
    last_name: 'Shah',
    phone: '+923007654321',
    email: 'calls@example.com',
    subject: 'Lace',
    message: 'Does it survive the machine?',
  })
  const mails = () => to(proxy.calls, '/functions/v1/send-contact-email').map(({ body }) => JSON.parse(body))
  await expect.poll(mails).toEqual([{ ...form, phone: '+923007654321' }])
})

test('requests published content by slug, and questions with their group (DB-57, DB-60, DB-113, DB-119)', async () => {
  const page = await callsOf((visitor) => visitor.get('/help/privacy-policy'))
  expect(query(to(page, '/rest/v1/page_content')[0])).toMatchObject({
    slug: 'eq.privacy-policy',
    is_published: 'eq.true',
  })
  const faq = query(to(await callsOf((visitor) => visitor.get('/faq')), '/rest/v1/faq_items')[0])
  expect(faq).toMatchObject({ is_active: 'eq.true', order: 'display_order.asc' })
  expect(faq.select).toContain('faq_categories!inner(title,slug,translations)')
  const contact = await callsOf((visitor) => visitor.get('/contact'))
  expect(query(to(await callsOfHome(), '/rest/v1/contact_info')[0])).toEqual({
    select: 'phone,whatsapp,email,address,hours,translations',
    is_active: 'eq.true',
  })
  expect(query(to(contact, '/rest/v1/social_media')[0])).toEqual({
    select: 'platform,url',
    is_active: 'eq.true',
    order: 'platform.asc',
  })
})

test('requests active works in their order, and open positions by title (DB-121, DB-123)', async () => {
  const works = await callsOf((visitor) => visitor.get('/company/works'))
  expect(query(to(works, '/rest/v1/company_works')[0])).toMatchObject({
    is_active: 'eq.true',
    order: 'display_order.asc',
  })
  const positions = await callsOf((visitor) => visitor.get('/company/career'))
  expect(query(to(positions, '/rest/v1/career_positions')[0])).toMatchObject({
    is_active: 'eq.true',
    order: 'title.asc',
  })
})

test('requests the shopper’s conversations, the latest first, and one with its messages by time (DB-105, DB-106, DB-107)', async () => {
  const visitor = await signedIn()
  const page = await callsOf(() => visitor.get('/profile/chat-support'), visitor)
  const list = to(page, '/rest/v1/user_conversations').find((call) => query(call).order)
  expect(query(list)).toMatchObject({
    created_by: expect.stringMatching(/^eq\.[0-9a-f-]{36}$/),
    order: 'last_message_time.desc',
  })
  const id = /conversation=([0-9a-f-]{36})/.exec((await visitor.get('/profile/chat-support')).html)?.[1] ?? ''
  const opened = await callsOf(() => visitor.get(`/profile/chat-support?conversation=${id}`), visitor)
  expect(to(opened, '/rest/v1/user_conversations').map((call) => query(call).id)).toContain(`eq.${id}`)
  // The last ones, which the page shows in the order of their times.
  expect(query(to(opened, '/rest/v1/chat_messages')[0])).toMatchObject({
    conversation_id: `eq.${id}`,
    order: 'created_at.desc',
  })
})
