import { afterAll, beforeAll, expect, test } from 'vitest'
import { gridRows, MAX_ROWS, ROW_FIELDS } from '../../app/desk/sizes/chart-fields.ts'
import { MAX_FIELDS } from '../../app/platform/http/post/read-body.server.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { formFields, type Fields, type Visitor } from '../support/visitor.ts'

// A table that no other test reads.
const PATH = '/desk/sizes/camisole'

let desk: Visitor
let original: Fields

beforeAll(async () => {
  desk = (await newOperator('Sizes Person')).desk
  original = await fieldsOf(PATH)
})
afterAll(async () => {
  await desk.post(PATH, { ...original, version: (await fieldsOf(PATH)).version ?? '' })
})

async function fieldsOf(path: string): Promise<Fields> {
  return formFields((await desk.get(path)).html, 'name="version"')
}

test('the size guide’s tables are listed, and one shows its measures in centimetres and inches', async () => {
  const list = await desk.get('/desk/sizes')
  expect(all(dom(list), 'main tbody a')).toEqual([
    'Bras',
    'Sports bras and bralettes',
    'Camisoles',
    'Nightgowns, pyjamas and robes',
    'Panties',
  ])
  const page = await desk.get(PATH)
  expect(dom(page).querySelector('[name=bust-0]')?.getAttribute('value')).toBe('81–86')
  expect(page.text).toContain('32–34 in')
  expect((await desk.get('/desk/sizes/shoes')).status).toBe(404)
})

test('a size is added, sorted by its measures and recorded; another one is removed', async () => {
  const fields = await fieldsOf(PATH)
  const added = { 'size-4': 'XS', 'bust-4': '76 - 80', 'waist-4': '60 to 63', 'uk-4': '6', 'size-3': '' }
  const saved = await desk.post(PATH, { ...fields, ...added })
  expect(saved.text).toContain('The size table is saved.')
  const sizes = ['size-0', 'size-1', 'size-3'].map((name) =>
    dom(saved).querySelector(`[name=${name}]`)?.getAttribute('value'),
  )
  expect(sizes).toEqual(['XS', 'S', 'L'])
  expect(all(dom(saved), '.desk-changes dd')).toContain('bust 76–80, waist 60–63; 6')
})

test('what is no range of centimetres, a size that is there twice and an older form are refused, and what was typed is kept', async () => {
  const fields = await fieldsOf(PATH)
  for (const [change, words] of [
    [{ 'bust-1': '86–81' }, 'please enter its bust in whole centimetres'],
    [{ 'bust-1': '8–81' }, 'please enter its bust in whole centimetres'],
    [{ 'size-1': fields['size-0'] ?? '' }, 'is there twice'],
    [{ 'bust-1': '', 'waist-1': '' }, 'please enter at least one measure'],
  ] as const) {
    const refused = await desk.post(PATH, { ...fields, ...change })
    expect([refused.status, refused.text.includes(words)]).toEqual([400, true])
    for (const [name, value] of Object.entries(change))
      expect(dom(refused).querySelector(`[name=${name}]`)?.getAttribute('value') ?? '').toBe(value)
  }
  await desk.post(PATH, { ...fields, advice: 'Go by your waist.' })
  const second = await desk.post(PATH, { ...fields, advice: 'Go by your hips.', 'size-0': '' })
  expect(second.status).toBe(409)
  const differences = all(dom(second), '.desk-versions tbody th')
  expect(differences).toEqual(['How to choose a row', 'Sizes'])
  const again = await desk.post(PATH, formFields(second.html, 'name="version"'))
  expect(again.text).toContain('The size table is saved.')
})

test('the record of changes calls a table by its title', async () => {
  await desk.post(PATH, { ...(await fieldsOf(PATH)), advice: 'Go by your bust.' })
  const changes = await desk.get('/desk/audit?kind=sizes&subject=camisole')
  expect(all(dom(changes), '.desk-changes a')[0]).toBe('Save size chart: Sizes Camisoles')
  expect(all(dom(changes), 'option')).toContain('Promo code')
})

test('the guide lists other bra sizes, whose measures follow from the size', async () => {
  const path = '/desk/sizes/bra'
  const fields = await fieldsOf(path)
  const wrong = await desk.post(path, { ...fields, bra_sizes: '34B 33B' })
  expect([wrong.status, wrong.text.includes('‘33B’ is no bra size')]).toEqual([400, true])
  expect(dom(wrong).querySelector('textarea[name=bra_sizes]')?.text.trim()).toBe('34B 33B')
  const sizes =
    dom(await desk.get(path))
      .querySelector('textarea[name=bra_sizes]')
      ?.text.trim() ?? ''
  const saved = await desk.post(path, { ...fields, bra_sizes: `${sizes}, 40dd` })
  expect(dom(saved).querySelector('textarea[name=bra_sizes]')?.text.trim()).toBe(`${sizes} 40DD`)
  await desk.post(path, { ...(await fieldsOf(path)), bra_sizes: sizes })
})

test('the largest table fits into one form', () => {
  expect(gridRows(MAX_ROWS)).toBe(MAX_ROWS)
  expect(MAX_ROWS * ROW_FIELDS.length + 10).toBeLessThan(MAX_FIELDS)
})
