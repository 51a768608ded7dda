import { expect, test } from 'vitest'
import { dom, links } from '../support/page-dom.ts'
import { newVisitor } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

const ROBE = '/product/guest-robe'
const KIMONO = '/product/kimono-robe'
const BRIDAL = '/product/bridal-robe'

const viewed = async (visitor: Visitor, path: string) => links(dom(await visitor.get(path)), '#recently-viewed a.card')

/** Submits the section's button. */
async function press(visitor: Visitor, path: string, intent: string) {
  const { html } = await visitor.get(path)
  return visitor.submit('/recently-viewed', { ...formFields(html, `value="${intent}"`), intent })
}

test('remembers nothing before consent', async () => {
  const visitor = newVisitor()
  for (const path of [ROBE, KIMONO]) expect(await viewed(visitor, path)).toEqual([])
  expect(visitor.cookies.size).toBe(0)
})

test('shows the viewed products after consent, latest first, without the product itself', async () => {
  const visitor = newVisitor()
  const agreed = await press(visitor, ROBE, 'remember')
  expect([agreed.status, agreed.headers.get('location')]).toEqual([303, `${ROBE}#recently-viewed`])
  expect(await viewed(visitor, ROBE)).toEqual([])
  expect(await viewed(visitor, KIMONO)).toEqual([ROBE])
  expect(await viewed(visitor, BRIDAL)).toEqual([KIMONO, ROBE])
  // The same when it is rendered for this visitor only.
  expect(await viewed(visitor, `${BRIDAL}?unknown=1`)).toEqual([KIMONO, ROBE])
  expect(await viewed(visitor, ROBE)).toEqual([BRIDAL, KIMONO])
  expect(await viewed(newVisitor(), ROBE)).toEqual([])
})

test('leaves out a viewed product that is gone', async () => {
  const visitor = newVisitor()
  await press(visitor, ROBE, 'remember')
  await visitor.get('/product/never-was')
  await visitor.get(KIMONO)
  expect(await viewed(visitor, ROBE)).toEqual([KIMONO])
})

test('deletes all viewed products by one button', async () => {
  const visitor = newVisitor()
  await press(visitor, ROBE, 'remember')
  await visitor.get(KIMONO)
  await press(visitor, ROBE, 'forget')
  expect(visitor.cookies.size).toBe(0)
  expect(await viewed(visitor, KIMONO)).toEqual([])
  expect((await visitor.get(KIMONO)).text).toContain('Remember what I look at on this device')
})

test('redirects only within the shop', async () => {
  const response = await newVisitor().submit('/recently-viewed', { from: 'https://evil.example', intent: 'remember' })
  expect(response.headers.get('location')).toBe('/#recently-viewed')
})
