import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { newVisitor, serviceClient } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'

// Urdu that an operator or a translator's file brings, and pages of one language that another visitor gets.

const EVIL = `</script><script>alert(1)</script>"><img src=x onerror=alert(2)><a href="javascript:alert(3)">x</a> [x](javascript:alert(4))`
/** What of it a browser would run. */
const RUNS = /<script>alert|<img src=x|href="javascript:/
const FORMULA = '=cmd|"/c calc"!A1'
const slug = `evil-${randomUUID()}`
const word = randomUUID().slice(0, 8)
let desk: Visitor
let product: string

beforeAll(async () => {
  ;({ desk } = await newOperator('Urdu Attacker'))
  const db = serviceClient()
  const { data: category } = await db.from('product_categories').select('id').eq('name', 'Robes').single()
  const name = `Robe ${word}`
  const { data } = await db
    .from('products')
    .insert({
      slug,
      name,
      description: 'A robe.',
      price: 1900,
      category_id: category?.id,
      translations: { ur: { name: EVIL, description: EVIL } },
    })
    .select('id')
    .single()
  product = data?.id ?? ''
  const features = {
    product_id: product,
    title: 'Cloth',
    description: 'Soft',
    translations: { ur: { title: EVIL, description: EVIL } },
  }
  const { data: topic } = await db.from('faq_categories').select('id').limit(1).single()
  const question = { category_id: topic?.id ?? '', question: `${word}?`, answer: 'Yes.', display_order: 99 }
  const page = { slug: word, title: 'Evil', content: 'Text', is_published: true }
  for (const { error } of [
    await db.from('product_features').insert(features),
    await db.from('faq_items').insert({ ...question, translations: { ur: { question: EVIL, answer: EVIL } } }),
    await db.from('page_content').insert({ ...page, translations: { ur: { title: EVIL, content: EVIL } } }),
  ])
    expect(error).toBeNull()
})
afterAll(async () => {
  const db = serviceClient()
  await db.from('products').delete().eq('id', product)
  await db.from('faq_items').delete().eq('question', `${word}?`)
  await db.from('page_content').delete().eq('slug', word)
})

test('Urdu is only text, in pages, structured data and at the desk', async () => {
  const visitor = newVisitor()
  const inShop = [`/product/${slug}`, `/product-listing?search=${word}`, `/help/${word}`, '/faq', '/']
  for (const path of inShop) {
    const page = await visitor.get(`${path}${path.includes('?') ? '&' : '?'}lang=ur`)
    expect([path, page.status, RUNS.test(page.html)]).toEqual([path, 200, false])
  }
  for (const path of [
    `/desk/products/${product}`,
    `/desk/urdu/product/${product}`,
    `/desk/products/${product}/preview`,
    '/desk/urdu',
  ]) {
    const page = await desk.get(path)
    expect([path, page.status, RUNS.test(page.html)]).toEqual([path, 200, false])
  }
})

test('and it is shown as it was written', async () => {
  expect((await newVisitor().get(`/product/${slug}?lang=ur`)).text).toContain('<script>alert(1)</script>')
})

test('a file for translators holds no formulas', async () => {
  const translations = { ur: { name: FORMULA } }
  await serviceClient()
    .from('products')
    .update({ name: `+${word}`, translations })
    .eq('id', product)
  const csv = await (await desk.request('/desk/urdu/export')).text()
  const row = csv.split('\r\n').find((one) => one.includes(`"${product}","name"`)) ?? ''
  expect(row).toContain(`"'+${word}","'=cmd|""/c calc""!A1"`)
  expect(csv).not.toMatch(/(^|,)"[=+\-@\t]/m)
})

const WAYS: Record<string, [query: string, headers: Record<string, string>]> = {
  'the address': ['?lang=ur', {}],
  'another spelling of it': ['?l%61ng=ur', {}],
  'an encoded language': ['?lang=%75r', {}],
  'two languages': ['?lang=ur&lang=en', {}],
  'two in the other order': ['?lang=en&lang=ur', {}],
  'a second question mark': ['?utm_source=x?lang=ur', {}],
  'a campaign': ['?utm_source=x&lang=ur', {}],
  'the cookie': ['', { cookie: 'website_language=ur' }],
  'a made-up cookie': ['', { cookie: 'website_language=<script>' }],
  'the browser': ['', { 'accept-language': 'ur' }],
}

test.each(Object.entries(WAYS))(
  'a page that was asked for in Urdu by %s is English for the next visitor',
  async (_, [query, headers]) => {
    const path = '/product/guest-robe'
    await (await newVisitor().request(path + query, { headers })).body?.cancel()
    const next = await newVisitor().request(path)
    const html = await next.text()
    expect([
      next.headers.get('content-language'),
      next.headers.get('set-cookie'),
      /<html[^>]*lang="en"/.test(html),
      html.includes('اردو میں'),
    ]).toEqual(['en', null, true, false])
    // Nothing between the shop and a browser may hold it for others.
    expect(next.headers.get('cache-control')).toMatch(/private|no-store/)
  },
)

test('only pages choose a language by their address, since what shared caches store would choose it for everybody', async () => {
  const html = await (await newVisitor().request('/')).text()
  const [picture = ''] = /\/images\/[^"\s,]+/.exec(html) ?? []
  const [file = ''] = /\/assets\/[^"\s,)]+/.exec(html) ?? []
  for (const path of [picture, file, '/feeds/products.xml', '/videos/none.mp4', '/favicon.ico', '/robots.txt']) {
    const response = await newVisitor().request(`${path}?lang=ur`)
    await response.body?.cancel()
    expect([path, response.headers.get('set-cookie')]).toEqual([path, null])
  }
  for (const path of ['/', '/product/guest-robe', '/cart', '/login', '/no-such-page']) {
    const response = await newVisitor().request(`${path}?lang=ur`)
    await response.body?.cancel()
    expect([path, response.headers.get('set-cookie')]).toEqual([path, expect.stringContaining('website_language=ur')])
  }
})

test('another site can’t post a choice of the language', async () => {
  const response = await newVisitor().submit('/language', { language: 'ur' }, { origin: 'https://evil.example' })
  expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
})
