import { gunzipSync } from 'node:zlib'
import { Pool } from 'undici'
import { expect, inject, test } from 'vitest'
import { newPerson, newVisitor, signedIn, someProduct } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'

/** Returns what a page shows about its visitor. */
function visitorFacts(html: string): { name: string | null; lines: number; maybeReview: boolean } {
  return {
    name: />Your profile, ([^<]+)</.exec(html)?.[1] ?? null,
    lines: Number(/>Cart, (\d+) lines?</.exec(html)?.[1]),
    maybeReview: !html.includes('Log in to write one') && html.includes('Write a review'),
  }
}

async function withLines(visitor: Visitor, lines: number): Promise<Visitor> {
  const { id, size, color } = await someProduct()
  for (let quantity = 1; quantity <= lines; quantity += 1) {
    // Unknown colors make separate lines.
    await visitor.post('/cart', {
      intent: 'add',
      product: id,
      size,
      color: quantity === 1 ? color : `${color}${quantity}`,
    })
  }
  return visitor
}

/** Requests a page with a visitor's cookies, compressed or not. Not by fetch, which takes more of the processor than the shop. */
async function pageFor(
  shop: Pool,
  { cookieHeader }: Visitor,
  path: string,
  isCompressed: boolean,
): Promise<{ html: string; status: number }> {
  const headers = {
    accept: 'text/html',
    'accept-encoding': isCompressed ? 'gzip' : 'identity',
    cookie: cookieHeader,
  }
  const { body, headers: sent, statusCode } = await shop.request({ method: 'GET', path, headers })
  const bytes = Buffer.from(await body.arrayBuffer())
  if ((sent['content-encoding'] === 'gzip') !== isCompressed) throw new Error(`Not encoded as asked: ${path}`)
  return { html: (isCompressed ? gunzipSync(bytes) : bytes).toString(), status: statusCode }
}

/** Twenty times each page for each visitor, compressed and not. */
const PAGES_SEEN = 1_200

const PAGES = ['/product/guest-robe?tab=ratingReviews', '/', '/product-listing', '/product/guest-robe', '/on-sale']

test('never shows a visitor another’s name or cart: 1,200 pages for visitors in turn', async () => {
  const people = await Promise.all(
    ['Amna One', 'Bano Two', 'Chand Three', 'Dua Four'].map(async (name, place) => ({
      visitor: await withLines(await signedIn(await newPerson(name)), place % 2),
      expected: { name, lines: place % 2, maybeReview: true },
    })),
  )
  const guest = { visitor: await withLines(newVisitor(), 1), expected: { name: null, lines: 1, maybeReview: false } }
  const stranger = { visitor: newVisitor(), expected: { name: null, lines: 0, maybeReview: false } }
  const everybody = [...people, guest, stranger]
  const shop = new Pool(inject('shopUrl'), { connections: 12 })
  const wrong: unknown[] = []
  const seen = new Set<string>()
  let turn = 0
  const lane = async () => {
    while (turn < PAGES_SEEN) {
      const mine = turn++
      // Six visitors and five pages: in 30 turns each visitor has each page, then all again with or without compression.
      const { visitor, expected } = everybody[mine % everybody.length] ?? stranger
      const path = PAGES[mine % PAGES.length] ?? '/'
      const isCompressed = Math.floor(mine / (everybody.length * PAGES.length)) % 2 === 0
      const { html, status } = await pageFor(shop, visitor, path, isCompressed)
      const { maybeReview, ...rest } = visitorFacts(html)
      const { maybeReview: mayReview, ...facts } = expected
      const isRight =
        status === 200 &&
        JSON.stringify(rest) === JSON.stringify(facts) &&
        (path !== PAGES[0] || maybeReview === mayReview)
      if (!isRight) wrong.push({ path, status, expected, got: visitorFacts(html) })
      seen.add(`${mine % everybody.length} ${path} ${isCompressed}`)
    }
  }
  await Promise.all(Array.from({ length: 12 }, lane))
  await shop.close()
  expect(wrong).toEqual([])
  expect(seen.size).toBe(everybody.length * PAGES.length * 2)
}, 120_000)

test('marks a personalised page as private, and leaves the shared page unchanged', async () => {
  const guest = await withLines(newVisitor(), 1)
  const own = await guest.request('/product-listing')
  expect(own.headers.get('cache-control')).toBe('private, no-store')
  expect(own.headers.get('content-security-policy')).toContain("default-src 'self'")
  const everybodys = (await newVisitor().get('/product-listing')).html
  const withoutPlaces = (html: string) => html.replace(/(<shop-place[^>]*>)[\s\S]*?<\/shop-place>/g, '$1')
  expect(withoutPlaces(await own.text())).toBe(withoutPlaces(everybodys))
})

test('shows a flash message once on a cached page', async () => {
  const visitor = newVisitor()
  await visitor.get('/profile')
  expect((await visitor.get('/')).text).not.toContain('Please log in to continue.')
  const refused = newVisitor()
  const shown = await refused.post('/newsletter', { email: 'nobody', from: '/product-listing' })
  expect(shown.text).toContain('Please enter a valid email address')
  expect((await refused.get('/product-listing')).text).not.toContain('Please enter a valid email address')
})
