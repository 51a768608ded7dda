import { expect, test } from 'vitest'
import { copyOfProduct, giveCategory, newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { serviceClient } from '../support/people.ts'
import { formFields } from '../support/visitor.ts'

const idOf = (path: string) => path.split('/').at(-1) ?? ''

test('an operator publishes the ticked products, leaves out what lacks something, and takes it back', async () => {
  const { desk } = await newOperator('Many Person')
  const paths = [await copyOfProduct(desk), await copyOfProduct(desk)]
  const [whole = '', lacking = ''] = paths
  await giveCategory(whole)
  const states = async () => {
    const { data } = await serviceClient().from('products').select('id, is_active, discount').in('id', paths.map(idOf))
    return paths.map((path) => data?.find(({ id }) => id === idOf(path))).map((row) => [row?.is_active, row?.discount])
  }
  const list = '/desk/products?state=draft'
  const form = formFields((await desk.get(list)).html, 'value="change"')
  const nothing = await desk.post(list, { ...form, intent: 'change', product: idOf(whole) })
  expect([nothing.status, nothing.text.includes('There is nothing to change.')]).toEqual([409, true])
  expect(
    dom(nothing)
      .querySelector(`[name=product][value="${idOf(whole)}"]`)
      ?.hasAttribute('checked'),
  ).toBe(true)

  const change = { ...form, intent: 'change', product: paths.map(idOf), state: 'published', discount: '15' }
  const bad = await desk.post(list, change)
  expect(bad.text).toContain('Nothing is changed yet.')
  expect(bad.text).toContain('Bad rows (1)')
  expect(await states()).toEqual([[false, 0], [false, 0]]) // prettier-ignore
  const dryRun = await desk.post(bad.url, { intent: 'leave-out' })
  expect(dryRun.text).toContain('Changes (1)')
  const { version = '' } = formFields(dryRun.html, 'value="apply"')
  const applied = await desk.post(dryRun.url, { intent: 'apply', version })
  expect(applied.text).toContain('All changes are made.')
  expect(await states()).toEqual([[true, 15], [false, 0]]) // prettier-ignore

  const back = await desk.post(applied.url, { intent: 'reverse' })
  expect(all(dom(back), 'h1')).toEqual(['Taken back: Products of the list'])
  const { version: next = '' } = formFields(back.html, 'value="apply"')
  await desk.post(back.url, { intent: 'apply', version: next })
  expect(await states()).toEqual([[false, 0], [false, 0]]) // prettier-ignore
  expect(lacking).not.toBe('')
})

test('all products of a list are changed by its filter', async () => {
  const { desk } = await newOperator('Filter Person')
  const path = await copyOfProduct(desk)
  const name = `Filtered ${idOf(path)}`
  await serviceClient().from('products').update({ name }).eq('id', idOf(path))
  const list = `/desk/products?search=${encodeURIComponent(name)}`
  const page = await desk.get(list)
  expect(page.text).toContain('With all 1 product of this list')
  const dryRun = await desk.post(list, {
    intent: 'change',
    is_all: 'on',
    category: 'Robes',
    attribute: 'Sleeves: Long',
  })
  expect(dryRun.text).toContain('Changes (1)')
  expect(dryRun.text).toContain('Robes')
  expect(dryRun.text).toContain('Sleeves: Long')
})
