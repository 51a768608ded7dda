import { expect, test } from 'vitest'
import { all, dom, links, words } from '../support/page-dom.ts'
import { newVisitor, serviceClient } from '../support/people.ts'

async function sale(query = '') {
  return dom(await newVisitor().get(`/on-sale${query}`))
}

const total = (root: ReturnType<typeof dom>) =>
  Number.parseInt(words(root.querySelector('.section-head [role=status]'))) || 0

/** Returns the slugs of the discounted products, sorted by a column. */
async function discounted(column: string, ascending: boolean): Promise<string[]> {
  const { data } = await serviceClient()
    .from('products')
    .select('slug')
    .eq('is_active', true)
    .is('deleted_at', null)
    .gt('discount', 0)
    .order(column, { ascending })
    .order('id')
  return data?.map(({ slug }) => slug) ?? []
}

const shown = (root: ReturnType<typeof dom>) =>
  links(root, '.product-grid a.card').map((link) => link.replace(/^\/product\/|\?.*$/g, ''))

test('shows the sale in pages of eight that together list every discounted product once (SL-08)', async () => {
  const expected = await discounted('discount', false)
  const first = await sale()
  expect(total(first)).toBe(expected.length)
  const pages = [first]
  for (let page = 2; page <= Math.ceil(expected.length / 8); page += 1) pages.push(await sale(`?page=${page}`))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flatMap(shown)).toEqual(expected)
  expect(Math.max(...pages.map((page) => shown(page).length))).toBe(8)
  expect(links(first, '.pages a').filter((link) => !/^\/on-sale(\?page=\d)?$/.test(link))).toEqual([])
})

test('sorts the sale, by the biggest discount unless asked otherwise (SL-07)', async () => {
  const root = await sale('?sortBy=name&sortOrder=asc')
  expect(shown(root)).toEqual((await discounted('name', true)).slice(0, 8))
  expect(all(root, 'select[name=sort] option')).toEqual([
    'Biggest Discount',
    'Latest',
    'Price Low to High',
    'Price High to Low',
    'Name A to Z',
    'Best Selling',
    'Best Rated',
  ])
  expect(words(root.querySelector('select[name=sort] option[selected]'))).toBe('Name A to Z')
  expect(words((await sale()).querySelector('select[name=sort] option[selected]'))).toBe('Biggest Discount')
})

test('filters the sale, counts the results of each filter, and keeps its links on the sale', async () => {
  const whole = await sale()
  const boxes = whole.querySelectorAll('.filters input[name=colors]')
  expect(boxes.length).toBeGreaterThan(3)
  for (const box of boxes.slice(0, 4)) {
    const count = Number(/\d+$/.exec(words(box.parentNode?.querySelector('small') ?? null))?.[0])
    const color = box.getAttribute('value') ?? ''
    expect([color, total(await sale(`?colors=${encodeURIComponent(color)}`))]).toEqual([color, count])
  }
  const root = await sale('?category=Nightwear&sizes=M')
  expect(total(root)).toBeGreaterThan(0)
  expect(total(root)).toBeLessThan(total(whole))
  expect(links(root, '.applied a')).toEqual(['/on-sale?sizes=M', '/on-sale?category=Nightwear', '/on-sale'])
  expect(root.querySelector('form.filters')?.getAttribute('action')).toBe('/on-sale')
})

test('redirects a filter form without JavaScript to the filtered sale’s URL', async () => {
  const response = await newVisitor().request('/on-sale?sort=price-asc&minPrice=&colors=Black&colors=Pink&category=')
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    '/on-sale?colors=Black,Pink&sortBy=price&sortOrder=asc',
  ])
})

test('explains an empty sale and links to all products', async () => {
  const root = await sale('?minPrice=9000000')
  expect(words(root.querySelector('.empty-text'))).toBe('No products found matching your criteria.')
  expect(links(root, '.empty a')).toEqual(['/product-listing'])
})
