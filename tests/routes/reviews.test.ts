import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { asPerson, newPerson, newVisitor, serviceClient, signedIn, type Person } from '../support/people.ts'
import { placeOrder } from '../support/checkout.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import type { Visitor } from '../support/visitor.ts'

const PRODUCT = '/product/guest-robe'
const TAB = `${PRODUCT}?tab=ratingReviews`

const made: string[] = []
afterAll(async () => {
  await serviceClient().from('products').delete().in('slug', made)
})

async function productWithReviews(...ratings: number[]) {
  const slug = `reviewed-${crypto.randomUUID()}`
  made.push(slug)
  const { data } = await serviceClient()
    .from('products')
    .insert({ name: 'Reviewed', slug, price: 100, created_at: '2020-01-01' })
    .select('id')
    .single()
  const people: Person[] = []
  for (const [place, rating] of ratings.entries()) {
    const person = await newPerson(`Author ${place}`)
    people.push(person)
    await serviceClient()
      .from('product_reviews')
      .insert({
        product_id: data?.id ?? '',
        user_id: person.id,
        rating,
        review_text: `Words ${place}`,
        created_at: new Date(Date.now() - place * 60_000).toISOString(),
      })
  }
  return { id: data?.id ?? '', slug, people, path: `/product/${slug}?tab=ratingReviews` }
}

const shown = async (path: string) => all(dom(await newVisitor().get(path)), 'li.review p[dir=auto]')

async function picture(format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<File> {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a05' } })
    .withExif({ IFD0: { Copyright: 'where I live' } })
    .toFormat(format)
    .toBuffer()
  return new File([new Uint8Array(bytes)], `mine.${format}`, { type: `image/${format}` })
}

async function write(
  visitor: Visitor,
  slug: string,
  fields: { rating?: string; text?: string; fit?: string; images?: File[] },
) {
  const body = new FormData()
  if (fields.rating !== undefined) body.set('rating', fields.rating)
  if (fields.text !== undefined) body.set('text', fields.text)
  if (fields.fit !== undefined) body.set('fit', fields.fit)
  for (const image of fields.images ?? [new File([], '')]) body.append('images', image)
  const response = await visitor.request(`/product/${slug}?tab=ratingReviews&write=1`, { method: 'POST', body })
  const location = response.headers.get('location')
  const page = location
    ? await visitor.get(location)
    : { html: await response.text(), url: '', text: '', headers: response.headers, status: response.status }
  return { status: response.status, root: dom(page), text: words(dom(page).querySelector('main')) }
}

const stored = async (id: string) =>
  (await serviceClient().from('product_reviews').select('*').eq('product_id', id)).data ?? []

test('sorts in three orders (RV-01, RV-02, RV-03, RV-04, RV-05, RV-06)', async () => {
  const { path } = await productWithReviews(3, 5, 1, 4)
  expect(all(dom(await newVisitor().get(path)), '.review-sort a')).toEqual([
    'Latest',
    'Highest Rated',
    'Lowest Rated',
    'Most Helpful',
    'Photos first',
  ])
  expect(await shown(path)).toEqual(['Words 0', 'Words 1', 'Words 2', 'Words 3'])
  expect(await shown(`${path}&sort=highest`)).toEqual(['Words 1', 'Words 3', 'Words 0', 'Words 2'])
  expect(await shown(`${path}&sort=lowest`)).toEqual(['Words 2', 'Words 0', 'Words 3', 'Words 1'])
})

test('a review says its author’s size, and the tab has the sum of how it runs and chooses by size', async () => {
  const { id, slug, path } = await productWithReviews(4, 5)
  const variants = ['M', 'L'].map((size, place) => ({ product_id: id, size, display_order: place, stock: 5 }))
  expect((await serviceClient().from('product_variants').insert(variants)).error).toBeNull()
  const visitor = await signedIn(await newPerson('Sizing Person'))
  const form = dom(await visitor.get(`${path}&write=1`))
  expect(all(form, '.review-form select[name=size] option')).toEqual(['–', 'M', 'L'])
  const body = new FormData()
  const said = { rating: '5', text: 'Sits well', fit: 'small', size: 'L', usualSize: 'Buy elsewhere' }
  for (const [name, value] of Object.entries(said)) body.set(name, value)
  await visitor.request(`${path}&write=1`, { method: 'POST', body })
  expect(await stored(id)).toContainEqual(expect.objectContaining({ size: 'L', usual_size: null, fit: 'small' }))

  const tab = dom(await newVisitor().get(path))
  expect(all(tab, '.fit-scale li')).toEqual(['Runs small 1', 'Runs true to size 0', 'Runs large 0'])
  expect(all(tab, 'nav[aria-label="Reviews by size"] a')).toEqual(['All sizes', 'L (1)'])
  expect(await shown(`/product/${slug}?tab=ratingReviews&has=L`)).toEqual(['Sits well'])
  const chosen = dom(await newVisitor().get(`${path}&has=L`))
  expect(words(chosen.querySelector('li.review'))).toContain('Size L, Runs small')
  expect(words(dom(await newVisitor().get(`${path}&has=XS`)))).toContain('No review is of this size yet.')
})

test('the form of somebody who received the product has the size of the order, and nobody else’s', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'cod')
  const sizeIn = async (of: Visitor) =>
    dom(await of.get(`${TAB}&write=1`))
      .querySelector('select[name=size] option[selected]')
      ?.getAttribute('value') ?? ''
  expect(await sizeIn(visitor)).toBe('')
  for (const status of ['Shipped', 'Delivered'])
    await serviceClient().from('orders').update({ status }).eq('order_id', orderId)
  const { data } = await serviceClient()
    .from('order_items')
    .select('selected_size, orders!inner(order_id)')
    .eq('orders.order_id', orderId)
    .single()
  expect(await sizeIn(visitor)).toBe(data?.selected_size)
  expect(await sizeIn(await signedIn(await newPerson()))).toBe('')
})

test('reviews with photos come first if that is asked', async () => {
  const { path, people } = await productWithReviews(5, 4, 3)
  await serviceClient()
    .from('product_reviews')
    .update({ images: ['/pictures/satin-robe-with-tie-belt-red-detail.webp'] })
    .eq('user_id', people[1]?.id ?? '')
  expect(await shown(`${path}&sort=photos`)).toEqual(['Words 1', 'Words 0', 'Words 2'])
})

test('shows four reviews first, and two more each time (RV-07, RV-08)', async () => {
  const { path } = await productWithReviews(5, 4, 3, 2, 1, 5, 4)
  const counts: number[] = []
  for (let next: string | undefined = path; next;) {
    const root = dom(await newVisitor().get(next))
    counts.push(root.querySelectorAll('li.review').length)
    next = root
      .querySelectorAll('a')
      .find((link) => words(link) === 'Load More Reviews')
      ?.getAttribute('href')
  }
  expect(counts).toEqual([4, 6, 7])
})

test('shows a review’s author, stars, text and pictures (RV-09, RV-10, RV-11, RV-12, RV-13)', async () => {
  const { id, path, people } = await productWithReviews(4)
  const author = people[0]?.id ?? ''
  await serviceClient()
    .from('profiles')
    .update({ avatar_url: `profilePictures/${author}.webp` })
    .eq('id', author)
  await serviceClient()
    .from('product_reviews')
    .update({ images: ['/pictures/satin-robe-with-tie-belt-red-detail.webp'] })
    .eq('product_id', id)
  const review = dom(await newVisitor().get(path)).querySelector('li.review')
  expect(words(review?.querySelector('.review-author') ?? null)).toContain('Author 0')
  expect(review?.querySelector('.avatar img')?.getAttribute('src')).toBe(`/images/160/profilePictures/${author}.jpg`)
  expect(review?.querySelector('.stars')?.getAttribute('aria-label')).toBe('4 out of 5')
  expect(words(review?.querySelector('p[dir=auto]') ?? null)).toBe('Words 0')
  expect(review?.querySelectorAll('.review-images img').map((image) => image.getAttribute('src'))).toEqual([
    '/images/160/pictures/satin-robe-with-tie-belt-red-detail.jpg',
  ])
})

test('disables the button for guests, and opens the form for shoppers (RV-14, RV-15, RV-16, RV-22)', async () => {
  const out = dom(await newVisitor().get(TAB))
  const button = out.querySelectorAll('main button').find((one) => words(one) === 'Write a review')
  expect(button?.hasAttribute('disabled')).toBe(true)
  expect(dom(await newVisitor().get(`${TAB}&write=1`)).querySelector('textarea')).toBeNull()
  const visitor = await signedIn(await newPerson())
  const closed = dom(await visitor.get(TAB))
  expect(closed.querySelector('textarea')).toBeNull()
  const link = closed
    .querySelectorAll('main a')
    .find((one) => words(one) === 'Write a review')
    ?.getAttribute('href')
  expect(dom(await visitor.get(link ?? '')).querySelector('form#write textarea[name=text]')).not.toBeNull()
  const { slug, id } = await productWithReviews()
  const refused = await write(newVisitor(), slug, { rating: '5', text: 'From nobody' })
  expect([refused.status, refused.text]).toEqual([
    401,
    expect.stringContaining('You must be logged in to write a review'),
  ])
  expect(words(refused.root.querySelector('textarea'))).toBe('From nobody')
  expect(await stored(id)).toEqual([])
})

test('asks for a rating, a text and up to three pictures (RV-17, RV-18, RV-19, RV-21, RV-23, RV-24)', async () => {
  const visitor = await signedIn(await newPerson())
  const form = dom(await visitor.get(`${TAB}&write=1`)).querySelector('form#write')
  expect(form?.getAttribute('enctype')).toBe('multipart/form-data')
  expect(form?.querySelectorAll('input[name=rating]').map((radio) => radio.getAttribute('value'))).toEqual([
    '5',
    '4',
    '3',
    '2',
    '1',
  ])
  const files = form?.querySelectorAll('input[type=file]') ?? []
  expect(files.map((file) => [file.getAttribute('name'), file.getAttribute('accept')])).toEqual(
    Array.from({ length: 3 }, () => ['images', 'image/*']),
  )
  const { slug, id } = await productWithReviews()
  const empty = await write(visitor, slug, { text: '  ' })
  expect([empty.status, words(empty.root.querySelector('title'))]).toEqual([400, 'Error: Reviewed | Chambeli'])
  expect(all(empty.root, '[role=alert] a')).toEqual(['Please select a rating', 'Please write your review'])
  const half = await write(visitor, slug, { text: 'Kept words' })
  expect(all(half.root, '[role=alert] a')).toEqual(['Please select a rating'])
  expect(words(half.root.querySelector('textarea'))).toBe('Kept words')
  for (const rating of ['0', '6', '2.5', 'x'])
    expect((await write(visitor, slug, { rating, text: 'x' })).text).toContain('Please select a rating')
  expect(await stored(id)).toEqual([])
})

test('refuses a fourth picture (RV-20)', async () => {
  const { slug, id } = await productWithReviews()
  const four = await Promise.all(Array.from({ length: 4 }, () => picture()))
  const page = await write(await signedIn(await newPerson()), slug, { rating: '5', text: 'Four', images: four })
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('You can upload a maximum of 3 images')])
  expect(await stored(id)).toEqual([])
})

test('stores a review with pictures of every format, re-encoded and without metadata (RV-26, RV-28, DB-52)', async () => {
  const { slug, id } = await productWithReviews()
  const visitor = await signedIn(await newPerson('Nida'))
  const images = await Promise.all([picture('jpeg'), picture('png'), picture('webp')])
  const page = await write(visitor, slug, { rating: '4', text: 'Lovely, and soft.', images })
  expect(page.text).toContain('Images uploaded successfully')
  expect(page.text).toContain('Review submitted successfully!')
  expect(page.text).toContain('Lovely, and soft.')
  const [review] = await stored(id)
  expect(review?.images).toHaveLength(3)
  for (const path of review?.images ?? []) {
    expect(path).toMatch(/^review-images\/[0-9a-f-]{36}\.webp$/)
    const { data } = await serviceClient().storage.from('files').download(path)
    const meta = await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata()
    expect([meta.format, meta.width, meta.exif]).toEqual(['webp', 60, undefined])
    const response = await newVisitor().request(`/images/160/${path.replace('.webp', '.jpg')}`)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
  }
})

test('reviewers say how a product runs, and the product shows the sum with its sizes and reviews (RV-32, PD-48)', async () => {
  const { id, slug, path } = await productWithReviews()
  for (const fit of ['true', 'true', 'small', undefined]) {
    await write(await signedIn(await newPerson()), slug, { rating: '5', text: 'Lovely', fit })
  }
  expect((await stored(id)).map(({ fit }) => String(fit)).toSorted()).toEqual(['null', 'small', 'true', 'true'])
  for (const tab of ['ratingReviews', 'SizeGuide'])
    expect((await newVisitor().get(path.replace('ratingReviews', tab))).text).toContain(
      'Runs true to size: 2 of 3 reviewers',
    )
  const wrong = await write(await signedIn(await newPerson()), slug, { rating: '5', text: 'x', fit: 'tight' })
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Please choose one.')])
})

test('replaces a shopper’s earlier review and keeps its pictures', async () => {
  const { slug, id } = await productWithReviews()
  const visitor = await signedIn(await newPerson())
  await write(visitor, slug, { rating: '2', text: 'First thoughts', images: [await picture()] })
  const form = dom(await visitor.get(`/product/${slug}?tab=ratingReviews&write=1`))
  expect(words(form.querySelector('textarea'))).toBe('First thoughts')
  expect(form.querySelector('input[name=rating][checked]')?.getAttribute('value')).toBe('2')
  await write(visitor, slug, { rating: '5', text: 'Second thoughts' })
  const reviews = await stored(id)
  expect(reviews.map(({ rating, review_text: text, images }) => [rating, text, images.length])).toEqual([
    [5, 'Second thoughts', 1],
  ])
  expect(new Date(reviews[0]?.updated_at ?? 0).getTime()).toBeGreaterThan(
    new Date(reviews[0]?.created_at ?? 0).getTime(),
  )
})

/** Presses the Helpful button of a review in the list at `path`. */
async function vote(visitor: Visitor, path: string, text: string) {
  const review = dom(await visitor.get(path))
    .querySelectorAll('li.review')
    .find((one) => words(one.querySelector('p[dir=auto]')) === text)
  const form = review?.querySelector('form.helpful')
  const value = (name: string) => form?.querySelector(`input[name=${name}]`)?.getAttribute('value') ?? ''
  return visitor.post(form?.getAttribute('action')?.replaceAll('&amp;', '&') ?? '', {
    intent: 'helpful',
    review: value('review'),
    from: value('from').replaceAll('&amp;', '&'),
  })
}

test('counts the ratings, and links each bar to its reviews', async () => {
  const { path } = await productWithReviews(5, 3, 5, 1, 5, 5, 5)
  const root = dom(await newVisitor().get(`${path}&sort=lowest`))
  expect(all(root, '.histogram li')).toEqual([
    '5 ★ stars: 5 reviews',
    '4 ★ stars: 0 reviews',
    '3 ★ stars: 1 review',
    '2 ★ stars: 0 reviews',
    '1 ★ star: 1 review',
  ])
  // A rating without reviews is no link.
  expect(root.querySelectorAll('.histogram a')).toHaveLength(3)
  const only = dom(await newVisitor().get(links(root, '.histogram a')[0] ?? ''))
  expect(all(only, 'li.review p[dir=auto]')).toEqual(['Words 0', 'Words 2', 'Words 4', 'Words 5'])
  expect(only.querySelector('.histogram [aria-current=true]')?.getAttribute('href')).toContain('rating=5')
  expect(words(only.querySelector('.review-sort [aria-current=true]'))).toBe('Lowest Rated')
  const more = only.querySelectorAll('a').find((link) => words(link) === 'Load More Reviews')
  expect(all(dom(await newVisitor().get(more?.getAttribute('href') ?? '')), 'li.review')).toHaveLength(5)
  const all7 = only.querySelectorAll('a').find((link) => words(link) === 'Show all 7')
  expect(await shown(`${all7?.getAttribute('href')}`)).toHaveLength(4)
})

test('links a photo to its large version', async () => {
  const { id, path } = await productWithReviews(4)
  await serviceClient()
    .from('product_reviews')
    .update({ images: ['/pictures/satin-robe-with-tie-belt-red-detail.webp'] })
    .eq('product_id', id)
  const link = dom(await newVisitor().get(path)).querySelector('.review-images a')
  expect(link?.getAttribute('href')).toBe('/images/2400/pictures/satin-robe-with-tie-belt-red-detail.webp')
  expect(link?.getAttribute('aria-label')).toBe('Enlarge: Photo 1 by Author 0')
  const large = await newVisitor().request(link?.getAttribute('href') ?? '')
  expect([large.status, large.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('lets authors edit and delete their own review, after a confirmation', async () => {
  const { slug, id, people, path } = await productWithReviews(4, 2)
  const person = people[0]
  if (!person) throw new Error('Nobody wrote.')
  const visitor = await signedIn(person)
  const ways = (page: Awaited<ReturnType<Visitor['get']>>) =>
    all(dom(page), 'shop-place[data-part=write-review] > p > a')
  expect(ways(await visitor.get(path))).toEqual(['Edit your review', 'Delete it'])
  const votes = async (of: Visitor) => all(dom(await of.get(path)), '.helpful shop-place').toSorted()
  const theirs = ['Helpful: the review by Author 0', 'Helpful: the review by Author 1']
  expect(await votes(newVisitor())).toEqual(theirs)
  expect(await votes(visitor)).toEqual([theirs[1], 'Your review'])
  const stranger = await signedIn(await newPerson())
  expect(all(dom(await stranger.get(path)), 'shop-place[data-part=write-review] a')).toEqual(['Write a review'])
  const edit = links(dom(await visitor.get(path)), '.own-review a')
  expect(words(dom(await visitor.get(edit[0] ?? '')).querySelector('form#write h2'))).toBe('Edit your review')
  const question = dom(await visitor.get(edit[1] ?? '')).querySelector('form#write')
  expect(words(question?.querySelector('h2') ?? null)).toBe('Delete your review?')
  expect(await stored(id)).toHaveLength(2)
  const done = await visitor.post(question?.getAttribute('action') ?? '', { intent: 'delete' })
  expect(done.text).toContain('Your review is deleted.')
  expect((await stored(id)).map(({ user_id: author }) => author)).toEqual([people[1]?.id])
  expect(all(dom(await visitor.get(path)), 'shop-place[data-part=write-review] a')).toEqual(['Write a review'])
  // Nobody can delete another's review, and guests are asked to log in.
  await stranger.post(path, { intent: 'delete' })
  expect((await newVisitor().post(path, { intent: 'delete' })).url).toMatch(/^\/login\?to=/)
  expect(await stored(id)).toHaveLength(1)
  expect((await newVisitor().get(`/product/${slug}`)).text).toMatch(/2 1 review/)
})

test('queues photos of a deleted or changed review for removal, unless another review uses them', async () => {
  const { slug, id } = await productWithReviews()
  const visitor = await signedIn(await newPerson())
  await write(visitor, slug, { rating: '4', text: 'One', images: [await picture(), await picture()] })
  const before = (await stored(id))[0]?.images ?? []
  const thief = await newPerson()
  const direct = await asPerson(thief)
  const stolen = { product_id: id, user_id: thief.id, rating: 1, review_text: 'x', images: before.slice(0, 1) }
  expect((await direct.from('product_reviews').insert(stolen)).error?.code).toBe('42501')
  await serviceClient().from('product_reviews').insert(stolen)
  await direct.from('product_reviews').delete().eq('user_id', thief.id)
  const listed = async () =>
    ((await serviceClient().from('files_to_remove').select('path').in('path', before)).data ?? []).map(
      (row) => row.path,
    )
  expect(await listed()).toEqual([])
  await write(visitor, slug, { rating: '4', text: 'Two', images: [await picture()] })
  expect((await listed()).sort()).toEqual(before.toSorted())
  const [after = ''] = (await stored(id))[0]?.images ?? []
  await visitor.post(`/product/${slug}?tab=ratingReviews`, { intent: 'delete' })
  const { data } = await serviceClient().from('files_to_remove').select('path').eq('path', after)
  expect(data).toHaveLength(1)
})

test('marks a review as a verified purchase if an order of the author was delivered', async () => {
  const { id, people, path } = await productWithReviews(5, 5, 5)
  const order = async (person: Person | undefined, status: 'Delivered' | 'Processing') => {
    const { data, error } = await serviceClient()
      .from('orders')
      .insert({
        order_id: `ORD-${Date.now()}-${Math.floor(Math.random() * 999)}`,
        user_id: person?.id,
        status,
        payment_method: 'cod',
        shipping_address: {},
        billing_address: {},
        shipping_city: 'Lahore',
        subtotal: 100,
        delivery_fee: 0,
        total_amount: 100,
        device: 'Mobile',
        attempt_key: crypto.randomUUID(),
        attempt_hash: 'x',
      })
      .select('id')
      .single()
    if (error) throw error
    const item = { quantity: 1, price: 100, price_at_purchase: 100, subtotal: 100, product_name: 'Reviewed' }
    const added = await serviceClient()
      .from('order_items')
      .insert({ ...item, order_id: data.id, product_id: id })
    if (added.error) throw added.error
    return data.id
  }
  await order(people[0], 'Delivered')
  await order(people[1], 'Processing')
  const verified = dom(await newVisitor().get(path))
    .querySelectorAll('li.review')
    .filter((review) => words(review).includes('Verified purchase'))
  expect(verified.map((review) => words(review.querySelector('p[dir=auto]')))).toEqual(['Words 0'])
})

test('counts one helpful mark per shopper, none from the author, and sorts by them on request', async () => {
  const { people, path } = await productWithReviews(3, 5, 4)
  const list = `${path}&sort=helpful`
  const voters = [await signedIn(await newPerson()), await signedIn(await newPerson())]
  for (const voter of voters) {
    const page = await vote(voter, list, 'Words 2')
    expect([page.url, page.text]).toEqual([`${list}#tabs`, expect.stringContaining('Thank you. Your vote is counted.')])
  }
  const again = await vote(voters[0] ?? newVisitor(), list, 'Words 2')
  expect(again.text).toContain('You have marked this review as helpful before.')
  await vote(voters[0] ?? newVisitor(), list, 'Words 1')
  const author = people[0]
  if (!author) throw new Error('Nobody wrote.')
  expect((await vote(await signedIn(author), list, 'Words 0')).text).toContain('This review is your own.')
  // A URL that isn't cached yet.
  const fresh = `${list}&reviews=6`
  expect(await shown(fresh)).toEqual(['Words 2', 'Words 1', 'Words 0'])
  expect(await shown(path)).toEqual(['Words 0', 'Words 1', 'Words 2'])
  expect(all(dom(await newVisitor().get(fresh)), 'li.review .helpful > span')).toEqual([
    '2 shoppers found this helpful',
    '1 shopper found this helpful',
  ])
  const guest = await vote(newVisitor(), list, 'Words 0')
  expect(guest.url).toBe(`/login?to=${encodeURIComponent(`${list}#tabs`)}`)
  expect(guest.text).toContain('Please log in to say which reviews helped you.')
})

test('attack: rejects votes past the shop and for unknown reviews, and hides the voters', async () => {
  const { id, path } = await productWithReviews(3)
  const person = await newPerson()
  const direct = await asPerson(person)
  const review = (await stored(id))[0]?.id ?? ''
  expect((await direct.from('review_votes').insert({ review_id: review, user_id: person.id })).error?.code).toBe(
    '42501',
  )
  expect((await direct.from('review_votes').select('*')).error?.code).toBe('42501')
  const visitor = await signedIn(person)
  const gone = await visitor.post(path, { intent: 'helpful', review: crypto.randomUUID() })
  expect(gone.text).toContain('This review is no longer there.')
  for (const [name, value] of [
    ['review', 'x'],
    ['from', 'https://evil.example'],
  ] as const) {
    const page = await visitor.post(path, { intent: 'helpful', review, from: '', [name]: value })
    expect(page.url).toMatch(/^\/product\/reviewed-[\w-]+\?tab=ratingReviews#tabs$/)
  }
})

test('counts a refused photo neither as an upload nor as a review', async () => {
  const { slug, id } = await productWithReviews()
  const visitor = await signedIn(await newPerson())
  const wrong = new File(['no picture'], 'a.jpg', { type: 'image/jpeg' })
  for (let n = 0; n < 22; n += 1)
    expect((await write(visitor, slug, { rating: '5', text: 'Kept', images: [wrong] })).status).toBe(400)
  expect((await write(visitor, slug, { rating: '5', text: 'Right', images: [await picture()] })).status).toBe(302)
  expect((await stored(id)).map(({ images }) => images.length)).toEqual([1])
})

test('attack: limits refused photos separately', async () => {
  const { slug } = await productWithReviews()
  const visitor = await signedIn(await newPerson())
  const wrong = new File(['no picture'], 'a.jpg', { type: 'image/jpeg' })
  const statuses: number[] = []
  for (let n = 0; n < 61; n += 1)
    statuses.push((await write(visitor, slug, { rating: '5', text: 'Kept', images: [wrong] })).status)
  expect([statuses.slice(0, 60).every((status) => status === 400), statuses[60]]).toEqual([true, 429])
})

test('shows that there are no reviews (RV-31)', async () => {
  const { path } = await productWithReviews()
  expect((await newVisitor().get(path)).text).toContain('No reviews yet. Be the first to review this product!')
})

const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], 'a.svg', {
  type: 'image/svg+xml',
})
const html = new File(['<html><script>alert(1)</script>'], 'a.jpg', { type: 'image/jpeg' })
const php = new File(['<?php system($_GET["c"]); ?>'], '../../a.php.png', { type: 'image/png' })
const polyglot = new File(['GIF89a/*<script>*/=1;alert(1)'], 'a.gif', { type: 'image/gif' })
const magic = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], 'a.jpg', { type: 'image/jpeg' })

test.each([
  ['svg', svg],
  ['html named jpg', html],
  ['renamed php with a path', php],
  ['gif polyglot', polyglot],
  ['only a magic number', magic],
])('attack: refuses %s as a picture and stores nothing (RV-27)', async (_, file) => {
  const { slug, id } = await productWithReviews()
  const page = await write(await signedIn(await newPerson()), slug, { rating: '5', text: 'Kept', images: [file] })
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('Failed to upload images')])
  expect(words(page.root.querySelector('textarea'))).toBe('Kept')
  expect(await stored(id)).toEqual([])
})

test('attack: refuses a picture of 16000 × 16000, one of 6 MB and a body of 17 MB', async () => {
  const { slug, id } = await productWithReviews()
  const visitor = await signedIn(await newPerson())
  const huge = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  const bomb = await write(visitor, slug, {
    rating: '5',
    text: 'x',
    images: [new File([new Uint8Array(huge)], 'a.png', { type: 'image/png' })],
  })
  expect(bomb.status).toBe(400)
  const large = new File([new Uint8Array(6 * 1024 * 1024)], 'a.jpg', { type: 'image/jpeg' })
  expect((await write(visitor, slug, { rating: '5', text: 'x', images: [large] })).status).toBe(400)
  const most = new File([new Uint8Array(17 * 1024 * 1024)], 'a.jpg', { type: 'image/jpeg' })
  expect((await write(visitor, slug, { rating: '5', text: 'x', images: [most] })).status).toBe(413)
  expect(await stored(id)).toEqual([])
})

test('attack: escapes markup in reviews, and lets nobody write in another’s name or change another’s review', async () => {
  const { slug, id, people } = await productWithReviews(1)
  const author = await newPerson('<b>Bold</b>')
  const visitor = await signedIn(author)
  const body = new FormData()
  for (const [name, value] of Object.entries({
    rating: '5',
    text: '<img src=x onerror=alert(1)>',
    user_id: people[0]?.id ?? '',
    id: crypto.randomUUID(),
    created_at: '2020-01-01',
  }))
    body.set(name, value)
  await visitor.request(`/product/${slug}?tab=ratingReviews`, { method: 'POST', body })
  const page = await newVisitor().get(`/product/${slug}?tab=ratingReviews`)
  expect(page.html).not.toContain('<img src=x')
  expect(page.html).not.toContain('<b>Bold</b>')
  const mine = (await stored(id)).find(({ user_id: user }) => user === author.id)
  expect(mine?.review_text).toBe('<img src=x onerror=alert(1)>')
  expect(mine?.created_at.startsWith('2020')).toBe(false)
  const direct = (await asPerson(author)).from('product_reviews')
  const forged = { product_id: id, user_id: people[0]?.id ?? '', rating: 5, review_text: 'x' }
  expect((await direct.update({ rating: 5 }).eq('user_id', forged.user_id)).error?.code).toBe('42501')
  expect((await direct.insert(forged)).error?.code).toBe('42501')
})

test('attack: makes the sixth review of a day wait', async () => {
  const visitor = await signedIn(await newPerson())
  const { slug } = await productWithReviews()
  for (let n = 0; n < 5; n += 1) await write(visitor, slug, { rating: '5', text: `Words ${n}` })
  const page = await write(visitor, slug, { rating: '5', text: 'One too many' })
  expect([page.status, page.text]).toEqual([429, expect.stringContaining('Too many tries.')])
  expect(words(page.root.querySelector('textarea'))).toBe('One too many')
})

test('works with links and forms, without JavaScript', async () => {
  const root = dom(await newVisitor().get('/product/seamless-t-shirt-bra?tab=ratingReviews'))
  expect(
    links(root, '.review-sort a').every((link) => link.startsWith('/product/seamless-t-shirt-bra?tab=ratingReviews')),
  ).toBe(true)
})
