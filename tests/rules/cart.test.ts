import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addLine,
  changeQuantity,
  changeLineOptions,
  EMPTY_CART,
  lineElementId,
  lineKey,
  MAX_CART_LINES,
  MAX_OPTION_LENGTH,
  MAX_QUANTITY_PER_LINE,
  parseLineKey,
  removedLineUrl,
  removeLine,
  restoreLine,
  setQuantity,
  type Cart,
} from '../../app/cart/cart.ts'

const line = fc.record({
  product: fc.uuid(),
  size: fc.constantFrom('S', 'M', '34B', ''),
  color: fc.constantFrom('Black', 'Navy Blue', ''),
  quantity: fc.integer({ min: 1, max: 50 }),
})

test('adding the same id, size and colour increases the quantity; anything else adds a line', () => {
  const one = { product: 'p', size: 'M', color: 'Black', quantity: 2 }
  const cart = [one, { ...one, quantity: 3 }, { ...one, size: 'L' }, { ...one, color: 'Pink' }].reduce<Cart>(
    (kept, added) => addLine(kept, added) ?? kept,
    EMPTY_CART,
  )
  expect(cart.lines.map(({ quantity }) => quantity)).toEqual([5, 2, 2])
})

test('a cart holds fifty lines, and the fifty-first is refused', () => {
  const full: Cart = {
    lines: Array.from({ length: MAX_CART_LINES }, (_, place) => ({
      product: String(place),
      size: '',
      color: '',
      quantity: 1,
    })),
  }
  expect(addLine(full, { product: 'new', size: '', color: '', quantity: 1 })).toBeNull()
  expect(MAX_CART_LINES).toBe(50)
  expect(addLine(full, { product: '7', size: '', color: '', quantity: 1 })?.lines).toHaveLength(MAX_CART_LINES)
})

test('after any operations, lines are distinct and quantities are positive integers', () => {
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
    line.map((removed) => (cart: Cart) => restoreLine(cart, removed) ?? cart),
    fc.tuple(fc.nat(9), line).map(([place, { size, color }]) => (cart: Cart) => {
      const changed = cart.lines[place]
      return changed ? changeLineOptions(cart, changed, { ...changed, size, color }) : cart
    }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { lines } = steps.reduce<Cart>((cart, change) => change(cart), EMPTY_CART)
      expect(new Set(lines.map(lineKey)).size).toBe(lines.length)
      for (const { quantity } of lines) expect(Number.isInteger(quantity) && quantity >= 1).toBe(true)
    }),
  )
})

test('changing a line’s size keeps its position and all pieces', () => {
  const lines = fc.uniqueArray(
    fc.record({ size: fc.constantFrom('S', 'M', 'L'), color: fc.constantFrom('Black', 'Pink') }),
    {
      selector: ({ size, color }) => `${size} ${color}`,
      minLength: 1,
    },
  )
  fc.assert(
    fc.property(lines, fc.nat(5), fc.constantFrom('S', 'M', 'L'), (kept, at, size) => {
      const cart: Cart = { lines: kept.map((id, place) => ({ product: 'p', ...id, quantity: place + 1 })) }
      const changed = cart.lines[at % cart.lines.length]
      if (!changed) return
      const chosen = { ...changed, size }
      const after = changeLineOptions(cart, changed, chosen)
      const pieces = ({ lines: all }: Cart) => all.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(pieces(after)).toBe(pieces(cart))
      expect(after.lines.some((one) => lineKey(one) === lineKey(chosen))).toBe(true)
      const before = cart.lines.slice(0, cart.lines.indexOf(changed)).filter((one) => lineKey(one) !== lineKey(chosen))
      expect(after.lines.slice(0, before.length)).toEqual(before)
    }),
  )
})

test('a line’s product can’t be changed, and changing a missing line does nothing', () => {
  const one = { product: 'p', size: 'M', color: 'Black', quantity: 2 }
  const cart: Cart = { lines: [one] }
  expect(changeLineOptions(cart, one, { ...one, product: 'q' })).toEqual(cart)
  expect(changeLineOptions(cart, { ...one, size: 'S' }, one)).toEqual(cart)
})

test('restoring a removed line is idempotent and keeps the larger quantity', () => {
  const one = { product: 'p', size: 'M', color: 'Black', quantity: 2 }
  const restored = restoreLine(EMPTY_CART, one)
  expect(restored?.lines).toEqual([one])
  expect(restored && restoreLine(restored, one)?.lines).toEqual([one])
  expect(restored && restoreLine(restored, { ...one, quantity: 5 })?.lines).toEqual([{ ...one, quantity: 5 }])
})

const PRODUCT = 'd94f3cfa-7d0c-4a52-8f4c-0a5f7a3f3b11'
const black = { product: PRODUCT, size: 'M', color: 'Black', quantity: 2 }
const pink = { ...black, color: 'Pink', quantity: 3 }
const two: Cart = { lines: [black, pink] }

test('setting a quantity bounds it to whole pieces from 1 to the database’s limit, of that line only', () => {
  const set = (quantity: number) => setQuantity(two, lineKey(black), quantity).lines
  expect([1, 2.9, 0, -3, Number.NaN, 9_999, 10_000].map((quantity) => set(quantity)[0]?.quantity)).toEqual([
    1, 2, 1, 1, 1, 9_999, 9_999,
  ])
  expect(MAX_QUANTITY_PER_LINE).toBe(9_999)
  expect(set(7)).toEqual([{ ...black, quantity: 7 }, pink])
})

test('changing a quantity by a number never goes below 1, and leaves other lines (CA-18)', () => {
  expect(changeQuantity(two, lineKey(pink), 2).lines).toEqual([black, { ...pink, quantity: 5 }])
  expect(changeQuantity(two, lineKey(pink), -2).lines).toEqual([black, { ...pink, quantity: 1 }])
  expect(changeQuantity(two, lineKey(pink), -3).lines).toEqual([black, { ...pink, quantity: 1 }])
})

test('removing a line keeps the others', () => {
  expect(removeLine(two, lineKey(black)).lines).toEqual([pink])
  expect(removeLine(two, lineKey({ ...black, size: 'L' })).lines).toEqual(two.lines)
})

test('a line’s key is read as the same line again, also with commas and long names', () => {
  const name = fc.string({ maxLength: MAX_OPTION_LENGTH, unit: 'grapheme-ascii' })
  fc.assert(
    fc.property(fc.uuid(), name, name, (product, size, color) => {
      expect(parseLineKey(lineKey({ product, size, color }))).toEqual({ product, size, color })
    }),
  )
  expect(lineKey(black)).toBe(`${PRODUCT},M,Black`)
  const longest = { product: PRODUCT, size: 'x'.repeat(60), color: 'y'.repeat(60) }
  expect(parseLineKey(lineKey(longest))).toEqual(longest)
})

test.each([
  'not a product,M,Black',
  `${PRODUCT},M,Black,more`,
  `${PRODUCT},${'x'.repeat(61)},Black`,
  `${PRODUCT},M,${'x'.repeat(61)}`,
  `${PRODUCT},%,Black`,
  '',
])('the key %s is malformed', (key) => {
  expect(parseLineKey(key)).toBeNull()
})

test('a key without a size or colour is one of a product without choices', () => {
  expect(parseLineKey(PRODUCT)).toEqual({ product: PRODUCT, size: '', color: '' })
})

test('lines whose colours have names in Urdu have different IDs', () => {
  const ids = ['گلابی', 'سیاہ', 'ہلکا گلابی'].map((color) => lineElementId({ ...black, color }))
  expect(ids).toEqual(['line-d94f3cfa-M-گلابی', 'line-d94f3cfa-M-سیاہ', 'line-d94f3cfa-M-ہلکا-گلابی'])
})

test('a line’s element has an ID without spaces, and its removal a URL that names the line and its pieces', () => {
  expect(lineElementId({ ...black, color: 'Navy Blue' })).toBe('line-d94f3cfa-M-Navy-Blue')
  expect(removedLineUrl('removed', black)).toBe(`/cart?removed=${PRODUCT}%2CM%2CBlack&quantity=2`)
  expect(removedLineUrl('later', { ...black, quantity: 1 })).toBe(`/cart?later=${PRODUCT}%2CM%2CBlack`)
})
