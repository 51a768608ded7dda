import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../support/desk.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { serviceBackend } from '../support/orders.ts'
import { all, dom } from '../support/page-dom.ts'
import { formFields, Visitor, type Fields } from '../support/visitor.ts'

// A size table of an operator's own, from the desk to the product. It has a shop of its own, whose guide other tests don't compare.

let shop: FragileShop
let url = ''
let desk: Visitor

beforeAll(async () => {
  shop = await startFragileShop()
  ;({ url } = await shop.startProcess({ CATALOGUE_SECONDS: '1' }))
  desk = await operatorOf(shop.settings, url, 'sizes@example.com')
})
afterAll(() => shop.stop())

async function fieldsOf(path: string): Promise<Fields> {
  return formFields((await desk.get(path)).html, 'name="version"')
}

test('a size table is made in inches, chosen for a category, shown by the guide and a product, and removed once no category has it', async () => {
  const title = `Kurtis ${crypto.randomUUID().slice(0, 8)}`
  const fields = { title, advice: 'Go by your bust.', unit: 'in' }
  const made = await desk.post('/desk/sizes', fields)
  expect(made.text).toContain('The guide shows it once it has sizes.')
  expect(all(dom(await desk.get('/desk/sizes')), 'main tbody a').at(-1)).toBe(title)
  expect((await new Visitor(url).get('/size-guide')).text).not.toContain(title)
  const twice = await desk.post('/desk/sizes', fields)
  expect([twice.status, twice.text.includes('There is a size table with this title.')]).toEqual([409, true])
  const sizes = { 'size-0': 'S', 'bust-0': '34–35½', 'shoulder-0': '14', 'size-1': 'M', 'bust-1': '36 to 37.5' }
  const wrong = await desk.post(made.url, { ...(await fieldsOf(made.url)), ...sizes, 'bust-1': '36¼' })
  expect([wrong.status, wrong.text.includes('its bust in whole or half inches')]).toEqual([400, true])
  const saved = await desk.post(made.url, { ...(await fieldsOf(made.url)), ...sizes })
  const value = (name: string) => dom(saved).querySelector(`[name=${name}]`)?.getAttribute('value')
  expect(['bust-0', 'shoulder-0', 'bust-1', 'waist-0'].map(value)).toEqual(['34–35½', '14', '36–37½', ''])

  const category = (await desk.post('/desk/categories', { name: title })).url
  const name = made.url.split('/').at(-1) ?? ''
  const save = async (chart: string) =>
    desk.post(category, {
      ...formFields((await desk.get(category)).html, 'value="save"'),
      size_chart: chart,
      intent: 'save',
    })
  expect((await save(name)).text).toContain('The category is saved.')
  const used = await desk.get(made.url)
  expect(used.text).toContain(`It can’t be removed while a category has it: ${title}`)
  const remove = { intent: 'remove', version: (await fieldsOf(made.url)).version ?? '' }
  expect((await desk.post(made.url, remove)).text).toContain('A category has this size table')

  const products = serviceBackend(shop.settings).from('products')
  const category_id = category.split('/').at(-1) ?? ''
  const moved = await products.update({ category_id }).eq('slug', 'guest-robe')
  expect(moved.error).toBeNull()
  const guide = async () => (await new Visitor(url).get('/size-guide')).text
  await expect.poll(guide, { timeout: 10_000 }).toContain(`${title}: your body in each size`)
  expect(await guide()).toContain('Across your back')
  const tab = () => new Visitor(url).get('/product/guest-robe?tab=SizeGuide')
  await expect.poll(async () => (await tab()).text, { timeout: 10_000 }).toContain('34–35½ in')
  expect((await new Visitor(url).get('/size-finder')).status).toBe(200)

  await save('')
  expect((await desk.post(made.url, remove)).text).toContain('The size table is removed.')
  expect((await desk.get(made.url)).status).toBe(404)
  for (const needed of ['bra', 'soft-bra']) {
    const path = `/desk/sizes/${needed}`
    const kept = await desk.post(path, { intent: 'remove', version: (await fieldsOf(path)).version ?? '' })
    expect(kept.text).toContain('The size finder needs this table.')
  }
})
