import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineProblems } from '../../app/cart/line-problem.ts'

/** Lines of up to two sizes with stock, checked like in `price_cart`. */
const carts = fc
  .record({
    stock: fc.record({ S: fc.nat(6), M: fc.option(fc.nat(6)) }),
    asked: fc.array(fc.record({ size: fc.constantFrom('S', 'M'), quantity: fc.integer({ min: 1, max: 6 }) }), {
      maxLength: 6,
    }),
  })
  .map(({ stock, asked }) =>
    asked.map(({ size, quantity }) => {
      const left = size === 'S' ? stock.S : stock.M
      const wanted = asked.filter((line) => line.size === size).reduce((sum, line) => sum + line.quantity, 0)
      const short = left !== null && left < wanted ? ('stock' as const) : null
      return { product: 'p', size, quantity, stock: left, problem: left === 0 ? ('sold_out' as const) : short }
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
        const stock = same[0]?.stock ?? Infinity
        expect(same.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(stock)
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
  const line = { product: 'p', size: 'S', quantity: 3, stock: 2 }
  const judge = (problem: 'gone' | 'choice' | 'sold_out' | 'stock') => lineProblems([{ ...line, problem }])[0]
  expect((['gone', 'choice', 'sold_out'] as const).map((problem) => judge(problem)?.isCounted)).toEqual([
    false,
    false,
    false,
  ])
  expect(judge('stock')).toEqual({ message: 'Only 2 left in this size.', isCounted: true, setTo: 2 })
})
