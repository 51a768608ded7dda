import decodeQR from 'qr/decode.js'
import { expect, inject, test } from 'vitest'
import { privatePath, runOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { newPerson, newVisitor } from '../support/people.ts'

/** Pixels of one module. */
const SCALE = 4

/** Returns the picture of a code that is drawn as a path of squares, as a camera would see it. */
function photograph(svg: Element): { width: number; height: number; data: Uint8Array } {
  const modules = Number(svg.getAttribute('viewBox')?.split(' ').at(-1))
  const width = modules * SCALE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y] of (svg.querySelectorAll('path')[1]?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h1/g))
    for (let line = Number(y) * SCALE; line < (Number(y) + 1) * SCALE; line += 1)
      for (let pixel = line * width + Number(x) * SCALE; pixel < line * width + (Number(x) + 1) * SCALE; pixel += 1)
        data.fill(0, pixel * 4, pixel * 4 + 3)
  return { width, height: width, data }
}

test('the second factor is shown as a code that an app’s camera reads', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  await visitor.get(privatePath(await runOperator(inject('sandbox'), inject('shopUrl'), person.email)))
  const page = await visitor.post('/desk/sign-in', { email: person.email, password: person.password })
  const link = dom(page).querySelector('a[href^="otpauth:"]')?.getAttribute('href')
  expect(link).toMatch(/^otpauth:\/\/totp\//)
  const svg = dom(page).querySelector('svg.desk-qr')
  expect(decodeQR(photograph(svg as unknown as Element))).toBe(link)
  expect(all(dom(page), '.desk-secret')).toHaveLength(1)
})
