import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { serviceClient } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Words Person')).desk
})

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

async function madeCategory(name: string): Promise<string> {
  return (await desk.post('/desk/categories', { name })).url
}

test('a category is made, described with a picture, shown, and removed', async () => {
  const name = unique('Kaftans')
  const path = await madeCategory(name)
  const fields = formFields((await desk.get(path)).html, 'value="save"')
  expect(fields.is_active).toBeUndefined()
  const body = new FormData()
  const typed = { ...fields, description: 'Wide and cool.', is_active: 'on', intent: 'save' }
  for (const [field, value] of Object.entries(typed)) if (field !== 'file') body.append(field, String(value))
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  body.append('file', new Blob([new Uint8Array(picture)]), 'kaftan.png')
  expect((await desk.request(path, { method: 'POST', body })).status).toBe(302)
  const { data } = await serviceClient()
    .from('product_categories')
    .select('description, image_url, is_active')
    .eq('name', name)
    .single()
  expect(data).toEqual({
    description: 'Wide and cool.',
    is_active: true,
    image_url: expect.stringMatching(/^\/storage\/v1\/object\/public\/products\/[0-9a-f-]{36}\.webp$/),
  })
  const removal = formFields((await desk.get(path)).html, 'value="remove"')
  expect((await desk.post(path, { ...removal, intent: 'remove' })).text).toContain('The category is removed.')
  expect((await desk.get(path)).status).toBe(404)
})

test('a file that is no picture, a name that is taken and a category with products are refused', async () => {
  const name = unique('Shawls')
  const path = await madeCategory(name)
  const taken = await desk.post('/desk/categories', { name: name.toUpperCase() })
  expect([taken.status, taken.text.includes('There is a category with this name already.')]).toEqual([409, true])
  expect(dom(taken).querySelector('#new-category input[name=name]')?.getAttribute('value')).toBe(name.toUpperCase())
  const body = new FormData()
  const fields = { ...formFields((await desk.get(path)).html, 'value="save"'), description: 'Kept', intent: 'save' }
  for (const [field, value] of Object.entries(fields)) if (field !== 'file') body.append(field, String(value))
  body.append('file', new Blob(['no picture']), 'shawl.png')
  const wrong = await desk.request(path, { method: 'POST', body })
  const html = await wrong.text()
  expect([wrong.status, html.includes('This file is not a picture we can read.')]).toEqual([400, true])
  expect(dom({ html }).querySelector('input[name=description]')?.getAttribute('value')).toBe('Kept')

  const { data } = await serviceClient().from('product_categories').select('id, version').eq('name', 'Robes').single()
  const used = `/desk/categories/${data?.id}`
  const page = await desk.get(used)
  expect(page.html).not.toContain('value="remove"')
  expect(page.text).toContain('It can be removed when no product and no other category is in it.')
  const refusal = await desk.post(used, { intent: 'remove', version: String(data?.version) })
  expect(refusal.text).toContain('Please move them to another one first.')
})

test('of two who change a category, the second sees what the first has saved', async () => {
  const [first, second] = [unique('Stoles'), unique('Scarves')]
  const path = await madeCategory(unique('Wraps'))
  const older = formFields((await desk.get(path)).html, 'value="save"')
  await desk.post(path, { ...older, name: first, intent: 'save' })
  const refused = await desk.post(path, { ...older, name: second, intent: 'save' })
  expect(refused.status).toBe(409)
  expect(all(dom(refused), '.desk-versions tbody tr')).toEqual([`Name${first}${second}`])
  const again = await desk.post(path, { ...formFields(refused.html, 'value="save"'), intent: 'save' })
  expect(dom(again).querySelector('h1')?.text).toBe(second)
})

test('a size table is called by its title, in the comparison of two versions and in the record of changes', async () => {
  const path = await madeCategory(unique('Bralets'))
  const older = formFields((await desk.get(path)).html, 'value="save"')
  const save = (chart: string) => desk.post(path, { ...older, size_chart: chart, intent: 'save' })
  const saved = await save('soft-bra')
  expect(all(dom(saved), '.desk-changes ins')).toContain('Sports bras and bralettes')
  const refused = await save('')
  expect(all(dom(refused), '.desk-versions tbody td')).toEqual([
    'Sports bras and bralettes',
    'That of the category above',
  ])
  expect([saved.text.includes('soft-bra'), refused.text.includes('soft-bra')]).toEqual([false, false])
})

test('a colour is made, changed, shown beside its code, and removed once no product has it', async () => {
  const name = unique('Rust')
  const wrong = await desk.post('/desk/settings/color', { name, value: 'reddish' })
  expect([wrong.status, wrong.text.includes('such as #6e2338')]).toEqual([400, true])
  expect(dom(wrong).querySelector('input[name=value]')?.getAttribute('value')).toBe('reddish')
  const made = await desk.post('/desk/settings/color', { name, value: 'B5532B' })
  const row = dom(made)
    .querySelectorAll('.desk-table tbody tr')
    .find((one) => one.text.includes(name))
  expect(row?.querySelector('.desk-swatch')?.getAttribute('style')).toBe('background:#b5532b')
  const path = row?.querySelector('a')?.getAttribute('href') ?? ''
  const older = formFields((await desk.get(path)).html, 'value="save"')
  const saved = await desk.post(path, { ...older, value: '#aa3311', intent: 'save' })
  expect(saved.text).toContain('The colour is saved.')
  const refused = await desk.post(path, { ...older, value: '#000000', intent: 'save' })
  expect([refused.status, all(dom(refused), '.desk-versions tbody tr')]).toEqual([409, ['Code#aa3311#000000']])
  const removal = formFields((await desk.get(path)).html, 'value="remove"')
  expect((await desk.post(path, { ...removal, intent: 'remove' })).text).toContain('The colour is removed.')

  const { data: black } = await serviceClient().from('colors').select('id, version').eq('name', 'Black').single()
  const used = `/desk/settings/color/${black?.id}`
  expect((await desk.get(used)).html).not.toContain('value="remove"')
  const kept = await desk.post(used, { intent: 'remove', version: String(black?.version) })
  expect(kept.text).toContain('Products still have it.')
})

test('a word of the search is added, tried out, changed by two, and removed', async () => {
  const word = `jora${crypto.randomUUID().slice(0, 8)}`
  const two = await desk.post('/desk/search', { intent: 'save', word: 'two words', meanings: 'robe', was: '' })
  expect([two.status, two.text.includes('Please enter one word')]).toEqual([400, true])
  expect(dom(two).querySelector('textarea[name=meanings]')?.text.trim()).toBe('robe')
  const added = await desk.post('/desk/search', { intent: 'save', word, meanings: 'kimono robe\nbridal robe', was: '' })
  expect(added.text).toContain(`‘${word}’ is saved.`)
  expect(added.text).toContain('also means bridal robe, kimono robe')
  expect(all(dom(added), 'ol a')).toEqual(expect.arrayContaining(['Kimono robe', 'Bridal robe']))

  const path = `/desk/search?word=${word}`
  const older = formFields((await desk.get(path)).html, 'value="save"')
  expect(older).toMatchObject({ word, was: 'bridal robe\nkimono robe' })
  await desk.post('/desk/search', { ...older, meanings: 'camisole', intent: 'save' })
  const refused = await desk.post('/desk/search', { ...older, meanings: 'nightgown', intent: 'save' })
  expect([refused.status, all(dom(refused), '.desk-versions tbody tr')]).toEqual([409, ['Meanscamisolenightgown']])
  const seen = { ...formFields(refused.html, 'value="save"'), meanings: 'nightgown' }
  const again = await desk.post('/desk/search', { ...seen, intent: 'save' })
  expect(again.text).toContain('also means nightgown')
  const twice = await desk.post('/desk/search', { intent: 'save', word, meanings: 'robe', was: '' })
  expect([twice.status, twice.text.includes('There is this word already.')]).toEqual([409, true])

  const removal = formFields((await desk.get(path)).html, 'value="remove"')
  expect((await desk.post('/desk/search', { ...removal, intent: 'remove' })).text).toContain(`‘${word}’ is removed.`)
  const { count } = await serviceClient().from('search_synonyms').select('*', { count: 'exact' }).eq('word', word)
  expect(count).toBe(0)
})

test('a search is tried out as the shop understands it', async () => {
  const page = await desk.get('/desk/search?try=kaala+34B+nightgwon')
  expect(page.text).toContain('also means black')
  expect(page.text).toContain('is a size or material: 34B')
  const priced = await desk.get('/desk/search?try=bra+under+2000')
  expect(priced.text).toMatch(/\d+ products? up to 2000 rupees/)
  const [tried, shown] = [
    /(\d+) products? up to/.exec(priced.text),
    await desk.get('/product-listing?search=bra+under+2000'),
  ]
  expect(words(dom(shown).querySelector('.tally'))).toBe(`${tried?.[1]} products`)
  const order = await desk.get('/desk/search?try=ORD-1760432000000-505')
  expect(order.text).toContain('Shoppers are led to the help about tracking an order.')
  expect((await desk.get('/desk/search?try=return')).text).toContain('the help about returns')
  const found = await desk.get('/desk/search?try=nightgwon')
  expect(found.text).toMatch(/‘nightgown’ ?, since nothing has all the words/)
})
