import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addLine,
  changeQuantity,
  EMPTY_CART,
  lineKey,
  MOST_LINES,
  removeLine,
  setQuantity,
  type Cart,
} from '../../app/cart/cart.ts'

const line = fc.record({
  product: fc.uuid(),
  size: fc.constantFrom('S', 'M', '34B', ''),
  color: fc.constantFrom('Black', 'Navy Blue', ''),
  quantity: fc.integer({ min: 1, max: 50 }),
})

test('the same id, size and colour gains quantity; anything else is a new line', () => {
  const one = { product: 'p', size: 'M', color: 'Black', quantity: 2 }
  const cart = [one, { ...one, quantity: 3 }, { ...one, size: 'L' }, { ...one, color: 'Pink' }].reduce<Cart>(
    (kept, added) => addLine(kept, added) ?? kept,
    EMPTY_CART,
  )
  expect(cart.lines.map(({ quantity }) => quantity)).toEqual([5, 2, 2])
})

test('a cart holds fifty lines, and the fifty-first is refused', () => {
  const full: Cart = {
    lines: Array.from({ length: MOST_LINES }, (_, place) => ({
      product: String(place),
      size: '',
      color: '',
      quantity: 1,
    })),
  }
  expect(addLine(full, { product: 'new', size: '', color: '', quantity: 1 })).toBeNull()
  expect(addLine(full, { product: '7', size: '', color: '', quantity: 1 })?.lines).toHaveLength(MOST_LINES)
})

test('whatever is done to a cart, its lines are distinct and their quantities whole numbers from 1', () => {
  const step = fc.oneof(
    line.map((added) => (cart: Cart) => addLine(cart, added) ?? cart),
    fc.tuple(fc.nat(9), fc.integer({ min: -5, max: 5 })).map(
      ([place, by]) =>
        (cart: Cart) =>
          changeQuantity(cart, lineKey(cart.lines[place] ?? { product: '', size: '', color: '' }), by),
    ),
    fc.tuple(fc.nat(9), fc.double()).map(
      ([place, quantity]) =>
        (cart: Cart) =>
          setQuantity(cart, lineKey(cart.lines[place] ?? { product: '', size: '', color: '' }), quantity),
    ),
    fc
      .nat(9)
      .map(
        (place) => (cart: Cart) => removeLine(cart, lineKey(cart.lines[place] ?? { product: '', size: '', color: '' })),
      ),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { lines } = steps.reduce<Cart>((cart, change) => change(cart), EMPTY_CART)
      expect(new Set(lines.map(lineKey)).size).toBe(lines.length)
      for (const { quantity } of lines) expect(Number.isInteger(quantity) && quantity >= 1).toBe(true)
    }),
  )
})
