import { expect, test } from 'vitest'
import { boxOf, parsePart } from '../../app/desk/products/pictures/picture-part.ts'

test('the largest box in the shape of the pictures is moved into the picture', () => {
  const wide = { width: 4000, height: 1000 }
  expect(boxOf({ x: 50, y: 50, size: 100 }, '4/5', wide)).toEqual({ left: 1600, top: 0, width: 800, height: 1000 })
  expect(boxOf({ x: 0, y: 50, size: 100 }, '4/5', wide)).toEqual({ left: 0, top: 0, width: 800, height: 1000 })
  expect(boxOf({ x: 100, y: 100, size: 50 }, '4/5', wide)).toEqual({ left: 3600, top: 500, width: 400, height: 500 })
  expect(boxOf({ x: 50, y: 50, size: 100 }, '2/3', wide)).toEqual({ left: 1667, top: 0, width: 667, height: 1000 })
  expect(boxOf('whole', '4/5', wide)).toBeNull()
})

test('a box stays within pictures of any size', () => {
  for (const [width, height] of [
    [1, 1],
    [1, 4000],
    [4000, 1],
    [801, 1000],
    [7, 9],
  ] as const) {
    for (const x of [0, 33, 100]) {
      for (const size of [20, 77, 100]) {
        const box = boxOf({ x, y: 100 - x, size }, '4/5', { width, height })
        expect(box?.left).toBeGreaterThanOrEqual(0)
        expect(box?.top).toBeGreaterThanOrEqual(0)
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(0)
        expect((box?.left ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        expect((box?.top ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
      }
    }
  }
})

test('a part that is none is refused', () => {
  expect(['whole', '0 100 20'].map((text) => parsePart(text))).toEqual(['whole', { x: 0, y: 100, size: 20 }])
  expect(['', '50 50', '101 0 50', '0 0 19', '0 0 101', '1 1 50 ', '-1 0 50'].map((text) => parsePart(text))).toEqual(
    Array.from({ length: 7 }, () => null),
  )
})
