import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { anonymousClient, newPerson, newVisitor, type Person, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

// Reviews at the desk, and what shoppers see of hidden ones. A page of the shop may be ten seconds old, so shoppers ask for pages that
// nobody has asked for before.

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Desk Person')).desk
})

const slugs: string[] = []
afterAll(async () => {
  await serviceClient().from('products').delete().in('slug', slugs)
})

interface Reviewed {
  slug: string
  /** The first of its reviews, of one star. */
  id: string
  words: string
  author: Person
}

/** A product with a review of one star and another of five. */
async function reviewed(): Promise<Reviewed> {
  const slug = `judged-${crypto.randomUUID()}`
  slugs.push(slug)
  const service = serviceClient()
  const product = await service.from('products').insert({ name: 'Judged', slug, price: 100 }).select('id').single()
  if (product.error) throw product.error
  const author = await newPerson('Rude Author')
  const words = `Rude words ${crypto.randomUUID()}`
  const rows = [
    { product_id: product.data.id, user_id: author.id, rating: 1, review_text: words },
    { product_id: product.data.id, user_id: (await newPerson()).id, rating: 5, review_text: 'Kind words' },
  ]
  const { data, error } = await service.from('product_reviews').insert(rows).select('id, rating')
  if (error) throw error
  return { slug, id: data.find(({ rating }) => rating === 1)?.id ?? '', words, author }
}

const listOf = (words: string, list = 'shown') =>
  desk.get(`/desk/reviews?${new URLSearchParams({ list, search: words })}`)

/** The fields of the first form that hides or shows a review. */
const fieldsOf = (page: Page, intent: 'hide' | 'show'): Fields => formFields(page.html, `value="${intent}"`)

/** Presses a review's button in its list. */
async function press(words: string, intent: 'hide' | 'show', more: Fields = {}): Promise<Page> {
  const list = intent === 'hide' ? 'shown' : 'hidden'
  const page = await listOf(words, list)
  return desk.post(`/desk/reviews?list=${list}`, { ...fieldsOf(page, intent), ...more, intent })
}

test('a review is found by its words, with its author and product, on a page without scripts', async () => {
  const { words, slug, author } = await reviewed()
  const page = await listOf(words)
  expect(page.html).not.toMatch(/<script/)
  const root = dom(page)
  expect(all(root, '.desk-columns p[dir], .panel p[dir]')).toContain(words)
  expect(root.querySelector(`a[href="/desk/people/${author.id}"]`)?.text).toBe('Rude Author')
  expect(root.querySelector(`a[href="/product/${slug}?tab=ratingReviews"]`)).not.toBeNull()
  expect((await listOf('%00nothing like it')).text).toContain('0 reviews')
})

test('a hidden review leaves the shop’s list, sums and structured data; shown again, it is back', async () => {
  const { slug, words } = await reviewed()
  expect((await press(words, 'hide', { reason: 'It insults a tailor' })).text).toContain('The review is hidden.')
  const page = await newVisitor().get(`/product/${slug}`)
  expect(page.html).toContain('"reviewCount":1')
  expect(page.html).toContain('"ratingValue":5')
  expect(page.html).not.toContain(words)
  const tab = await newVisitor().get(`/product/${slug}?tab=ratingReviews`)
  expect(all(dom(tab), 'li.review p[dir=auto]')).toEqual(['Kind words'])
  expect((await listOf(words)).text).toContain('0 reviews')
  expect((await listOf(words, 'hidden')).text).toContain('It insults a tailor')

  expect((await press(words, 'show')).text).toContain('The review is shown again.')
  const { data } = await serviceClient().from('products').select('rating, review_count').eq('slug', slug).single()
  expect(data).toEqual({ rating: 3, review_count: 2 })
})

test('photos of a hidden review are seen at the desk only', async () => {
  const { id, words } = await reviewed()
  const file = await sharp({ create: { width: 40, height: 50, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
  const names = [crypto.randomUUID(), crypto.randomUUID()].map((one) => `review-images/${one}.webp`)
  for (const name of names)
    await serviceClient().storage.from('files').upload(name, file, { contentType: 'image/webp' })
  await serviceClient().from('product_reviews').update({ images: names }).eq('id', id)
  const [asked, unasked] = names.map((name) => `/images/320/${name}`)
  const shown = await newVisitor().request(asked ?? '')
  expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])

  await press(words, 'hide', { reason: 'It shows somebody' })
  expect((await newVisitor().request(unasked ?? '')).status).toBe(404)
  for (const name of names) expect((await anonymousClient().storage.from('files').download(name)).error).not.toBeNull()
  const link = dom(await listOf(words, 'hidden')).querySelector('a[href^="/desk/reviews/photos/"]')
  const sent = await desk.request(link?.getAttribute('href') ?? '')
  expect(sent.status).toBe(302)
  expect((await fetch(sent.headers.get('location') ?? '')).headers.get('content-type')).toBe('image/webp')
  expect((await desk.request('/desk/reviews/photos/x.webp')).status).toBe(404)
})

test('a hidden review that its author deletes and writes anew is hidden again', async () => {
  const { slug, words, author } = await reviewed()
  await press(words, 'hide', { reason: 'It insults a tailor' })
  const visitor = await signedIn(author)
  const path = `/product/${slug}?tab=ratingReviews`
  await visitor.post(path, { intent: 'delete' })
  const again = `Rude again ${crypto.randomUUID()}`
  const page = await visitor.post(path, { rating: '1', text: again })
  expect(all(dom(page), '.notice')).toContain('We have hidden your review from other shoppers: It insults a tailor')
  expect((await listOf(again, 'hidden')).text).toContain(again)
  expect((await listOf(again)).text).toContain('0 reviews')
})

test('its author sees that it is hidden, with the reason, and others don’t', async () => {
  const { slug, words, author } = await reviewed()
  await press(words, 'hide', { reason: 'It names <b>somebody</b>' })
  const path = `/product/${slug}?tab=ratingReviews`
  const own = await (await signedIn(author)).get(path)
  expect(all(dom(own), '.notice')).toEqual(['We have hidden your review from other shoppers: It names <b>somebody</b>'])
  expect(all(dom(own), '.own-review a')).toEqual(['Edit your review', 'Delete it'])
  const other = await (await signedIn(await newPerson())).get(path)
  expect(other.text).not.toContain('hidden')
  expect(other.text).toContain('Write a review')
})

test('the change is recorded, and its reason is asked for', async () => {
  const { id, words } = await reviewed()
  const empty = await press(words, 'hide', { reason: '  ' })
  expect([empty.status, empty.text.includes('Please enter the reason.')]).toEqual([400, true])
  await press(words, 'hide', { reason: 'Spam' })
  const page = await desk.get(`/desk/audit?kind=review&subject=${id}`)
  expect(all(dom(page), '.desk-changes b')).toEqual(['Hide review'])
  expect(page.text).toContain('Spam')
})

test('of two who hide the same review the second is told, and keeps what was typed', async () => {
  const { words } = await reviewed()
  const older = fieldsOf(await listOf(words), 'hide')
  await serviceClient().from('product_reviews').update({ rating: 2 }).eq('id', String(older.id))
  const url = `/desk/reviews?${new URLSearchParams({ list: 'shown', search: words })}`
  const page = await desk.post(url, { ...older, reason: 'Spam', intent: 'hide' })
  expect(page.status).toBe(409)
  expect(page.text).toContain('Somebody changed it meanwhile')
  expect(dom(page).querySelector('input[name=reason]')?.getAttribute('value')).toBe('Spam')
  const again = await desk.post(url, { ...fieldsOf(page, 'hide'), intent: 'hide' })
  expect(again.text).toContain('The review is hidden.')
  const late = await desk.post(url, { ...older, reason: 'Spam', intent: 'hide' })
  expect([late.status, late.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
})
