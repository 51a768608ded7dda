import { afterAll, expect, test } from 'vitest'
import { newPerson, newVisitor, serviceClient, signedIn, someProduct } from '../support/people.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

const BRA = '/product/lace-balconette-bra'
const OTHER_BRA = '/product/cloud-foam-t-shirt-bra'
const SOFT_BRA = '/product/jasmine-lace-bralette'
const GOWN = '/product/satin-nightgown-with-lace-hem'

const made: string[] = []
afterAll(async () => {
  await serviceClient().from('products').delete().in('slug', made)
})

/** Creates a bra in 32B (sold out), 34B and 36B. */
async function madeBra(fields: { fit_notes?: string } = {}): Promise<{ id: string; path: string }> {
  const slug = `sized-${crypto.randomUUID()}`
  made.push(slug)
  const { data: category } = await serviceClient()
    .from('product_categories')
    .select('id')
    .eq('name', 'Lace Bras')
    .single()
  const { data, error } = await serviceClient()
    .from('products')
    .insert({ name: 'Made bra', slug, price: 900, category_id: category?.id ?? null, ...fields })
    .select('id')
    .single()
  if (error) throw error
  await serviceClient()
    .from('product_variants')
    .insert(
      [32, 34, 36].map((band, place) => ({
        product_id: data.id,
        size: `${band}B`,
        brand_size: String(band),
        cup_size: 'B',
        stock: place === 0 ? 0 : 20,
        display_order: place,
      })),
    )
  return { id: data.id, path: `/product/${slug}` }
}

const chosenSize = (page: Page) => dom(page).querySelector('input[name=size][checked]')?.getAttribute('value') ?? null
const find = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.get(`/size-finder?${new URLSearchParams(fields)}`)
/** The page's text about the visitor's own size. */
const ownSize = (page: Page) => words(dom(page).querySelector('.own-size p'))

test('says that a found size isn’t stocked, and links the nearest sizes with the number of their products', async () => {
  const page = dom(await find(newVisitor(), { underbust: '75', bust: '86', unit: 'cm' }))
  expect(words(page.querySelector('.found-label'))).toBe('34AA')
  expect(words(page.querySelector('.found-size .notice'))).toBe(
    'We have no bras in 34AA. The nearest sizes that we have:',
  )
  const near = page.querySelectorAll('.nearest-sizes a')
  expect(near.length).toBeGreaterThan(0)
  for (const link of near) {
    const [, size = '', count = ''] = /^(\w+): show (\d+) bras?$/.exec(words(link)) ?? []
    expect(link.getAttribute('href')).toBe(`/product-listing?sizes=${size}`)
    expect((await newVisitor().get(`/product-listing?sizes=${size}`)).text).toContain(`${count} product`)
  }
})

test('shows the bras in a found size that is stocked', async () => {
  const page = dom(await find(newVisitor(), { underbust: '75', bust: '90', unit: 'cm' }))
  expect(links(page, '.found-size a.button')).toEqual(['/product-listing?sizes=34B'])
})

test('preselects no size of a bra, and the first in stock of other products (PD-19)', async () => {
  const visitor = newVisitor()
  expect(chosenSize(await visitor.get(BRA))).toBeNull()
  expect(chosenSize(await visitor.get(SOFT_BRA))).toBeNull()
  expect(chosenSize(await visitor.get(GOWN))).not.toBeNull()
  expect(chosenSize(await visitor.get(`${BRA}?size=34B`))).toBe('34B')
  expect(chosenSize(await visitor.get(`${BRA}?size=99Z`))).toBeNull()
})

test('treats a product without a category as a bra if it has cup sizes', async () => {
  const { id, path } = await madeBra()
  await serviceClient().from('products').update({ category_id: null }).eq('id', id)
  expect(chosenSize(await newVisitor().get(path))).toBeNull()
})

test('asks for a size at the field when adding a bra, and keeps color and quantity', async () => {
  const visitor = newVisitor()
  const fields = { ...formFields((await visitor.get(`${BRA}?color=Maroon`)).html, 'action="/cart"'), quantity: '3' }
  const page = await visitor.post('/cart', { ...fields, intent: 'add' })
  const root = dom(page)
  // With a fragment, browsers ignore `autofocus`.
  expect(new URL(page.url, 'http://shop').hash).toBe('')
  const field = root.querySelector('fieldset#choose-size')
  expect(root.querySelectorAll('main [autofocus]')).toEqual([field?.querySelector('input:not([disabled])')])
  expect([field?.getAttribute('role'), field?.getAttribute('aria-invalid')]).toEqual(['radiogroup', 'true'])
  expect(words(field?.querySelector('[role=alert]') ?? null)).toBe('Please select a size')
  expect(field?.getAttribute('aria-describedby')).toBe(field?.querySelector('[role=alert]')?.id)
  expect(root.querySelector('input[name=color][checked]')?.getAttribute('value')).toBe('Maroon')
  expect(root.querySelector('input[name=quantity]')?.getAttribute('value')).toBe('3')
  expect(words(root.querySelector('title'))).toMatch(/^Error: /)
  // With a size the same form adds the bra.
  const added = await visitor.post('/cart', { ...formFields(page.html, 'action="/cart"'), size: '34C', intent: 'add' })
  expect([added.url, added.text]).toEqual(['/cart', expect.stringMatching(/34C.*Maroon|Maroon.*34C/)])
})

test('keeps size and quantity when the color changes, and selects no size', async () => {
  const page = await newVisitor().get(`${BRA}?color=Pink&quantity=2&step=0`)
  expect(chosenSize(page)).toBeNull()
  const kept = await newVisitor().get(`${BRA}?color=Pink&size=36B&quantity=2&step=0`)
  expect([chosenSize(kept), dom(kept).querySelector('input[name=quantity]')?.getAttribute('value')]).toEqual([
    '36B',
    '2',
  ])
})

test('shows a table in centimetres and inches for each kind of garment, and how to measure', async () => {
  const page = await newVisitor().get('/size-guide')
  const root = dom(page)
  expect(all(root, '.size-guide details h2')).toEqual([
    'Bras',
    'Sports bras and bralettes',
    'Camisoles',
    'Nightgowns, pyjamas and robes',
    'Panties',
  ])
  const row = (section: string, size: string) =>
    root
      .querySelectorAll(`details#${section} table`)
      .map((table) => table.querySelectorAll('tbody tr').find((one) => words(one.querySelector('th')) === size))
      .map((one) => (one ? words(one) : null))
  expect(row('panties', 'M')).toEqual(['M69–73 cm 27–28½ in94–98 cm 37–38½ in', 'M10386'])
  expect(row('bra', '34B').slice(0, 2)).toEqual(['34B73–77 cm 28½–30½ in89–91 cm 35–36 in', '34B34B75B34B'])
  const open = (of: typeof root) => of.querySelectorAll('details[open][id]').map(({ id }) => id)
  expect(open(root)).toEqual([])
  expect(open(dom(await newVisitor().get('/size-guide?chart=panties')))).toEqual(['panties'])
  expect(root.querySelector('svg[role=img]')?.getAttribute('aria-label')).toContain('Where to measure')
  expect(all(root, '.measure-steps b')).toEqual(['Underbust', 'Bust', 'Waist', 'Hips'])
})

test('shows a product’s own sizes and the shop’s notes on its fit in its size guide', async () => {
  const bra = await madeBra({ fit_notes: 'Runs small.\nTake a cup more.' })
  const page = dom(await newVisitor().get(`${bra.path}?tab=SizeGuide`))
  expect(all(page, '.size-tables > table:first-of-type tbody th')).toEqual(['32B', '34B', '36B'])
  expect(all(page, '.fit-notes p')).toEqual(['Runs small.', 'Take a cup more.'])
  expect(links(page, '.size-tab a')).toEqual([
    // 32B is sold out.
    ...['34B', '36B'].map((size) => `${bra.path}?size=${size}`),
    `/size-finder?product=${bra.path.replace('/product/', '')}`,
    '/size-guide?chart=bra#bra',
  ])
  const measures = async (path: string) =>
    all(dom(await newVisitor().get(`${path}?tab=SizeGuide`)), '.size-tables > table:first-of-type thead th')
  expect(await measures(GOWN)).toEqual(['Size', 'Bust', 'Waist', 'Hips'])
  expect(await measures(SOFT_BRA)).toEqual(['Size', 'Underbust', 'Bust'])
  expect(await measures('/product/everyday-cotton-brief')).toEqual(['Size', 'Waist', 'Hips'])
})

test('shows the table of its kind in the size guide of a product of each category', async () => {
  const { data } = await serviceClient()
    .from('products')
    .select('slug, category_id')
    .is('deleted_at', null)
    .eq('is_active', true)
    .like('sku', 'CH-%')
  const one = new Map((data ?? []).map(({ slug, category_id }) => [category_id, slug]))
  const without: string[] = []
  for (const slug of one.values()) {
    const root = dom(await newVisitor().get(`/product/${slug}?tab=SizeGuide`))
    const sizes = all(root, '.size-tab .scrolls table tbody td:first-child')
    if (JSON.stringify(all(root, '.size-tables > table:first-of-type tbody th')) !== JSON.stringify(sizes))
      without.push(slug)
  }
  expect([one.size > 5, without]).toEqual([true, []])
})

test('finds band, cup, other names and sister sizes, in centimetres and inches', async () => {
  for (const fields of [
    { underbust: '76', bust: '91', unit: 'cm' },
    { underbust: '76,2 cm', bust: '91.0', unit: 'cm' },
    { underbust: '30', bust: '36', unit: 'in' },
  ]) {
    const page = await find(newVisitor(), fields)
    expect([page.status, words(dom(page).querySelector('#found'))]).toEqual([200, 'Your size is 34B'])
    expect(page.text).toContain('EU 75B, US 34B. In sports bras and bralettes: M.')
    expect(page.text).toContain('Sister sizes: 32C and 36A.')
    expect(links(dom(page), '.found-size a')).toEqual(['/product-listing?sizes=34B'])
  }
})

test('reads inches as a tape shows them', async () => {
  const found = async (underbust: string) => {
    const page = await find(newVisitor(), { underbust, bust: '36', unit: 'in' })
    return words(dom(page).querySelector('#found'))
  }
  expect(await found('29.5')).toMatch(/^Your size is /)
  for (const typed of ['29 1/2', '29½', '29 ½ in', '29-1/2"', '29 2⁄4'])
    expect([typed, await found(typed)]).toEqual([typed, await found('29.5')])
  expect(await found('29 9/2')).toBe('')
})

test('refuses impossible measurements at their field, and keeps what was typed', async () => {
  const visitor = newVisitor()
  const page = await find(visitor, { underbust: '36', bust: 'wide', unit: 'in' })
  const root = dom(page)
  expect([page.status, words(root.querySelector('title'))]).toEqual([200, 'Error: Size finder | Chambeli'])
  expect(all(root, '[role=alert] a')).toEqual(['Please enter a number, for example 76.'])
  expect(words(root.querySelector('#measures-bust-error'))).toBe('Please enter a number, for example 76.')
  const value = (name: string) => root.querySelector(`input[name=${name}]`)?.getAttribute('value')
  expect([value('underbust'), value('bust')]).toEqual(['36', 'wide'])
  expect(root.querySelector('input[name=unit][checked]')?.getAttribute('value')).toBe('in')
  expect(all(dom(await find(visitor, { underbust: '', bust: '' })), '[role=alert] a')).toEqual([
    'Please enter your underbust.',
    'Please enter your bust.',
  ])
  const swapped = await find(visitor, { underbust: '91', bust: '76', unit: 'cm' })
  expect(swapped.text).toContain('Are the two swapped?')
  const tooSmall = await find(visitor, { underbust: '30', bust: '36', unit: 'cm' })
  expect(tooSmall.text).toContain('58 to 112 cm (23 to 44 in)')
  for (const odd of ['-76', '0', '1e999', 'Infinity', '<script>', '9'.repeat(5_000).slice(0, 300)])
    expect((await find(visitor, { underbust: odd, bust: '91', unit: 'furlongs' })).text).not.toContain('Your size is')
  expect(visitor.cookies.has('website_size')).toBe(false)
})

test('says whether the product is available in the found size', async () => {
  const { path } = await madeBra()
  const product = path.replace('/product/', '')
  const inSize = async (underbust: string, bust: string) =>
    dom(await find(newVisitor(), { underbust, bust, unit: 'cm', product })).querySelector('.found-product')
  const there = await inSize('76', '91')
  expect([words(there), there && links(there, 'a')]).toEqual(['Made braChoose it in 34B', [`${path}?size=34B`]])
  expect(words(await inSize('70', '85'))).toContain('Your size, 32B, is sold out.')
  const sister = await inSize('70', '87')
  expect(words(sister)).toContain(
    'Your size, 32C, is not made in this product. Its sister size holds the same cup volume: 34B',
  )
  expect(sister && links(sister, 'a')).toEqual([`${path}?size=34B`])
})

test('ignores products that are no bras or don’t exist', async () => {
  for (const product of ['satin-nightgown-with-lace-hem', 'nothing-like-it'])
    expect(dom(await find(newVisitor(), { product })).querySelector('input[name=product]')).toBeNull()
})

test('offers the found size on the next product, and deletes it on request', async () => {
  const visitor = newVisitor()
  await find(visitor, { underbust: '76', bust: '91', unit: 'cm' })
  const { path } = await madeBra()
  const page = await visitor.get(`${path}?color=Pink`)
  expect(ownSize(page)).toBe('Your size: 34B')
  const link = dom(page).querySelector('.own-size a')?.getAttribute('href') ?? ''
  expect(link).toBe(`${path}?color=Pink&size=34B`)
  expect(chosenSize(await visitor.get(link))).toBe('34B')
  expect(ownSize(await visitor.get(SOFT_BRA))).toMatch(/^Your size: M$|^Your size, M,/)
  // No size is stored for nightgowns.
  expect(ownSize(await visitor.get(GOWN))).toBe('')
  const forgotten = await visitor.post('/own-size', formFields(page.html, 'action="/own-size"'))
  expect([forgotten.url, ownSize(forgotten)]).toEqual([`${path}?color=Pink`, ''])
  expect(forgotten.text).toContain('Your sizes are forgotten.')
  expect(visitor.cookies.has('website_size')).toBe(false)
})

test('remembers the size added to the cart for its kind of garment', async () => {
  const visitor = newVisitor()
  const { id } = await madeBra()
  await visitor.post('/cart', { intent: 'add', product: id, size: '36B' })
  expect(ownSize(await visitor.get(OTHER_BRA))).toMatch(/36B/)
  const gown = await someProduct()
  await visitor.post('/cart', { intent: 'add', product: gown.id, size: gown.size, color: gown.color })
  expect(ownSize(await visitor.get(GOWN))).toBe(`Your size: ${gown.size}`)
  expect(ownSize(await visitor.get(OTHER_BRA))).toMatch(/36B/)
})

test('keeps visitors’ sizes out of cached pages', async () => {
  const { path } = await madeBra()
  const visitor = newVisitor()
  await find(visitor, { underbust: '76', bust: '91', unit: 'cm' })
  const mine = await visitor.get(path)
  const everybodys = await newVisitor().request(path)
  expect(everybodys.headers.get('etag')).toMatch(/^"/)
  const html = await everybodys.text()
  expect(html).not.toContain('own-size"><div')
  expect(html).not.toContain('Forget my size')
  expect(ownSize(mine)).toBe('Your size: 34B')
  expect(mine.headers.get('cache-control')).toBe('private, no-store')
  // A page that is personalised for another reason shows the same.
  expect(ownSize(await visitor.get(`${path}?quantity=2`))).toBe('Your size: 34B')
})

test('deletes the size at logout, and ignores a forged cookie', async () => {
  const visitor = await signedIn(await newPerson())
  await find(visitor, { underbust: '76', bust: '91', unit: 'cm' })
  expect(visitor.cookies.has('website_size')).toBe(true)
  await visitor.post('/logout', {})
  expect(visitor.cookies.has('website_size')).toBe(false)
  visitor.cookies.set('website_size', encodeURIComponent(btoa('{"bra":"34B"}')))
  const page = await visitor.get(OTHER_BRA)
  expect([page.status, ownSize(page)]).toEqual([200, ''])
})

test('attack: redirects only within the shop after deleting the size', async () => {
  for (const from of ['https://evil.example', '//evil.example', '/\\evil.example'])
    expect((await newVisitor().submit('/own-size', { from })).headers.get('location')).toBe('/')
})
