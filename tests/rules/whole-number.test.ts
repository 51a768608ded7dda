import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { initialChoice } from '../../app/catalog/product-choice.ts'
import { parseListingQuery } from '../../app/catalog/listing/listing-query.ts'
import type { Product } from '../../app/catalog/product.schema.ts'
import { addToCartSchema } from '../../app/cart/cart.schema.ts'
import { whole } from '../../app/platform/whole-number.schema.ts'
import { readWhole, readWholeWithin } from '../../app/platform/whole-number.ts'

test.each([
  ['2', 2],
  [' 15 ', 15],
  ['۲', 2],
  ['٢٠', 20],
  ['۱۲۳۴۵۶۷۸۹۰', 1_234_567_890],
  ['-3', -3],
  ['007', 7],
])('reads %j as the whole number %d', (text, number) => {
  expect(readWhole(text)).toBe(number)
})

test.each(['', ' ', '0x10', '0b1', '1e3', '1.5', '1,5', '٢.٥', 'NaN', 'Infinity', '½', '1 2', '9'.repeat(16), '२'])(
  'reads no number from %j',
  (text) => {
    expect(readWhole(text)).toBe(NaN)
    expect([readWholeWithin(text, 2, 9), whole(1).safeParse(text).success]).toEqual([2, false])
  },
)

test('a form’s whole number may be left out where its schema says so', () => {
  expect([whole(1).optional().parse(undefined), whole(0).default(4).parse(undefined)]).toEqual([undefined, 4])
  expect([whole(1, 5).parse('۵'), whole(1, 5).safeParse('۶').success]).toEqual([5, false])
})

test('quantities, pages and prices are read in the digits of Urdu too, and in no other base', () => {
  const product = crypto.randomUUID()
  const quantityOf = (quantity: string) => addToCartSchema.parse({ product, quantity }).quantity
  expect([quantityOf('۲'), quantityOf('0x10')]).toEqual([2, 1])
  const onPage = (quantity: string) =>
    // Only what the choice reads of it.
    initialChoice({ colors: [], variants: [] } as unknown as Product, new URLSearchParams({ quantity })).quantity
  expect([onPage('۱۲'), onPage('0x10')]).toEqual([12, 1])
  const listed = (page: string) => parseListingQuery(new URLSearchParams({ page, minPrice: '۱٬۵۰۰'.replace('٬', ',') }))
  expect(listed('۳')).toMatchObject({ page: 3, minPrice: 1500 })
  expect(listed('0x3').page).toBe(1)
})

test('no form and no address is read by another reader of whole numbers', () => {
  const others = globSync('app/**/*.{ts,tsx}')
    // Operators write the settings.
    .filter((path) => path !== 'app/platform/setting-kinds.ts')
    .filter((path) =>
      /coerce\s*\.number|parseInt|\bNumber\((?:parameters|searchParams|form|body)\b/.test(readFileSync(path, 'utf8')),
    )
  expect(others).toEqual([])
})
