import { expect, test } from 'vitest'
import { all, dom, links, words } from '../support/page-dom.ts'
import { asPerson, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

const ROBE = 'guest-robe'
const KIMONO = 'kimono-robe'

/** Submits the heart of a product on a page, as a browser without scripts does, with `chosen` in the form of its button. */
async function press(visitor: Visitor, path: string, slug: string, chosen: Record<string, string> = {}) {
  const root = dom(await visitor.get(path))
  const form = root
    .querySelectorAll('form.heart')
    .find((one) => one.querySelector('[name=slug]')?.getAttribute('value') === slug)
  const button = form?.querySelector('button')
  const owner = button?.hasAttribute('form') ? root.querySelector(`form#${button.getAttribute('form')}`) : form
  const response = await visitor.submit(button?.getAttribute('formaction') ?? '/wishlist', {
    ...formFields(owner?.outerHTML ?? '', ''),
    ...chosen,
    intent: button?.getAttribute('value') ?? '',
  })
  const next = response.headers.get('location') ?? ''
  return next.endsWith('cookie=first') ? visitor.request(next) : response
}

const save = (visitor: Visitor, ...slugs: string[]) =>
  Promise.all(slugs.map((slug) => visitor.submit('/wishlist', { slug, intent: 'save' })))

/** Returns a page's hearts by product: whether they save or remove. */
async function hearts(visitor: Visitor, path: string): Promise<Map<string, string>> {
  const forms = dom(await visitor.get(path)).querySelectorAll('form.heart')
  return new Map(
    forms.map((form) => [
      form.querySelector('[name=slug]')?.getAttribute('value') ?? '',
      form.querySelector('button')?.getAttribute('value') ?? '',
    ]),
  )
}

const wishedLinks = async (visitor: Visitor) => links(dom(await visitor.get('/wishlist')), '.wishes h2 a')

async function wished(visitor: Visitor): Promise<string[]> {
  return (await wishedLinks(visitor)).map((link) => link.replace(/^\/product\/|\?.*/g, ''))
}

test('saves a product by the heart on its page, returns there, and fills the heart', async () => {
  const visitor = newVisitor()
  const colors = dom(await visitor.get(`/product/${ROBE}`)).querySelectorAll('input[name=color]')
  const path = `/product/${ROBE}?color=${colors.at(-1)?.getAttribute('value')}`
  const response = await press(visitor, path, ROBE)
  expect([response.status, response.headers.get('location')?.replace(/&size=\w+/, '')]).toEqual([
    303,
    `${path}#${ROBE}`,
  ])
  expect((await hearts(visitor, `/product/${ROBE}`)).get(ROBE)).toBe('remove')
  expect(await wished(visitor)).toEqual([ROBE])
  await press(visitor, `/product/${ROBE}`, ROBE)
  expect(await wished(visitor)).toEqual([])
  expect((await hearts(visitor, `/product/${ROBE}`)).get(ROBE)).toBe('save')
})

test('says so if the browser hasn’t kept the wishlist’s cookie, and only then', async () => {
  const visitor = newVisitor()
  const saved = await visitor.submit('/wishlist', { slug: ROBE, from: '/on-sale', intent: 'save' })
  const next = saved.headers.get('location') ?? ''
  const lost = dom(await newVisitor().get(next))
  expect(words(lost.querySelector('main [role=alert]'))).toMatch(/^Your browser didn’t keep our cookie/)
  const kept = await visitor.request(next)
  expect(kept.headers.get('location')).toBe(`/on-sale#${ROBE}`)
})

test('saves what is chosen on the product’s page, and leads back to it with that choice', async () => {
  for (const visitor of [newVisitor(), await signedIn(await newPerson())]) {
    const colors = dom(await visitor.get(`/product/${ROBE}`)).querySelectorAll('input[name=color]')
    const color = colors.at(-1)?.getAttribute('value') ?? ''
    const response = await press(visitor, `/product/${ROBE}`, ROBE, { color, size: 'S' })
    const page = `/product/${ROBE}?${new URLSearchParams({ color, size: 'S' })}`
    expect(response.headers.get('location')).toBe(`${page}#${ROBE}`)
    expect(await wishedLinks(visitor)).toEqual([page])
    await press(visitor, `/product/${ROBE}`, ROBE)
    expect(await wished(visitor)).toEqual([])
  }
})

test('saves a bra without a size as long as none is chosen', async () => {
  const visitor = newVisitor()
  const { headers } = await press(visitor, '/product/lace-balconette-bra', 'lace-balconette-bra')
  expect(headers.get('location')).toMatch(/^\/product\/lace-balconette-bra\?color=\w+#lace-balconette-bra$/)
})

test('saves from a filtered list the color and size that the card leads to, and removes all of the product', async () => {
  const visitor = newVisitor()
  const list = '/product-listing?sizes=34B'
  const [slug = ''] = [...(await hearts(visitor, list)).keys()]
  await press(visitor, list, slug)
  expect(await wishedLinks(visitor)).toEqual([`/product/${slug}?size=34B`])
  await visitor.submit('/wishlist', { slug, size: '36B', intent: 'save' })
  await press(visitor, list, slug)
  expect(await wished(visitor)).toEqual([])
})

test('returns from a card’s heart to the same card in the same list', async () => {
  const visitor = newVisitor()
  const list = '/product-listing?category=Robes&sortBy=price&sortOrder=asc'
  const [slug = ''] = [...(await hearts(visitor, list)).keys()]
  const response = await press(visitor, list, slug)
  expect(response.headers.get('location')).toBe(`${list}#${slug}`)
  const root = dom(await visitor.get(list))
  expect(root.querySelectorAll(`#${slug} form.heart`)).toHaveLength(1)
  expect([...(await hearts(visitor, list))].filter(([, intent]) => intent === 'remove')).toEqual([[slug, 'remove']])
  expect((await hearts(visitor, '/on-sale')).size).toBe(8)
})

test('shows each visitor their own hearts on a cached page', async () => {
  const [mine, other] = [newVisitor(), newVisitor()]
  await save(mine, ROBE)
  await other.get(`/product/${ROBE}`)
  expect((await hearts(other, `/product/${ROBE}`)).get(ROBE)).toBe('save')
  const heartOf = async (path: string) =>
    dom(await mine.get(path))
      .querySelector('form.heart')
      ?.outerHTML.replaceAll('<!-- -->', '')
  const filledIn = await heartOf(`/product/${ROBE}`)
  expect(filledIn).toContain('Remove Guest robe from your wishlist')
  // A parameter that isn't in the cache key prevents caching.
  expect(await heartOf(`/product/${ROBE}?unknown=1`)).toBe(filledIn)
})

test('shows the latest wish first, with the current price and a link', async () => {
  const visitor = newVisitor()
  for (const slug of [KIMONO, ROBE]) await save(visitor, slug)
  const root = dom(await visitor.get('/wishlist'))
  expect(links(root, '.wishes h2 a')).toEqual([`/product/${ROBE}`, `/product/${KIMONO}`])
  const { data } = await serviceClient().from('products').select('final_price').eq('slug', ROBE).single()
  expect(all(root, '.wishes .price')[0]).toContain(data?.final_price.toLocaleString('en-US'))
  expect(root.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
})

test('offers to undo a removal', async () => {
  const visitor = newVisitor()
  await save(visitor, ROBE)
  const page = await visitor.post('/wishlist', { slug: ROBE, intent: 'remove' })
  expect(words(dom(page).querySelector('.notice [role=status]'))).toBe('Removed Guest robe.')
  expect(page.text).toContain('Your wishlist is empty')
  const undone = await visitor.post('/wishlist', { ...formFields(page.html, 'Undo'), intent: 'save' })
  expect(undone.text).not.toContain('Removed')
  expect(await wished(visitor)).toEqual([ROBE])
})

test('moves a wish into the cart in the chosen size and color, and then removes it', async () => {
  const visitor = newVisitor()
  await save(visitor, ROBE)
  const page = await visitor.get('/wishlist')
  const fields = formFields(page.html, 'value="move"')
  const refused = await visitor.post('/wishlist', { ...fields, size: '', intent: 'move' })
  expect(refused.text).toContain('Please select a size')
  const colors = dom(page).querySelectorAll('.move-form [name=color] option')
  const color = colors.at(-1)?.getAttribute('value') ?? ''
  const unmoved = dom(await visitor.post('/wishlist', { ...fields, size: '', color, intent: 'move' }))
  expect(unmoved.querySelector('.move-form [name=color] option[selected]')?.getAttribute('value')).toBe(color)
  expect(await wished(visitor)).toEqual([ROBE])
  const moved = await visitor.post('/wishlist', { ...fields, size: 'S', intent: 'move' })
  expect(moved.url).toBe('/wishlist')
  expect(moved.text).toContain('Moved to your cart.')
  expect(await wished(visitor)).toEqual([])
  expect((await visitor.get('/cart')).text).toContain(`Size S, ${String(fields.color)}`)
})

test('can’t move sold-out sizes to the cart; a product without any links to its mail form', async () => {
  const visitor = newVisitor()
  const { data } = await serviceClient()
    .from('products')
    .insert({ name: 'Sold out slip', slug: 'sold-out-slip', price: 900 })
    .select('id')
    .single()
  const sizes = ['S', 'M'].map((size) => ({ product_id: data?.id ?? '', size, stock: size === 'S' ? 0 : 3 }))
  await serviceClient().from('product_variants').insert(sizes)
  await save(visitor, 'sold-out-slip')
  const some = dom(await visitor.get('/wishlist'))
  expect(words(some.querySelector('option[disabled]'))).toBe('S, sold out')
  await serviceClient()
    .from('product_variants')
    .update({ stock: 0 })
    .eq('product_id', data?.id ?? '')
  const none = dom(await visitor.get('/wishlist'))
  expect(none.querySelector('[value=move]')).toBeNull()
  expect(links(none, '.wishes .line-foot a')).toEqual(['/product/sold-out-slip#back-in-stock'])
  await serviceClient()
    .from('products')
    .delete()
    .eq('id', data?.id ?? '')
  expect(await wished(visitor)).toEqual([])
})

test('merges a guest’s wishes at sign-in, shows them on other devices, and deletes the cookie at logout', async () => {
  const person = await newPerson()
  const laptop = await signedIn(person)
  await save(laptop, KIMONO)
  const phone = newVisitor()
  await save(phone, ROBE)
  await phone.post('/login', { emailOrPhone: person.email, password: person.password, keepSignedIn: 'on' })
  expect((await wished(phone)).toSorted()).toEqual([ROBE, KIMONO].toSorted())
  expect((await wished(laptop)).toSorted()).toEqual([ROBE, KIMONO].toSorted())
  await phone.post('/logout', {})
  expect(await wished(phone)).toEqual([])
  expect((await wished(laptop)).length).toBe(2)
})

test('holds at most 50 products and says so', async () => {
  const { data } = await serviceClient()
    .from('products')
    .select('slug')
    .eq('is_active', true)
    .is('deleted_at', null)
    .order('slug')
    .limit(51)
  const slugs = data?.map(({ slug }) => slug) ?? []
  const shopper = await signedIn(await newPerson())
  for (const slug of slugs.slice(0, 50)) await save(shopper, slug)
  const full = await shopper.post('/wishlist', { slug: slugs[50] ?? '', from: '/product-listing', intent: 'save' })
  expect(full.text).toContain('Your wishlist holds 50 products at most.')
  expect(await wished(shopper)).toHaveLength(50)
})

test('shares a wishlist only between a shopper’s own devices', async () => {
  const [one, two] = [await newPerson(), await newPerson()]
  await (await asPerson(one)).rpc('change_wishlist', { p_change: 'save', p_wishes: [{ slug: ROBE }] })
  const { data } = await (await asPerson(two)).rpc('change_wishlist', { p_change: 'read' })
  expect(data).toEqual([])
  const { error } = await (await asPerson(two)).from('wishlist_items').select()
  expect(error?.code).toBe('42501')
})

test('redirects only within the shop', async () => {
  const visitor = newVisitor()
  const saved = await visitor.submit('/wishlist', { slug: ROBE, from: '//evil.example', intent: 'save' })
  const response = await visitor.request(saved.headers.get('location') ?? '')
  expect(response.headers.get('location')).toBe(`/#${ROBE}`)
  const evil = await visitor.request('/wishlist?cookie=first&from=//evil.example')
  expect(evil.headers.get('location')).toBe('/')
  const wrong: Record<string, string>[] = [{}, { intent: 'save', slug: '../x' }, { intent: 'constructor', slug: ROBE }]
  for (const fields of wrong) {
    expect((await newVisitor().submit('/wishlist', fields)).headers.get('location')).toBe('/wishlist')
  }
})

test('links the wishlist in the footer, and for shoppers in their profile too', async () => {
  expect(links(dom(await newVisitor().get('/')), 'footer a')).toContain('/wishlist')
  const shopper = await signedIn(await newPerson())
  expect(links(dom(await shopper.get('/profile')), '.profile-nav a')).toContain('/wishlist')
})
