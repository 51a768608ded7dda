import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumRows, sumText } from '../../app/sums/sums.tsx'
import type { Sums } from '../../app/sums/sums.schema.ts'
import { formatMoney } from '../../app/platform/money.ts'

/** Arbitrary sums: lines with and without discount, a promo discount up to their price, and any delivery. */
const costs = fc
  .record({
    lines: fc.array(
      fc.record({
        list: fc.integer({ min: 1, max: 9_999_999_999 }),
        percent: fc.integer({ min: 0, max: 99 }),
        quantity: fc.integer({ min: 1, max: 9999 }),
      }),
      { maxLength: 50 },
    ),
    promoShare: fc.integer({ min: 0, max: 100 }),
    delivery_fee: fc.integer({ min: 0, max: 100_000_00 }),
    cash_fee: fc.integer({ min: 0, max: 1_000_00 }),
  })
  .map(({ lines, promoShare, delivery_fee, cash_fee }): Sums => {
    const finals = lines.map(({ list, percent }) => Math.round((list * (100 - percent)) / 100))
    const subtotal = lines.reduce((sum, { quantity }, place) => sum + (finals[place] ?? 0) * quantity, 0)
    const savings = lines.reduce((sum, { list, quantity }) => sum + list * quantity, 0) - subtotal
    const promo_discount = Math.round((subtotal * promoShare) / 100)
    return {
      subtotal,
      savings,
      promo_discount,
      discount: 0,
      delivery_fee,
      total_amount: subtotal - promo_discount + delivery_fee + cash_fee,
      cash_fee,
    }
  })

test('the rows above the total always add up to it', () => {
  fc.assert(
    fc.property(costs, (bought) => {
      const rows = sumRows(bought)
      const above = rows.filter(({ kind }) => kind !== 'total')
      expect(above.reduce((sum, { value }) => sum + value, 0)).toBe(bought.total_amount)
      expect(rows.at(-1)).toEqual({ name: 'Total', value: bought.total_amount, kind: 'total' })
    }),
  )
})

test('savings, a promo discount and a fee for cash have a row only if there are any (CA-22, CH-53)', () => {
  const plain = {
    subtotal: 200_000,
    savings: 0,
    promo_discount: 0,
    discount: 0,
    delivery_fee: 15_000,
    total_amount: 215_000,
    cash_fee: 0,
  }
  expect(sumRows(plain).map((row) => [row.name, sumText(row)])).toEqual([
    ['Subtotal', 'Rs. 2,000.00'],
    ['Delivery Fee', 'Rs. 150.00'],
    ['Total', 'Rs. 2,150.00'],
  ])
  const reduced = {
    subtotal: 925_600,
    savings: 191_400,
    promo_discount: 92_560,
    discount: 0,
    delivery_fee: 15_000,
    total_amount: 853_040,
    cash_fee: 5_000,
  }
  expect(sumRows(reduced, 'Shipping').map((row) => [row.name, sumText(row)])).toEqual([
    ['Subtotal', 'Rs. 11,170.00'],
    ['Discount Savings', formatMoney(-191_400)],
    ['Promo discount', formatMoney(-92_560)],
    ['Shipping', 'Rs. 150.00'],
    ['Cash on Delivery Fee', 'Rs. 50.00'],
    ['Total', 'Rs. 8,530.40'],
  ])
})

test('a delivery without cost is called free', () => {
  const free = {
    subtotal: 500_000,
    savings: 0,
    promo_discount: 0,
    discount: 0,
    delivery_fee: 0,
    total_amount: 500_000,
    cash_fee: 0,
  }
  expect(sumRows(free).map(sumText)).toEqual(['Rs. 5,000.00', 'Free', 'Rs. 5,000.00'])
})
