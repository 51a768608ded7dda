import { beforeAll, expect, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newVisitor, serviceClient } from '../support/people.ts'
import { formFields, visibleText, type Fields, type Visitor } from '../support/visitor.ts'

// Urdu of what rows say: entered at the desk, and shown in the shop (decision 190).

let desk: Visitor
let slug: string
let product: string
let color: string
const unique = crypto.randomUUID().slice(0, 8)

beforeAll(async () => {
  ;({ desk } = await newOperator('Urdu Person'))
  slug = `urdu-${unique}`
  color = `Moss ${unique}`
  const db = serviceClient()
  const { data: category } = await db.from('product_categories').select('id').eq('name', 'Robes').single()
  const { data: made } = await db
    .from('products')
    .insert({
      slug,
      name: `Rose robe ${unique}`,
      description: 'A robe of roses.',
      price: 1900,
      category_id: category?.id,
    })
    .select('id')
    .single()
  product = made?.id ?? ''
  const { data: moss } = await db.from('colors').insert({ name: color, value: '#667755' }).select('id').single()
  await db.from('product_colors').insert({ product_id: product, color_id: moss?.id ?? '' })
  await db.from('product_features').insert({ product_id: product, title: 'Cloth' })
})

const urduForm = async (path: string): Promise<Fields> => ({
  ...formFields((await desk.get(path)).html, 'name="seen"'),
  intent: 'urdu',
})
function fieldOf({ seen }: Fields, table: string, column: string): string {
  const texts: { key: string; source: string; name: string }[] = JSON.parse(String(seen))
  return texts.find(({ source, name }) => source === table && name === column)?.key ?? ''
}
const inUrdu = (path: string) => newVisitor().get(`${path}${path.includes('?') ? '&' : '?'}lang=ur`)

test('the Urdu of a product is entered beside its English, recorded, and shown on its Urdu page alone (TR-01, TR-03)', async () => {
  const fields = await urduForm(`/desk/products/${product}`)
  const [name, feature] = [fieldOf(fields, 'products', 'name'), fieldOf(fields, 'product_features', 'title')]
  expect(fields[name]).toBe('')
  const saved = await desk.post(`/desk/urdu/product/${product}`, {
    ...fields,
    [name]: 'گلاب کا گاؤن',
    [feature]: 'کپڑا',
  })
  expect(saved.text).toContain('The Urdu is saved.')
  expect((await desk.get(`/desk/products/${product}?part=changes`)).text).toContain('گلاب کا گاؤن')
  const page = dom(await inUrdu(`/product/${slug}`))
  expect(page.querySelector('h1')?.text).toBe('گلاب کا گاؤن')
  expect(page.querySelector('title')?.text).toContain('گلاب کا گاؤن')
  const description = page.querySelectorAll('[lang=en]').find(({ text }) => text === 'A robe of roses.')
  expect(description?.getAttribute('dir')).toBe('ltr')
  const english = await newVisitor().get(`/product/${slug}`)
  expect(dom(english).querySelector('h1')?.text).toBe(`Rose robe ${unique}`)
  expect(english.html).not.toContain('کپڑا')
})

test('Urdu with tags is typed from the left, so that they don’t run together, and other Urdu from the right', async () => {
  const pages = serviceClient().from('page_content').select('id').like('content', '<p>%').limit(1).single()
  const page = dom(await desk.get(`/desk/texts/page/${(await pages).data?.id}`))
  const typed = page
    .querySelectorAll('#urdu [lang=ur]')
    .map((field) => [field.text.includes('<'), field.getAttribute('dir')])
  expect(typed).toContainEqual([true, 'ltr'])
  for (const [hasTags, direction] of typed) expect(direction).toBe(hasTags ? 'ltr' : 'rtl')
})

test('Urdu that isn’t as it was shown, or too long, is refused and kept in the form (TR-02)', async () => {
  const path = `/desk/urdu/product/${product}`
  const fields = await urduForm(path)
  const name = fieldOf(fields, 'products', 'name')
  await desk.post(path, { ...fields, [name]: 'شب گاؤن' })
  const outdated = await desk.post(path, { ...fields, [name]: 'صبح گاؤن' })
  expect([outdated.status, outdated.text]).toEqual([409, expect.stringContaining('changed meanwhile (name)')])
  expect(dom(outdated).querySelector(`[name="${name}"]`)?.getAttribute('value')).toBe('صبح گاؤن')
  const long = await desk.post(path, { ...(await urduForm(path)), [name]: 'گ'.repeat(321) })
  expect([long.status, long.text]).toEqual([409, expect.stringContaining('name: at most 320 characters.')])
})

test('texts without Urdu are saved as a file, whose Urdu is imported, all or nothing (TR-02)', async () => {
  const file = await desk.get('/desk/urdu/export?missing')
  const [headings = '', ...rows] = file.html.trim().split('\r\n')
  const row = rows.find((one) => one.includes(`"${color}"`)) ?? ''
  expect(rows.some((one) => one.includes(`"${product}","name"`))).toBe(false)
  const upload = async (...lines: string[]) => {
    const form = new FormData()
    form.set('file', new File([[headings, ...lines].join('\r\n')], 'urdu.csv', { type: 'text/csv' }))
    const response = await desk.request('/desk/urdu', { method: 'POST', body: form })
    const reply = response.status === 302 ? await desk.get('/desk/urdu') : await response.text()
    return { status: response.status, text: typeof reply === 'string' ? visibleText(reply) : reply.text }
  }
  const filled = row.replace(',"",', ',"کائی",')
  const refused = await upload(filled, filled.replace(/"v[0-9a-f]+"$/, '"v0"').replace('کائی', 'سبز'))
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('(row 3)')])
  expect((await upload('"x"')).text).toContain('changed meanwhile (row 2)')
  expect((await upload(filled)).text).toContain('The Urdu of 1 text is saved.')
  const { data: saved } = await serviceClient().from('colors').select('translations').eq('name', color).single()
  expect(saved?.translations).toEqual({ ur: { name: 'کائی' } })
})

test('a material of sizes is shown in Urdu by the value of an attribute that has its name', async () => {
  for (const path of ['/product/lace-balconette-bra?tab=SizeGuide', '/product-listing?materials=Lace%20and%20satin']) {
    const text = visibleText((await inUrdu(path)).html)
    expect([path, text.includes('لیس اور ساٹن'), text.includes('Lace and satin')]).toEqual([path, true, false])
  }
})

test('what customers said is in Urdu on the home page, where it has been translated (TR-03)', async () => {
  const said = all(dom(await inUrdu('/')), '.testimonial')
  expect([said.length, said.filter((text) => !/\p{Script=Arabic}/u.test(text))]).toEqual([6, []])
})
