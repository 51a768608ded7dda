import { expect, test } from 'vitest'
import { valueInWords } from '~/desk/audit/value-words'

test.each([
  [null, '–'],
  [true, 'Yes'],
  [2500, '2500'],
  ['M, L', 'M, L'],
  ['2026-11-24T09:00:00+00:00', '24 Nov 2026, 14:00'],
  ['48:00:00', '48 hours'],
  ['1 day 01:30:00', '1 day 1 hour 30 minutes'],
  ['00:00:00', 'none'],
  [['Black', 'Pink'], 'Black, Pink'],
  [[], '–'],
  [{ min: 70, color: 'Black', note: null, id: '6f1c3a52-8a8e-4d4b-9a53-0d7d3f3c1b11' }, 'Min: 70; Color: Black'],
  ['6f1c3a52-8a8e-4d4b-9a53-0d7d3f3c1b11', ''],
  ['/storage/v1/object/public/products/82556c74.webp (Black)', 'without a description (Black)'],
])('the record of changes shows %j as words', (value, shown) => {
  expect(valueInWords(value)).toBe(shown)
})
