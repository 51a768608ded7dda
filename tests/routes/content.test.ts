import { expect, test } from 'vitest'
import { addToCart, freshPhone, placeOrder } from '../support/checkout.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import type { Page } from '../support/visitor.ts'

const main = (page: Page) => words(dom(page).querySelector('main'))
const chips = (page: Page) =>
  dom(page)
    .querySelectorAll('.choice-links a')
    .map((link) => [words(link), link.getAttribute('aria-current') === 'page'])
const get = (path: string) => newVisitor().get(path)

test('shows the delivery details in three tabs with URLs, and a mail link (HP-01, HP-02, HP-03, HP-04, HP-06)', async () => {
  const page = await get('/help/delivery-details')
  expect(all(dom(page), '.breadcrumb li')).toEqual(['Home', 'Delivery Details'])
  expect(chips(page)).toEqual([
    ['Domestic Shipping', true],
    ['International Shipping', false],
    ['Order Tracking', false],
  ])
  const mail = dom(page)
    .querySelectorAll('main a')
    .find((link) => words(link) === 'Contact Support')
  expect(mail?.getAttribute('href')).toBe('mailto:hello@chambeli.example')
  expect(chips(await get('/help/delivery-details?tab=international'))[1]).toEqual(['International Shipping', true])
  expect(chips(await get('/help/delivery-details?tab=nonsense'))[0]).toEqual(['Domestic Shipping', true])
})

test('shows questions about deliveries below (HP-05)', async () => {
  const questions = all(dom(await get('/help/delivery-details')), '.questions summary')
  const { data } = await serviceClient()
    .from('faq_items')
    .select('question, faq_categories!inner(slug)')
    .eq('faq_categories.slug', 'manage-deliveries')
    .order('display_order')
  expect(questions.length).toBeGreaterThan(0)
  expect(questions).toEqual(data?.map(({ question }) => question))
})

/** The specification's texts of the delivery pages; operators write their own (decision 123). */
const SPECIFIED = {
  home: `<table><tr><td>Standard</td><td>3-5 business days</td><td>$5.99, free over $50</td></tr>
    <tr><td>Express</td><td>1-2 business days</td><td>$12.99</td></tr>
    <tr><td>Same day, in select cities</td><td>the same day</td><td>$19.99</td></tr></table>
    <ul><li>Orders placed after 2 PM are processed the next business day.</li>
    <li>There are no deliveries on public holidays.</li><li>PO boxes are for standard shipping only.</li>
    <li>Please report missing or damaged packages within 48 hours of the expected delivery.</li></ul>`,
  abroad: `<ul><li>International standard: 7-14 business days</li><li>International express: 3-5 business days</li></ul>
    <p>International rates are calculated at checkout.</p><p>United States, United Kingdom, Canada, Australia, UAE, Saudi
    Arabia, Singapore, Malaysia and more.</p>`,
}

/** Creates a page with this text, linked from the footer, while `look` runs. */
async function withPage(content: string, look: (page: Page) => void): Promise<void> {
  const slug = `page-${crypto.randomUUID().slice(0, 8)}`
  const title = slug.replace('-', ' ')
  await serviceClient().from('page_content').insert({ slug, title, content, is_published: true })
  await serviceClient().from('footer_pages').insert({ section: 'HELP', title })
  look(await get(`/help/${slug}`))
  await serviceClient().from('footer_pages').delete().eq('title', title)
  await serviceClient().from('page_content').delete().eq('slug', slug)
}

test('shows times, rates and rules that operators enter for deliveries within the country (HP-07, HP-08, HP-09, HP-10, HP-17)', async () => {
  await withPage(SPECIFIED.home, (shown) => {
    const page = dom(shown)
    expect(page.querySelectorAll('.content tbody tr, .content table > tr').map((row) => all(row, 'td'))).toEqual([
      ['Standard', '3-5 business days', '$5.99, free over $50'],
      ['Express', '1-2 business days', '$12.99'],
      ['Same day, in select cities', 'the same day', '$19.99'],
    ])
    expect(all(page, '.content li')).toEqual([
      'Orders placed after 2 PM are processed the next business day.',
      'There are no deliveries on public holidays.',
      'PO boxes are for standard shipping only.',
      'Please report missing or damaged packages within 48 hours of the expected delivery.',
    ])
  })
})

test('shows times, rates and countries that operators enter for deliveries abroad (HP-11, HP-12, HP-13, HP-18)', async () => {
  await withPage(SPECIFIED.abroad, (shown) => {
    const text = main(shown)
    expect(text).toContain('International standard: 7-14 business days')
    expect(text).toContain('International express: 3-5 business days')
    expect(text).toContain('International rates are calculated at checkout.')
    expect(text).toContain(
      'United States, United Kingdom, Canada, Australia, UAE, Saudi Arabia, Singapore, Malaysia and more',
    )
  })
})

test('shows the shop’s one price and rules of delivery, and no other currency (HP-14, HP-15, HP-16)', async () => {
  for (const tab of ['domestic', 'international']) {
    const text = main(await get(`/help/delivery-details?tab=${tab}`))
    expect(text).toContain('Rs. 150.00')
    expect(text).not.toContain('$')
  }
  const rules = main(await get('/help/delivery-details'))
  expect(rules).toContain(
    'Orders after 2 PM are processed the next business day, and there are no deliveries on public holidays.',
  )
  expect(rules).toContain('Please report missing or damaged packages within 48 hours of the expected delivery.')
})

test('explains five tracking steps, and asks for number and contact (HP-20, HP-21, HP-22, HP-23, HP-24, HP-25, HP-26)', async () => {
  const page = dom(await get('/help/delivery-details?tab=tracking'))
  expect(all(page, '.content strong')).toEqual([
    'Order Placed',
    'Processing',
    'Shipped',
    'Out for Delivery',
    'Delivered',
  ])
  expect(all(page, 'form.tracking label')).toEqual(['Order or tracking number', 'E-mail or phone'])
  expect(all(page, 'form.tracking button')).toEqual(['Track'])
})

test('finds an order for anybody by either number with its e-mail or phone, and by neither alone (HP-27, HP-28, HP-29, HP-31)', async () => {
  const person = await newPerson()
  const orderId = await placeOrder(await signedIn(person), 'cod')
  const trackingNumber = `TCS-${Date.now()}`
  const phone = freshPhone()
  await serviceClient()
    .from('orders')
    .update({ status: 'Shipped', tracking_number: trackingNumber, contact_phone: `+92${phone.slice(1)}` })
    .eq('order_id', orderId)
  const track = (number: string, contact: string) =>
    newVisitor().post('/help/delivery-details?tab=tracking', { number, contact })
  for (const [number, contact] of [
    [orderId, person.email],
    [orderId.slice(4), person.email.toUpperCase()],
    [orderId.toLowerCase(), phone],
    [trackingNumber.toLowerCase(), `${phone.slice(0, 4)} ${phone.slice(4)}`],
  ] as const) {
    const page = dom(await track(number, contact))
    expect([number, contact, all(page, '.tracked .timeline b')]).toEqual([
      number,
      contact,
      ['Order placed', 'Processing', 'Shipped'],
    ])
    expect(words(page.querySelector('.tracked'))).toContain(trackingNumber)
    expect(words(page.querySelector('.tracked'))).not.toMatch(/Canal Road|Nadia|Rs\./)
  }
  const other = await newPerson()
  const wrong = await track(orderId, other.email)
  expect([wrong.status, main(wrong)]).toEqual([
    404,
    expect.stringContaining('We found no order with this number and this e-mail or phone.'),
  ])
  expect(dom(wrong).querySelector('input[name=number]')?.getAttribute('value')).toBe(orderId)
  const alone = await track(orderId, '')
  expect([alone.status, main(alone)]).toEqual([
    400,
    expect.stringContaining('Please enter the e-mail or phone you ordered with.'),
  ])
})

test('shows title, text and date of terms and privacy (HP-33, HP-34, HP-35, HP-36, HP-37, HP-38)', async () => {
  for (const [path, slug, title] of [
    ['/help/terms-conditions', 'terms-conditions', 'Terms & Conditions'],
    ['/help/privacy-policy', 'privacy-policy', 'Privacy Policy'],
  ] as const) {
    const page = dom(await get(path))
    const { data } = await serviceClient().from('page_content').select('last_updated').eq('slug', slug).single()
    const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Karachi' }).format(new Date(data?.last_updated ?? 0))
    expect(words(page.querySelector('h1'))).toBe(title)
    expect(page.querySelectorAll('.content h2').length).toBeGreaterThan(1)
    expect(words(page.querySelector('main'))).toContain(`Last updated ${day}`)
  }
})

test('says how returns work, with the days of the setting, linked in the footer, terms and checkout (HP-41)', async () => {
  const policy =
    'You can send things back or exchange them within 14 days of delivery. A promo code counts for what you keep'
  const page = dom(await get('/help/returns'))
  expect(words(page.querySelector('h1'))).toBe('Returns')
  expect(words(page.querySelector('.content'))).toContain(policy)
  expect(words(page.querySelector('.content'))).toContain(
    'We look at it and mail you where to send it, and until when.',
  )
  expect(links(page, 'footer a')).toContain('/help/returns')
  const terms = dom(await get('/help/terms-conditions'))
  expect(words(terms.querySelector('.content'))).toContain(policy)
  expect(links(terms, '.content a')).toContain('/help/returns')
  const shopper = await signedIn(await newPerson())
  await addToCart(shopper)
  expect(links(dom(await shopper.get('/checkout')), '.trust a')).toContain('/help/returns')
  expect((await get('/sitemap.xml')).html).toContain('/help/returns</loc>')
})

test('shows a table of contents for a long text, whose entries lead to their headings', async () => {
  for (const path of ['/help/terms-conditions', '/help/privacy-policy']) {
    const page = dom(await get(path))
    const entries = page.querySelectorAll('nav.contents a')
    expect(entries.map(words)).toEqual(page.querySelectorAll('.content h2').map(words))
    for (const entry of entries) expect(words(page.querySelector(entry.getAttribute('href') ?? ''))).toBe(words(entry))
  }
  expect(dom(await get('/company/about')).querySelector('nav.contents')).toBeNull()
})

test('shows operators’ published text, sanitised (HP-19)', async () => {
  const slug = `draft-${Date.now()}`
  const content =
    '<h2>Fine</h2><table><tr><th>a</th></tr></table><img src="https://example.com/pictures/a.webp" alt=""><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">bad</a><a href="https://example.com" onclick="x()">good</a><p style="position:fixed">text</p>'
  await serviceClient().from('page_content').insert({ slug, title: 'A page of its own', content, is_published: true })
  await serviceClient()
    .from('footer_pages')
    .insert({ section: 'HELP', title: slug.replace('-', ' ') })
  const page = dom(await get(`/help/${slug}`))
  expect(words(page.querySelector('h1'))).toBe('A page of its own')
  const text = page.querySelector('.content')?.toString() ?? ''
  expect(text).toContain('<table>')
  expect(text).toContain('href="https://example.com"')
  expect(text).not.toMatch(/script|onerror|onclick|style=|<img/)
  await serviceClient().from('footer_pages').delete().eq('title', slug.replace('-', ' '))
  await serviceClient().from('page_content').delete().eq('slug', slug)
  const hidden = `${slug}-hidden`
  await serviceClient()
    .from('page_content')
    .insert({ slug: hidden, title: 'Hidden', content: 'secret', is_published: false })
  expect((await get(`/help/${hidden}`)).status).toBe(404)
  await serviceClient().from('page_content').delete().eq('slug', hidden)
})

test('shows the FAQ with search, categories, questions, their count, and contact links (FQ-01, FQ-02, FQ-03, FQ-04, FQ-08, FQ-09, FQ-10)', async () => {
  const page = await get('/faq')
  const root = dom(page)
  expect(root.querySelector('.faq-search input[name=q]')?.getAttribute('placeholder')).toBe('Search FAQs...')
  expect(chips(page)).toEqual([
    ['All Categories', true],
    ['Account', false],
    ['Manage Deliveries', false],
    ['Orders', false],
    ['Payments', false],
  ])
  const { data } = await serviceClient()
    .from('faq_items')
    .select('question')
    .eq('is_active', true)
    .order('display_order')
  expect(all(root, '.questions details summary')).toEqual(data?.map(({ question }) => question))
  expect(main(page)).toContain(`${data?.length} questions found`)
  expect(links(root, '.questions details:first-child a')).toEqual(['/faq/account'])
  const structured = JSON.parse(root.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}')
  expect(structured.mainEntity).toHaveLength(data?.length ?? 0)
  const ways = root.querySelectorAll('.contact-ways a').map((link) => [words(link), link.getAttribute('href')])
  expect(ways).toEqual([
    ['WhatsApp', 'https://wa.me/923008123456'],
    ['Email Us', 'mailto:hello@chambeli.example'],
    ['Contact Form', '/contact'],
    ['Chat', '/profile/chat-support'],
  ])
})

test('shows the general list for three categories, with the category selected (A5) (RT-47, RT-48, RT-49)', async () => {
  for (const [place, slug] of ['manage-deliveries', 'orders', 'payments'].entries()) {
    const page = await get(`/faq/${slug}`)
    expect(chips(page).map(([, isChosen]) => isChosen)).toEqual([0, 1, 2, 3, 4].map((chip) => chip === place + 2))
    expect([slug, all(dom(page), '.questions summary').length > 0]).toEqual([slug, true])
    expect(dom(page).querySelector('.faq-search input[name=q]')).not.toBeNull()
  }
})

test('each part of the FAQ has a title and a description of its own, and each question is told to search engines once', async () => {
  const parts = ['', '/manage-deliveries', '/orders', '/payments', '/account']
  const heads = await Promise.all(
    parts.map(async (part) => {
      const root = dom(await get(`/faq${part}`))
      return {
        title: words(root.querySelector('title')),
        description: root.querySelector('meta[name=description]')?.getAttribute('content'),
        isToldHere: root.querySelector('script[type="application/ld+json"]') !== null,
      }
    }),
  )
  expect(new Set(heads.map(({ title }) => title)).size).toBe(parts.length)
  expect(new Set(heads.map(({ description }) => description)).size).toBe(parts.length)
  expect(heads[2]?.title).toBe('FAQ: Orders | Chambeli')
  expect(heads.map(({ isToldHere }) => isToldHere)).toEqual([true, false, false, false, false])
  const inUrdu = await Promise.all(
    parts.map(async (part) => words(dom(await get(`/faq${part}?lang=ur`)).querySelector('title'))),
  )
  expect(new Set(inUrdu).size).toBe(parts.length)
})

test('combines search and category, and resets both (FQ-05, FQ-06, FQ-07)', async () => {
  const paid = await get('/faq?q=CARD')
  expect(all(dom(paid), '.questions summary')).toEqual(['Can I pay by card?', 'Is my card safe?'])
  expect(main(paid)).toContain('2 questions found')
  const one = await get('/faq?q=card+safe&category=payments')
  expect([all(dom(one), '.questions summary'), chips(one).at(-1)]).toEqual([['Is my card safe?'], ['Payments', true]])
  expect(main(one)).toContain('1 question found')
  expect(dom(one).querySelector('.faq-search input[name=category]')?.getAttribute('value')).toBe('payments')
  const none = await get('/faq?q=card&category=account')
  expect(main(none)).toContain('No FAQs found matching your criteria.')
  const clear = dom(none).querySelector('.empty a')
  expect([words(clear), clear?.getAttribute('href')]).toEqual(['Clear filters', '/faq'])
  const odd = await get(`/faq?q=${encodeURIComponent('<b>"%_\u0000')}&category=../x`)
  expect([odd.status, odd.html.includes('<b>"')]).toEqual([404, false])
})

test('shows the account help in four tabs (FQ-12, FQ-13, FQ-14, FQ-15, FQ-16)', async () => {
  const page = await get('/faq/account')
  expect(chips(page)).toEqual([
    ['Creating an Account', true],
    ['Managing Your Account', false],
    ['Security', false],
    ['Order History', false],
  ])
  const texts = []
  for (const path of links(dom(page), '.choice-links a'))
    texts.push(words(dom(await get(path)).querySelector('.content')))
  expect(new Set(texts.map((text) => text.length > 60)).has(false)).toBe(false)
  expect(new Set(texts).size).toBe(4)
})

test('shows the features: materials, sizes, practices, craft (CM-01, CM-02, CM-03, CM-04)', async () => {
  expect(all(dom(await get('/company/features')), '.content h2')).toEqual([
    'Premium materials',
    'Inclusive sizing',
    'Eco-friendly practices',
    'Craftsmanship',
  ])
})

test('shows the works with chips and links, and the featured ones large (CM-06, CM-07, CM-09, CM-10, CM-24)', async () => {
  const page = await get('/company/works')
  const root = dom(page)
  expect(chips(page)).toEqual([
    ['All', true],
    ['Collections', false],
    ['Collaborations', false],
    ['Workshop', false],
  ])
  const cards = root.querySelectorAll('.works .work')
  expect(cards).toHaveLength(5)
  expect(words(cards[0] ?? null)).toMatch(/^Collections · 2024 ?Jasmine, the first lace/)
  expect(cards[0]?.querySelector('img')?.getAttribute('src')).toMatch(/^\/images\//)
  expect(links(root, '.works .work:first-child a')).toEqual(['/product-listing?search=jasmine'])
  const featured = root
    .querySelectorAll('main section')
    .find((part) => words(part.querySelector('h2')) === 'Featured Collections')
  expect(featured?.querySelectorAll('h3').map((title) => words(title))).toEqual([
    'Jasmine, the first lace',
    'Satin for winter',
  ])
  const chosen = await get('/company/works?category=Workshop')
  expect(all(dom(chosen), 'main h3')).toEqual(['Paper parcels'])
  expect(main(await get('/company/works?category=Withdrawn'))).toContain('No works found in this category.')
})

test('leads to WhatsApp beside phone and mail on help pages and careers (CO-38)', async () => {
  for (const [path, mail] of [
    ['/help', 'hello'],
    ['/help/delivery-details', 'hello'],
    ['/faq', 'hello'],
    ['/faq/account', 'hello'],
    ['/company/career', 'careers'],
  ] as const) {
    const ways = links(dom(await get(path)), 'main a')
    const wanted = ['tel:+924235712244', 'https://wa.me/923008123456', `mailto:${mail}@chambeli.example`]
    expect([path, wanted.filter((way) => !ways.includes(way))]).toEqual([path, []])
  }
})

test('the help’s page leads on to its pages (RT-40)', async () => {
  const page = dom(await get('/help'))
  expect(page.querySelector('main form')?.getAttribute('action')).toBe('/faq')
  expect(links(page, 'main nav a')).toEqual(
    expect.arrayContaining(['/help/delivery-details', '/help/returns', '/faq/account']),
  )
})

test('tells of the shop in chapters, each beside a whole picture with its words (CM-23)', async () => {
  const page = dom(await get('/company/about'))
  const chapters = page.querySelectorAll('.chapter')
  expect(chapters.map((chapter) => words(chapter.querySelector('h2')))).toEqual(all(page, '.content h2'))
  for (const chapter of chapters) expect(chapter.querySelector('img')?.getAttribute('alt')).toMatch(/\w+ \w+/)
})

test('shows the careers with culture, benefits and positions that expand (CM-13, CM-14, CM-16, CM-17, CM-18, CM-19)', async () => {
  const root = dom(await get('/company/career'))
  expect(all(root, '.content h2').slice(0, 2)).toEqual(['Culture', 'Benefits'])
  const position = root.querySelector('details.position')
  expect(words(position?.querySelector('summary') ?? null)).toMatch(/^Pattern cutter ?Workshop · Lahore · Full-time$/)
  expect(all(position ?? root, 'h3')).toEqual(['Responsibilities', 'Requirements'])
  const { data: described } = await serviceClient()
    .from('career_positions')
    .select('description')
    .eq('title', 'Pattern cutter')
    .single()
  expect(words(position)).toContain(described?.description)
  expect(described?.description).not.toBe('')
  expect(words(position)).toContain('Draft and grade patterns')
  expect(words(position)).toContain('Five years with stretch fabrics')
  const apply = position?.querySelectorAll('a').find((link) => words(link) === 'Apply Now')
  expect(apply?.getAttribute('href')).toBe('mailto:careers@chambeli.example?subject=Application%3A%20Pattern%20cutter')
})

test('filters the positions by department, and leads to a mail where there are none (CM-15, CM-20, CM-21)', async () => {
  expect(chips(await get('/company/career')).map(([name]) => name)).toEqual(['All', 'Workshop', 'Customers', 'Shop'])
  expect(all(dom(await get('/company/career?department=Shop')), 'details summary span:first-child')).toEqual([
    'Web engineer',
  ])
  const closed = await get('/company/career?department=Closed')
  expect(main(closed)).toContain('No open positions in this department at the moment.')
  expect(links(dom(closed), '.notice-plain a')).toEqual(['mailto:careers@chambeli.example'])
})
