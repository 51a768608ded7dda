import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineProblems } from '../../app/cart/line-problem.ts'

const NO_COLOR = { color: '', is_by_color: false }

/** Lines of up to two sizes with stock, checked like in `price_cart`. */
const carts = fc
  .record({
    stock: fc.record({ S: fc.nat(6), M: fc.option(fc.nat(6)) }),
    most: fc.integer({ min: 1, max: 6 }),
    asked: fc.array(fc.record({ size: fc.constantFrom('S', 'M'), quantity: fc.integer({ min: 1, max: 6 }) }), {
      maxLength: 6,
    }),
  })
  .map(({ stock, most, asked }) =>
    asked.map(({ size, quantity }) => {
      const left = size === 'S' ? stock.S : stock.M
      const wanted = asked.filter((line) => line.size === size).reduce((sum, line) => sum + line.quantity, 0)
      const short = left !== null && left < wanted ? ('stock' as const) : most < wanted ? ('pieces' as const) : null
      return {
        ...NO_COLOR,
        product: 'p',
        size,
        quantity,
        stock: left,
        most,
        problem: left === 0 ? ('sold_out' as const) : short,
      }
    }),
  )

test('after the offered changes and removals, every line is available', () => {
  fc.assert(
    fc.property(carts, (lines) => {
      const kept = lineProblems(lines).flatMap((problem, place) => {
        const line = lines[place]
        if (!line) return []
        if (!problem) return [line]
        return problem.setTo ? [{ ...line, quantity: problem.setTo }] : []
      })
      for (const size of ['S', 'M']) {
        const same = kept.filter((line) => line.size === size)
        const left = Math.min(same[0]?.stock ?? Infinity, same[0]?.most ?? Infinity)
        expect(same.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(left)
      }
    }),
  )
})

test('while something isn’t available, at least one line says so', () => {
  fc.assert(
    fc.property(carts, (lines) => {
      const isWrong = lines.some(({ problem }) => problem !== null)
      expect(lineProblems(lines).some((problem) => problem !== null)).toBe(isWrong)
    }),
  )
})

test('of the problems, only a too large quantity counts in the total', () => {
  const line = { ...NO_COLOR, product: 'p', size: 'S', quantity: 3, stock: 2, most: 10 }
  const judge = (problem: 'gone' | 'choice' | 'sold_out' | 'stock') => lineProblems([{ ...line, problem }])[0]
  expect((['gone', 'choice', 'sold_out'] as const).map(judge)).toEqual([
    { message: 'This product is no longer available. It isn’t in your total.', isCounted: false },
    { message: 'This size or color is no longer offered. It isn’t in your total.', isCounted: false },
    { message: 'Sold out in this size. It isn’t in your total.', isCounted: false },
  ])
  expect(judge('stock')).toEqual({ message: 'Only 2 left in this size.', isCounted: true, setTo: 2 })
})

test('lines of a size share its stock in the cart’s order, whatever their colour', () => {
  const lineOf = (quantity: number, size = 'S') =>
    ({ ...NO_COLOR, product: 'p', size, quantity, stock: 3, most: 10, problem: 'stock' }) as const
  const together = 'Only 3 left in this size, in all colors together.'
  expect(lineProblems([lineOf(2), lineOf(2)])).toEqual([null, { message: together, isCounted: true, setTo: 1 }])
  expect(lineProblems([lineOf(1), lineOf(3)])[1]).toEqual({ message: together, isCounted: true, setTo: 2 })
  expect(lineProblems([lineOf(2), lineOf(1), lineOf(1)])).toEqual([null, null, { message: together, isCounted: true }])
  expect(lineProblems([lineOf(3), lineOf(3, 'M')])).toEqual([null, null])
})

test('more pieces of a size than an order takes are offered to be fewer', () => {
  const lineOf = (quantity: number, stock: number | null) =>
    ({ ...NO_COLOR, product: 'p', size: 'S', quantity, stock, most: 10, problem: 'pieces' }) as const
  const more = 'If you need more, please write to us.'
  const alone = { message: `One order takes up to 10 of a size. ${more}`, isCounted: true, setTo: 10 }
  expect(lineProblems([lineOf(24, 24)])).toEqual([alone])
  expect(lineProblems([lineOf(24, null)])).toEqual([alone])
  expect(lineProblems([lineOf(6, null), lineOf(5, null)])).toEqual([
    null,
    { message: `One order takes up to 10 of a size, in all colors together. ${more}`, isCounted: true, setTo: 4 },
  ])
})

test('a stock by colour is each colour’s own, and an order’s pieces are of the size (ST-01)', () => {
  const lineOf = (color: string, quantity: number, stock: number, problem: 'sold_out' | 'stock' | 'pieces') =>
    ({ product: 'p', size: 'M', color, is_by_color: true, quantity, stock, most: 10, problem }) as const
  expect(lineProblems([lineOf('Black', 1, 0, 'sold_out')])[0]?.message).toBe(
    'Sold out in this size and color. It isn’t in your total.',
  )
  expect(lineProblems([lineOf('Black', 4, 2, 'stock'), lineOf('Pink', 9, 40, 'pieces')])).toEqual([
    { message: 'Only 2 left in this size and color.', isCounted: true, setTo: 2 },
    {
      message: 'One order takes up to 10 of a size, in all colors together. If you need more, please write to us.',
      isCounted: true,
      setTo: 8,
    },
  ])
})
