import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCatalogue, viewsOf } from './catalogue.ts'
import { DYES } from './engine/colour.ts'
import { boundsOf, placeAt } from './engine/placement.ts'
import { rasterise } from './engine/raster.ts'
import { shapeOf } from './engine/relief.ts'
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

/** Draws only the outline of a garment, for a picture of 64 × 80. */
async function silhouette({ front, largest }: Garment): Promise<boolean[]> {
  const [left, top, right, bottom] = boundsOf(front)
  const scale = Math.min(54 / (right - left), 66 / (bottom - top), largest * 0.08)
  const placement = placeAt([(left + right) / 2, (top + bottom) / 2], 32, 40, scale, 0, 1)
  const frame = { left: 0, top: 0, width: 64, height: 80 }
  const mask = await rasterise(frame, front.map((part) => shapeOf(part, placement)).join(''))
  return [...mask].map((value) => value > 0.5)
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
  const bulging = products.filter(({ slug }) =>
    garmentOf(slug).front.some(({ domes }) => domes?.some(([, , , , height]) => height > 0)),
  )
  const kinds = new Set(bulging.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['lace-bra', 'sports-bra', 'tshirt-bra'])
  expect(bulging.filter(({ kind }) => kind === 'sports-bra').map(({ slug }) => slug)).toEqual(['running-sports-bra'])
})

test('white fabric is nearly white', () => {
  expect(DYES.White).toBe('#f7f4ef')
})

test('every product has three pictures in each of its colours, and all five views in some colour', () => {
  for (const product of products) {
    const views = product.colors.map((color) => viewsOf(product, color))
    for (const shown of views) expect(shown, product.slug).toHaveLength(3)
    expect(new Set(views.flat()).size, product.slug).toBe(5)
  }
})
