import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BackendProxy } from '../support/backend-proxy.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { Visitor } from '../support/visitor.ts'
import { serviceBackend } from '../support/orders.ts'

// Pages that operators write, during failures and after edits.

let shop: FragileShop
let proxy: BackendProxy

beforeAll(async () => {
  shop = await startFragileShop()
  proxy = shop.proxy
})
beforeEach(() => {
  proxy.fault = null
})
afterAll(() => shop.stop())

const serviceClient = () => serviceBackend(shop.settings)

test('a page that can’t be read is unavailable, with a link home (HP-32, HP-39, HP-40, FQ-11, FQ-17, CM-05, CM-12, CM-22)', async () => {
  const { url } = await shop.startProcess()
  proxy.fault = { path: /rest/, kind: 'status', status: 404 }
  for (const [path, name] of [
    ['/help/delivery-details', 'the delivery details'],
    ['/help/returns', 'how returns work'],
    ['/help/terms-conditions', 'the terms and conditions'],
    ['/help/privacy-policy', 'the privacy policy'],
    ['/faq', 'the FAQ'],
    ['/faq/account', 'the account help'],
    ['/company/features', 'the features'],
    ['/company/works', 'our works'],
    ['/company/career', 'our careers'],
  ] as const) {
    const response = await new Visitor(url).get(path)
    const page = dom(response)
    expect([path, response.status]).toEqual([path, 503])
    const empty = page.querySelector('main .empty')
    expect([path, words(empty?.querySelector('h1') ?? null), words(empty?.querySelector('p') ?? null)]).toEqual([
      path,
      'Content Unavailable',
      `Sorry, we couldn't load ${name} at this time.`,
    ])
    const ways = empty?.querySelectorAll('a').map((way) => [words(way), way.getAttribute('href')])
    expect(ways).toEqual([
      ['Try again', ''],
      ['Return Home', '/'],
    ])
  }
})

test('without readable contact details the page leads to its form (CO-33, CO-34, CO-35, DB-58)', async () => {
  const form = 'The form on this page reaches us.'
  const broken = await shop.startProcess()
  proxy.fault = { path: /contact_info|social_media/, kind: 'status', status: 400 }
  const page = await new Visitor(broken.url).get('/contact')
  expect([page.status, all(dom(page), '.contact-info dd')]).toEqual([200, []])
  expect(words(dom(page).querySelector('.contact-info'))).toContain(form)
  expect(dom(page).querySelector('.social')).toBeNull()
  expect(words(dom(page).querySelector('#get-in-touch'))).toBe('Get in touch')
  await expect.poll(() => broken.log()).toContain('"event":"contact details not read"')
  await expect.poll(() => broken.log()).toContain('"event":"social links not read"')
  proxy.fault = null
  await serviceClient().from('contact_info').update({ is_active: false }).eq('is_active', true)
  const none = await shop.startProcess()
  expect(words(dom(await new Visitor(none.url).get('/contact')).querySelector('.contact-info'))).toContain(form)
  // No row is no error.
  expect(none.log()).not.toContain('contact details not read')
  await serviceClient().from('contact_info').update({ is_active: true }).eq('is_active', false)
})

test('a message that can’t be stored stays in the form; one that can’t be mailed is stored (CO-29, CO-30, CO-32)', async () => {
  const shopProcess = await shop.startProcess()
  const message = { firstName: 'Areeba', email: 'areeba@example.com', message: 'Does it survive the machine?' }
  proxy.fault = { path: /contact_submissions/, kind: 'status', status: 500 }
  const failed = await new Visitor(shopProcess.url).post('/contact', message)
  expect([failed.status, all(dom(failed), 'main [role=alert] div')]).toEqual([
    503,
    ['Oops! Something went wrong. Please try again later.'],
  ])
  expect(dom(failed).querySelector('textarea')?.textContent).toContain('Does it survive the machine?')
  // The toast at the top right (tests/journeys/content.spec.ts), with its text and duration.
  const toast = dom(failed).querySelector('[data-area="ui/form-toast"]')?.previousElementSibling
  expect(JSON.parse(toast?.textContent ?? '{}')).toEqual({
    message: 'Oops! Something went wrong. Please try again later.',
    duration: 5_000,
  })
  proxy.fault = { path: /send-contact-email/, kind: 'status', status: 500 }
  const sent = await new Visitor(shopProcess.url).post('/contact', message)
  expect(sent.text).toContain("Message sent successfully! We'll get back to you soon, Areeba.")
  // After two retries.
  await expect.poll(shopProcess.log, { timeout: 30_000 }).toContain('"event":"message not mailed"')
  const { data } = await serviceClient().from('contact_submissions').select('id').eq('email', message.email)
  expect(data).toHaveLength(1)
})

test('a cached page is shown while the backend is down, and an edit shows when the cache expires (HP-19)', async () => {
  const { url } = await shop.startProcess()
  const visitor = new Visitor(url)
  expect((await visitor.get('/help/privacy-policy?a=1')).text).toContain('We sell nothing of it')
  proxy.fault = { path: /rest/, kind: 'reset' }
  expect((await visitor.get('/help/privacy-policy?a=2')).text).toContain('We sell nothing of it')
  proxy.fault = null
  await serviceClient()
    .from('faq_items')
    .update({ display_order: 0, is_active: true })
    .eq('question', 'Is my card safe?')
  await serviceClient().from('faq_items').update({ is_active: false }).eq('question', 'How can I pay?')
  const { data: delivery } = await serviceClient()
    .from('page_content')
    .update({ content: '<p>Parcels leave us twice a week.</p>' })
    .eq('slug', 'delivery-details')
    .select('slug')
  expect(delivery).toHaveLength(1)
  const fresh = await shop.startProcess()
  const details = dom(await new Visitor(fresh.url).get('/help/delivery-details'))
  expect(words(details.querySelector('main .content'))).toBe('Parcels leave us twice a week.')
  const questions = all(dom(await new Visitor(fresh.url).get('/faq')), '.questions summary')
  expect(questions[0]).toBe('Is my card safe?')
  expect(questions).not.toContain('How can I pay?')
})

test('rows that are added or removed: a third featured work, an empty department, no picture, a platform without an icon (CO-06, CM-06, CM-08, CM-11)', async () => {
  const work = { category: 'Drafts', year: 2020, display_order: 90 }
  await serviceClient()
    .from('company_works')
    .insert([
      { ...work, title: 'Third featured', is_featured: true },
      { ...work, title: 'Withdrawn work', category: 'Withdrawn', is_active: false },
    ])
  await serviceClient().from('career_positions').update({ is_active: false }).eq('department', 'Shop')
  await serviceClient().from('social_media').insert({ platform: 'myspace', url: 'https://myspace.com/chambeli' })
  const visitor = new Visitor((await shop.startProcess()).url)
  const works = dom(await visitor.get('/company/works'))
  expect(all(works, '.choice-links a')).toEqual(['All', 'Collections', 'Collaborations', 'Workshop', 'Drafts'])
  expect(all(works, 'section[aria-labelledby=featured-title] h3')).toEqual([
    'Jasmine, the first lace',
    'Satin for winter',
  ])
  expect(all(works, '.works .no-image')).toEqual(['No Image Available'])
  expect((await visitor.get('/company/works?category=Withdrawn')).text).toContain('No works found in this category.')
  expect(all(dom(await visitor.get('/company/career')), '.choice-links a')).toEqual(['All', 'Workshop', 'Customers'])
  expect((await visitor.get('/company/career?department=Shop')).text).toContain(
    'No open positions in this department at the moment.',
  )
  const social = dom(await visitor.get('/contact')).querySelectorAll('.social a')
  expect(social.map((link) => words(link))).toEqual(['Discord', 'Instagram', 'X'])
})
