import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readCatalogue } from './catalogue.ts'
import { DYES } from './engine/colour.ts'
import { silhouetteOf } from './engine/drawing.ts'
import { boundsOf, placed } from './engine/placement.ts'
import type { Garment } from './garments/garment.ts'
import { garmentOf, GARMENTS } from './products/index.ts'

const products = readCatalogue()

test('every sample product has a separate drawing, and every drawing has a product', () => {
  expect(products).toHaveLength(96)
  expect(Object.keys(GARMENTS).toSorted()).toEqual(products.map(({ slug }) => slug).toSorted())
  const drawings = products.map(({ slug }) =>
    createHash('sha256')
      .update(JSON.stringify(garmentOf(slug).front))
      .digest('hex'),
  )
  expect(new Set(drawings).size).toBe(products.length)
})

/** Draws only the outline of a garment, as a picture of 64 × 80. */
async function silhouette({ front, largest }: Garment): Promise<boolean[]> {
  const [left, top, right, bottom] = boundsOf(front)
  const scale = Math.min(54 / (right - left), 66 / (bottom - top), largest * 0.08)
  const outline = placed({ focus: [(left + right) / 2, (top + bottom) / 2], x: 32, y: 40, scale }, silhouetteOf(front))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="80">${outline}</svg>`
  const alpha = await sharp(Buffer.from(svg)).extractChannel('alpha').raw().toBuffer()
  return [...alpha].map((value) => value > 127)
}

/** Returns the intersection of two outlines divided by their union. */
function overlap(one: boolean[], other: boolean[]): number {
  let [both, either] = [0, 0]
  for (const [at, value] of one.entries()) {
    if (value && other[at]) both += 1
    if (value || other[at]) either += 1
  }
  return both / either
}

test('at least forty outlines differ clearly without colours', async () => {
  const distinct: boolean[][] = []
  for (const { slug } of products) {
    const outline = await silhouette(garmentOf(slug))
    if (distinct.every((known) => overlap(known, outline) < 0.9)) distinct.push(outline)
  }
  expect(distinct.length).toBeGreaterThanOrEqual(40)
})

test('only padded cups bulge', () => {
  const bulging = products.filter(({ slug }) => garmentOf(slug).front.some(({ domes }) => domes?.length))
  const kinds = new Set(bulging.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['lace-bra', 'sports-bra', 'tshirt-bra'])
  expect(bulging.filter(({ kind }) => kind === 'sports-bra').map(({ slug }) => slug)).toEqual(['running-sports-bra'])
})

test('white fabric is nearly white', () => {
  expect(DYES.White).toBe('#f7f4ef')
})

test('front and back of a garment are of the same size', () => {
  for (const { slug } of products) {
    const { front, back } = garmentOf(slug)
    const [one, other] = [boundsOf(front), boundsOf(back)]
    for (const [side, value] of one.entries())
      expect(Math.abs(value - (other[side] ?? 0)), `${slug}, side ${side}`).toBeLessThan(40)
  }
})

test('bras and bralettes close with three rows of hooks', () => {
  for (const { slug, kind } of products) {
    const hooks = garmentOf(slug).back.filter(({ material, path }) => material === 'metal' && path.startsWith('M-14,'))
    expect(hooks, slug).toHaveLength(['bralette', 'lace-bra', 'tshirt-bra'].includes(kind) ? 3 : 0)
  }
})
