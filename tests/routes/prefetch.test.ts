import { expect, test } from 'vitest'
import { dom } from '../support/page-dom.ts'
import { everyPageType } from '../support/page-types.ts'
import { newVisitor } from '../support/people.ts'

const RULES = 'script[type=speculationrules]'

/** Returns a page's prefetch rules, or null. */
function rulesOf(page: {
  html: string
}): { prefetch: { where: { selector_matches: string }; eagerness: string }[] } | null {
  const text = dom(page).querySelector(RULES)?.textContent
  return text ? JSON.parse(text) : null
}

test('allows prefetching when the visitor points at a link, on shared pages', async () => {
  const visitor = newVisitor()
  for (const path of ['/', '/product-listing?category=Bra', '/product/guest-robe', '/faq']) {
    expect(rulesOf(await visitor.get(path))?.prefetch.map(({ eagerness }) => eagerness)).toEqual(['moderate'])
  }
  for (const path of ['/cart', '/login']) expect([path, rulesOf(await visitor.get(path))]).toEqual([path, null])
})

test('has no prefetch rules for visitors who save data', async () => {
  const response = await newVisitor().request('/', { headers: { 'save-data': 'on' } })
  expect(rulesOf({ html: await response.text() })).toBeNull()
})

test('prefetches only cached pages: nothing that signs out, changes the cart, leads to a login or counts', async () => {
  const pages = await everyPageType()
  const targets = new Set<string>()
  for (const page of pages.values()) {
    const [rule] = rulesOf(page)?.prefetch ?? []
    const links = rule ? dom(page).querySelectorAll(rule.where.selector_matches) : []
    for (const link of links) targets.add(link.getAttribute('href') ?? '')
  }
  expect(targets.size).toBeGreaterThan(20)
  for (const target of targets) {
    const answer = await newVisitor().request(target.replaceAll('&amp;', '&'))
    expect([target, answer.status, answer.headers.getSetCookie()]).toEqual([target, 200, []])
    expect([target, answer.headers.get('etag')]).toEqual([target, expect.stringMatching(/^"/)])
  }
})

test('prefetches the same page as a visit', async () => {
  const visitor = newVisitor()
  const prefetched = await visitor.request('/product/guest-robe', {
    headers: { 'sec-purpose': 'prefetch', 'sec-fetch-site': 'same-origin' },
  })
  const visited = await visitor.request('/product/guest-robe')
  expect(prefetched.headers.get('etag')).toBe(visited.headers.get('etag'))
  expect(await prefetched.text()).toBe(await visited.text())
})

test('discards prefetched pages after a form changes something', async () => {
  const response = await newVisitor().submit('/cart', { intent: 'add', product: 'x', quantity: '1' })
  expect(response.headers.get('clear-site-data')).toBe('"prefetchCache"')
})
