import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { newVisitor, serviceClient } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

// Attributes, from the desk to the shop (decision 61).

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Attributes Person')).desk
})

// Other tests compare the listing with the catalogue of the seeds.
const made = { products: [] as string[], attributes: [] as string[] }
afterAll(async () => {
  await serviceClient().from('products').delete().in('id', made.products)
  await serviceClient().from('attributes').delete().in('code', made.attributes)
})

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

const codeOf = (path: string) => path.replace('/desk/attributes/', '')

/** Makes an attribute with values at the desk, and returns the address of its page. */
async function madeAttribute(name: string, values: string[]): Promise<string> {
  const { url } = await desk.post('/desk/attributes', { name })
  made.attributes.push(codeOf(url))
  const fields = formFields((await desk.get(url)).html, 'value="save"')
  await desk.post(url, { ...fields, names: values, intent: 'save' })
  return url
}

/** Makes a product on sale, and returns its ID and slug. */
async function madeProduct(name: string) {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const { data } = await serviceClient().from('products').insert({ name, slug, price: 1500 }).select('id').single()
  made.products.push(data?.id ?? '')
  return { id: data?.id ?? '', slug }
}

/** Ticks values of attributes on a product at the desk. */
async function tick(id: string, values: string[]) {
  const { html } = await desk.get(`/desk/products/${id}`)
  const saved = await desk.post(`/desk/products/${id}`, {
    ...formFields(html, 'name="attribute_values"'),
    attribute_values: values,
    intent: 'save',
  })
  expect(saved.text).toContain('The product is saved.')
}

test('an attribute of the desk stands on the product’s page and in its structured data', async () => {
  const name = unique('Neckline')
  const path = await madeAttribute(name, ['V-neck', 'Boat neck', ''])
  const { id, slug } = await madeProduct(unique('Necked gown'))
  await tick(id, [`${codeOf(path)}:v-neck`])
  const product = await newVisitor().get(`/product/${slug}`)
  expect(all(dom(product), '.attributes div')).toEqual([`${name}V-neck`])
  expect(product.html).toContain(`"additionalProperty":[{"@type":"PropertyValue","name":"${name}","value":"V-neck"}]`)
})

test('two values of one attribute list the products of both, with a chip for each and one address', async () => {
  const page = await newVisitor().get('/product-listing?attributes=support%3Afirm&attributes=support%3ALIGHT')
  expect(page.url).toBe('/product-listing?attributes=support:firm,support:LIGHT')
  expect(words(dom(page).querySelector('.section-head [role=status]'))).toBe('16 products')
  expect(all(dom(page), '.applied a[data-in-place]')).toEqual(['Support: Firm ×', 'Support: Light ×', 'Clear all'])
  const checked = dom(page).querySelectorAll('input[name=attributes][checked]')
  expect(checked.map((box) => box.getAttribute('value'))).toEqual(['support:light', 'support:firm'])
  const unknown = await newVisitor().get('/product-listing?attributes=support:none')
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('There is no filter “support:none”.')])
})

test('a search finds a value by its name, also after it was renamed', async () => {
  const word = `zarkari${crypto.randomUUID().slice(0, 6).replaceAll(/\d/g, 'x')}`
  const path = await madeAttribute(unique('Work'), [word])
  const { id, slug } = await madeProduct(unique('Worked gown'))
  await tick(id, [`${codeOf(path)}:${word}`])
  const found = async (term: string) =>
    dom(await newVisitor().get(`/product-listing?search=${term}`)).querySelectorAll(`.card[href*="${slug}"]`).length
  expect(await found(word)).toBe(1)
  const fields = formFields((await desk.get(path)).html, 'value="save"')
  await desk.post(path, { ...fields, names: [`new${word}`], intent: 'save' })
  expect(await found(`new${word}`)).toBe(1)
})

test('an attribute that isn’t a filter is on the product’s page too', async () => {
  const name = unique('Weight')
  const path = await madeAttribute(name, ['Featherlight'])
  const { is_filter: _, ...fields } = formFields((await desk.get(path)).html, 'value="save"')
  await desk.post(path, { ...fields, names: ['Featherlight'], intent: 'save' })
  const { id, slug } = await madeProduct(unique('Weighed gown'))
  await tick(id, [`${codeOf(path)}:featherlight`])
  expect(all(dom(await desk.get('/desk/attributes')), '.desk-table tr')).toContain(`${name}FeatherlightNo`)
  expect(all(dom(await newVisitor().get(`/product/${slug}`)), '.attributes div')).toEqual([`${name}Featherlight`])
})

test('of two who change an attribute, the second sees what the first has saved, and typed names are kept', async () => {
  const name = unique('Cuff')
  const path = await madeAttribute(name, ['Bell', 'Plain'])
  const older = formFields((await desk.get(path)).html, 'value="save"')
  await desk.post(path, { ...older, codes: ['bell', 'plain'], names: ['Bell', 'Narrow'], intent: 'save' })
  const refused = await desk.post(path, {
    ...older,
    codes: ['bell', 'plain'],
    names: ['', 'Plain', 'Wide'],
    intent: 'save',
  })
  expect([refused.status, all(dom(refused), '.desk-versions tbody tr')]).toEqual([
    409,
    ['ValuesBell, NarrowPlain, Wide'],
  ])
  const typed = dom(refused).querySelectorAll('input[name=names]')
  expect(typed.map((field) => field.getAttribute('value') ?? '').filter(Boolean)).toEqual(['Plain', 'Wide'])
  expect(all(dom(await desk.get(path)), '#changes ~ * li').length).toBeGreaterThan(1)
})

test('a value and an attribute that products have are not removed, others are', async () => {
  const path = await madeAttribute(unique('Hem'), ['Lace hem', 'Plain hem'])
  const { id } = await madeProduct(unique('Hemmed gown'))
  await tick(id, [`${codeOf(path)}:lace-hem`])
  const fields = formFields((await desk.get(path)).html, 'value="save"')
  const codes = ['lace-hem', 'plain-hem']
  const used = await desk.post(path, { ...fields, codes, names: ['', 'Plain hem'], intent: 'save' })
  expect([used.status, used.text.includes('Products still have a value')]).toEqual([409, true])
  const saved = await desk.post(path, { ...fields, codes, names: ['Lace hem', ''], intent: 'save' })
  expect(all(dom(saved), 'h1').length).toBe(1)
  expect(saved.html).not.toContain('value="remove"')
  expect((await desk.post(path, { intent: 'remove', version: '3' })).text).toContain('Products still have it.')
  const unused = await madeAttribute(unique('Hood'), [])
  const removal = formFields((await desk.get(unused)).html, 'value="remove"')
  expect((await desk.post(unused, { ...removal, intent: 'remove' })).text).toContain('The attribute is removed.')
})

test('a name that is missing or taken is refused, and stays in the form', async () => {
  const refused = await desk.post('/desk/attributes', { name: 'x'.repeat(41) })
  expect([refused.status, refused.text.includes('Please use at most 40 characters.')]).toEqual([400, true])
  expect(dom(refused).querySelector('input[name=name]')?.getAttribute('value')).toBe('x'.repeat(41))
  const taken = await desk.post('/desk/attributes', { name: 'sleeves' })
  expect([taken.status, taken.text.includes('There is an attribute with this name already.')]).toEqual([409, true])
})
