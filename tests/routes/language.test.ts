import { expect, test } from 'vitest'
import { dom } from '../support/page-dom.ts'
import { newVisitor } from '../support/people.ts'
import { formFields, type Page } from '../support/visitor.ts'

// The choice of the language: offered, chosen, remembered, and never somebody else's (decision 189).

const OFFER = 'یہ دکان اردو میں بھی ہے'

function facts(page: Page) {
  const html = dom(page).querySelector('html')
  return [html?.getAttribute('lang'), html?.getAttribute('dir') ?? 'ltr', page.text.includes(OFFER)]
}

test('offers Urdu to who reads it, without a redirect, and keeps the choice on the next pages, back to English too (UR-02, UR-03, UR-04)', async () => {
  const visitor = newVisitor()
  const headers = { 'accept-language': 'ur-PK,ur;q=0.9,en;q=0.8' }
  const first = await visitor.request('/product/guest-robe?color=Black', { headers })
  expect([first.status, first.headers.get('content-language')]).toEqual([200, 'en'])
  const html = await first.text()
  expect(html).toContain(OFFER)
  const fields = formFields(html, 'id="version"')
  const chosen = await visitor.post('/language', { ...fields, language: 'ur' })
  expect([chosen.url, ...facts(chosen)]).toEqual(['/product/guest-robe?color=Black', 'ur', 'rtl', false])
  expect(facts(await visitor.get('/faq'))).toEqual(['ur', 'rtl', false])
  expect(facts(await visitor.get('/faq?lang=en'))).toEqual(['en', 'ltr', false])
  const back = await visitor.post('/language', { from: '/faq?lang=ur', language: 'en' })
  expect([back.url, ...facts(back)]).toEqual(['/faq', 'en', 'ltr', false])
  await visitor.get('/?lang=ur')
  expect(facts(await visitor.get('/faq'))).toEqual(['ur', 'rtl', false])
  const again = await visitor.request('/', { headers })
  expect(await again.text()).not.toContain(OFFER)
})

test('never answers with a page in a language that somebody else asked for (UR-05)', async () => {
  const [english, urdu] = [newVisitor(), newVisitor()]
  urdu.cookies.set('website_language', 'ur')
  for (const path of ['/', '/product/guest-robe', '/product-listing'])
    for (let round = 0; round < 2; round++) {
      expect(facts(await english.get(path))).toEqual(['en', 'ltr', false])
      expect(facts(await urdu.get(path))).toEqual(['ur', 'rtl', false])
      expect(facts(await newVisitor().get(`${path}?lang=ur`))).toEqual(['ur', 'rtl', false])
      expect(facts(await newVisitor().get(`${path}?lang=en`))).toEqual(['en', 'ltr', false])
      const offered = await newVisitor().request(path, { headers: { 'accept-language': 'ur' } })
      expect([offered.headers.get('content-language'), (await offered.text()).includes(OFFER)]).toEqual(['en', true])
    }
})
