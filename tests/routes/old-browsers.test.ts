import { expect, test } from 'vitest'
import { dom } from '../support/page-dom.ts'
import { newPerson, newVisitor, signedIn } from '../support/people.ts'
import { addToCart } from '../support/checkout.ts'

async function stylesOf(path: string): Promise<string> {
  const visitor = await signedIn(await newPerson())
  if (path === '/checkout') await addToCart(visitor)
  return dom(await visitor.get(path)).querySelector('style')?.textContent ?? ''
}

/** Pages that use all of the shop's style sheets. */
const PAGES = ['/', '/product-listing', '/product/guest-robe', '/checkout', '/profile', '/profile/chat-support', '/faq']

const KNOWN = new Set(['rating', 'star-mask', 'focus', 'followed', 'ratio', 'caption', 'narrow', 'row'])

test.each(PAGES)('writes the styles of %s with no named colour and nothing newer than Chrome 79', async (path) => {
  const css = await stylesOf(path)
  // Each page has the styles of its first and its last part.
  expect(css).toMatch(/\.header\{.*\.footer\{/s)
  const names = [...css.matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name)
  // The element sets the rating; without it only the number shows. The focus ring's colour follows the background, with the brand's
  // colour as fallback. Nothing is followed by the header without scripts. A frame of pictures that doesn't know its ratio is as high as the
  // picture, captions stand in room of a height of their own, a slide's picture shows its middle, and a row
  // above two buttons is nothing where there is one.
  expect(names.filter((name) => !KNOWN.has(name ?? ''))).toEqual([])
  expect(css).not.toMatch(/[;{]inset:|(padding|margin)-(inline|block):|:is\(|:where\(|-any\(|:not\([^()]*,/)
})

test('paints swatches without custom properties', async () => {
  const root = dom(await newVisitor().get('/product/guest-robe'))
  const swatches = root.querySelectorAll('.swatch label > span')
  expect(swatches.length).toBeGreaterThan(1)
  for (const swatch of swatches) expect(swatch.getAttribute('style')).toMatch(/^background:#[0-9a-f]{3,6}$/i)
})

test('labels the pay button for any method where CSS can’t tell which one is chosen', async () => {
  const css = await stylesOf('/checkout')
  const [before, after] = css.split('@supports selector(:has(*))')
  expect(before).toContain('.pay-either~span{display:none}')
  expect(after).toContain('.pay-either{display:none}')
})
