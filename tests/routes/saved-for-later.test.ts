import { expect, test } from 'vitest'
import { all, dom, links, words } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

/** Makes a product in sizes S and M, with 5 pieces each, and in Beige and Maroon, each with a picture. */
async function newGown(): Promise<{ id: string; slug: string }> {
  const slug = `gown-${crypto.randomUUID().slice(0, 8)}`
  const tables = serviceClient()
  const { data } = await tables.from('products').insert({ name: 'Gown', slug, price: 2000 }).select('id').single()
  const id = data?.id ?? ''
  const { data: colors } = await tables.from('colors').select('id, name').in('name', ['Beige', 'Maroon']).order('name')
  for (const [place, color] of (colors ?? []).entries()) {
    const of = { product_id: id, color_id: color.id, display_order: place }
    await tables.from('product_colors').insert(of)
    await tables.from('product_media').insert({ ...of, url: `/pictures/${color.name.toLowerCase()}-gown.webp` })
  }
  await tables
    .from('product_variants')
    .insert(['S', 'M'].map((size, place) => ({ product_id: id, size, stock: 5, display_order: place })))
  return { id, slug }
}

const add = (visitor: Visitor, product: string, size: string, color: string, quantity: string) =>
  visitor.post('/cart', { intent: 'add', product, size, color, quantity })

/** Presses 'Save for later' of the cart's first line. */
async function saveForLater(visitor: Visitor): Promise<Page> {
  const form = dom(await visitor.get('/cart')).querySelector('.line-options form[action="/wishlist"]')
  return visitor.post('/wishlist', { ...formFields(form?.outerHTML ?? '', 'later'), intent: 'later' })
}

/** Returns what the cart has: sizes and colours with their quantities. */
const cartOf = async (visitor: Visitor) =>
  dom(await visitor.get('/cart'))
    .querySelectorAll('.cart-line')
    .map((line) => [words(line.querySelector('.line-about')), words(line.querySelector('output'))])

const wishes = (page: Page) => dom(page).querySelectorAll('.wishes li')
/** Returns the chosen size and colour of each wish, with the number of pieces. */
const chosen = (page: Page) =>
  wishes(page).map((wish) => [...all(wish, 'option[selected]'), ...all(wish, '.line-about')].join(', '))
const moveFields = (page: Page) => formFields(wishes(page)[0]?.outerHTML ?? '', 'value="move"')

async function setStock(product: string, size: string, stock: number): Promise<void> {
  await serviceClient().from('product_variants').update({ stock }).eq('product_id', product).eq('size', size)
}

test('a line that is saved for later keeps its size, color and quantity, and moves back with them (CA-52)', async () => {
  const { id } = await newGown()
  for (const visitor of [newVisitor(), await signedIn(await newPerson())]) {
    await add(visitor, id, 'M', 'Maroon', '2')
    await saveForLater(visitor)
    const page = await visitor.get('/wishlist')
    expect(chosen(page)).toEqual(['M, Maroon, 2 pieces'])
    expect(wishes(page)[0]?.querySelector('img')?.getAttribute('src')).toContain('maroon-gown')
    expect(moveFields(page)).toMatchObject({ size: 'M', color: 'Maroon' })
    await visitor.post('/wishlist', { ...moveFields(page), intent: 'move' })
    expect(await cartOf(visitor)).toEqual([['Size M, Maroon', '2']])
    expect(wishes(await visitor.get('/wishlist'))).toHaveLength(0)
  }
})

test('lines of one product are saved for later beside each other, and removed and restored one by one (CA-52)', async () => {
  const { id, slug } = await newGown()
  for (const visitor of [newVisitor(), await signedIn(await newPerson())]) {
    await visitor.submit('/wishlist', { slug, intent: 'save' })
    for (const [size, color] of [
      ['S', 'Beige'],
      ['M', 'Maroon'],
    ] as const) {
      await add(visitor, id, size, color, '3')
      await saveForLater(visitor)
    }
    const both = ['M, Maroon, 3 pieces', 'S, Beige, 3 pieces']
    const page = await visitor.get('/wishlist')
    expect(chosen(page)).toEqual(both)
    const removed = await visitor.post('/wishlist', {
      ...formFields(wishes(page)[1]?.outerHTML ?? '', 'value="remove"'),
      intent: 'remove',
    })
    expect(chosen(removed)).toEqual(both.slice(0, 1))
    const undone = await visitor.post('/wishlist', { ...formFields(removed.html, 'Undo'), intent: 'save' })
    expect(chosen(undone)).toEqual(both.toReversed())
    const hearts = dom(await visitor.get(`/product/${slug}`)).querySelectorAll('form.heart button')
    expect(hearts.map((heart) => heart.getAttribute('value'))).toEqual(['remove'])
  }
})

test('putting a line back from the cart takes it off the wishlist (CA-52)', async () => {
  const { id } = await newGown()
  for (const visitor of [newVisitor(), await signedIn(await newPerson())]) {
    await add(visitor, id, 'M', 'Maroon', '2')
    const notice = dom(await saveForLater(visitor)).querySelector('.left-line')
    expect(words(notice)).toBe('Saved Gown for later in your wishlist. Put it back')
    const form = notice?.outerHTML ?? ''
    const back = await visitor.post('/wishlist', { ...formFields(form, 'Put it back'), intent: 'move' })
    expect(back.url).toMatch(/^\/cart/)
    expect(await cartOf(visitor)).toEqual([['Size M, Maroon', '2']])
    expect(wishes(await visitor.get('/wishlist'))).toHaveLength(0)
  }
})

test('what is sold out or no longer offered meanwhile says so, and is chosen anew (CA-53)', async () => {
  const { id, slug } = await newGown()
  const visitor = newVisitor()
  await add(visitor, id, 'M', 'Maroon', '2')
  await saveForLater(visitor)
  await setStock(id, 'M', 1)
  expect(wishes(await visitor.get('/wishlist'))[0]?.querySelector('.error')?.text).toBe('Only 1 left in size M.')
  await setStock(id, 'M', 0)
  const soldOut = await visitor.get('/wishlist')
  expect(wishes(soldOut)[0]?.querySelector('.error')?.text).toBe('Size M is sold out.')
  expect(links(dom(soldOut), '.wishes .line-problem a')).toEqual([`/product/${slug}#back-in-stock`])
  const refused = await visitor.post('/wishlist', { ...moveFields(soldOut), intent: 'move' })
  expect(refused.text).toContain('Please select a size')
  expect(await cartOf(visitor)).toEqual([])
  await visitor.post('/wishlist', { ...moveFields(soldOut), size: 'S', intent: 'move' })
  expect(await cartOf(visitor)).toEqual([['Size S, Maroon', '2']])

  await saveForLater(visitor)
  const { data } = await serviceClient().from('colors').select('id').eq('name', 'Maroon').single()
  await serviceClient()
    .from('product_colors')
    .delete()
    .eq('product_id', id)
    .eq('color_id', data?.id ?? '')
  const changed = await visitor.get('/wishlist')
  expect(wishes(changed)[0]?.querySelector('.error')?.text).toBe('Maroon is no longer offered.')
  const asked = await visitor.post('/wishlist', { ...moveFields(changed), intent: 'move' })
  expect(asked.text).toContain('Please select a color')
  await setStock(id, 'S', 0)
  const gone = await visitor.get('/wishlist')
  expect(words(wishes(gone)[0]?.querySelector('.line-foot') ?? null)).toContain('Sold out.')
  expect(gone.html).not.toContain('value="move"')
})

test('a visitor’s saved lines join the shopper’s at log-in, with the larger quantity (CA-52)', async () => {
  const { id } = await newGown()
  const person = await newPerson()
  const laptop = await signedIn(person)
  await add(laptop, id, 'M', 'Maroon', '1')
  await saveForLater(laptop)
  const phone = newVisitor()
  for (const color of ['Maroon', 'Beige']) {
    await add(phone, id, 'M', color, '4')
    await saveForLater(phone)
  }
  await phone.post('/login', { emailOrPhone: person.email, password: person.password, keepSignedIn: 'on' })
  for (const visitor of [phone, laptop]) {
    const saved = chosen(await visitor.get('/wishlist'))
    expect(saved).toEqual(['M, Beige, 4 pieces', 'M, Maroon, 4 pieces'])
  }
})
