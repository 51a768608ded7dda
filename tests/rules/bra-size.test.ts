import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  braEquivalents,
  braLabel,
  braMeasures,
  findBraSize,
  nearestSizes,
  parseBraSize,
  sisterSizes,
} from '../../app/sizes/bra-size.ts'
import {
  formatCentimetres,
  formatInches,
  letterForUnderbust,
  rowsFor,
  type SizeCharts,
  type SizeRow,
} from '../../app/sizes/size-charts.ts'
import { offerOf, ownOfferOf } from '../../app/sizes/own-size.ts'

const labelOf = (underbust: number, bust: number) => {
  const found = findBraSize(underbust, bust)
  return found.ok ? braLabel(found.value) : `${found.refusal.field}: ${found.refusal.message}`
}

test.each([
  [70, 82.5, '32A'],
  [76, 91, '34B'],
  [77.5, 92, '36B'],
  [80, 97, '36C'],
  [85, 104, '38D'],
  [85, 105, '38DD'],
  [57.5, 68, '28AA'],
  [112.4, 141, '48G'],
])('converts an underbust of %d cm and a bust of %d cm to %s (EN 13402-3)', (underbust, bust, size) => {
  expect(labelOf(underbust, bust)).toBe(size)
})

test.each([
  [30, 36, /^underbust: .*58 to 112\scm \(23 to 44\sin\).*check the unit/],
  [113, 130, /^underbust: /],
  [76, 76, /^bust: .*more than your underbust. Are the two swapped\?/],
  [91, 76, /^bust: .*swapped/],
  [76, 85.9, /^bust: .*at least 10\scm \(4\sin\)/],
  [76, 106, /^bust: .*over 30\scm \(12\sin\)/],
])('refuses an underbust of %d cm and a bust of %d cm and says what to measure again', (underbust, bust, message) => {
  expect(labelOf(underbust, bust)).toMatch(message)
})

test('sister sizes have the same cup volume and stay within the bands and cups', () => {
  expect(sisterSizes({ band: 34, cup: 'B' })).toEqual(['32C', '36A'])
  expect(sisterSizes({ band: 36, cup: 'DD' })).toEqual(['34E', '38D'])
  expect(sisterSizes({ band: 28, cup: 'AA' })).toEqual([])
  expect(sisterSizes({ band: 48, cup: 'D' })).toEqual(['46DD'])
})

test('converts a bra size to EU and US sizes', () => {
  expect(braEquivalents({ band: 34, cup: 'B' })).toEqual({ uk: '34B', eu: '75B', us: '34B' })
  expect(braEquivalents({ band: 38, cup: 'DD' })).toEqual({ uk: '38DD', eu: '85E', us: '38DD' })
  expect(braEquivalents({ band: 32, cup: 'F' })).toEqual({ uk: '32F', eu: '70G', us: '32G' })
})

test('returns null for a label that isn’t a bra size', () => {
  expect(['M', '34', '33B', '50B', '34Z', '26A', ''].map(parseBraSize)).toEqual(Array(7).fill(null))
  expect(parseBraSize('34 DD')).toEqual({ band: 34, cup: 'DD' })
})

test('measurements in the middle of each size give that size', () => {
  const sizes = fc.record({
    band: fc.integer({ min: 14, max: 24 }).map((half) => half * 2),
    cup: fc.constantFrom('AA', 'A', 'B', 'C', 'D', 'DD', 'E', 'F', 'FF', 'G'),
  })
  fc.assert(
    fc.property(sizes, (size) => {
      const { underbust, bust } = braMeasures(size)
      expect(labelOf((underbust[0] + underbust[1]) / 2, (bust[0] + bust[1]) / 2)).toBe(braLabel(size))
    }),
  )
})

const row = (size: string, underbust: [number, number]): SizeRow => ({
  size,
  body: { underbust },
  names: { uk: '8', eu: '36', us: '4' },
})
const chart = (...rows: SizeRow[]) => ({ title: 'Sizes', advice: 'Go by your waist.', unit: 'cm' as const, rows })
const charts: SizeCharts = {
  bra: chart(),
  'soft-bra': chart(row('S', [68, 72]), row('M', [73, 77]), row('XL', [83, 87])),
  camisole: chart(),
  nightwear: chart(),
  panties: chart(row('S', [64, 68]), row('M', [69, 73]), row('XL', [79, 84])),
}

test('a chart shows the sizes of a product and computes bra sizes that the guide doesn’t list', () => {
  expect(rowsFor(charts, 'panties', ['M', 'XL', 'One size']).map(({ size }) => size)).toEqual(['M', 'XL'])
  expect(rowsFor(charts, 'bra', ['40DD', 'M']).map(({ names }) => names.eu)).toEqual(['90E'])
  expect([67.4, 67.5, 72.6, 87.4, 87.5].map((underbust) => letterForUnderbust(charts, underbust))).toEqual([
    null,
    'S',
    'M',
    'XL',
    null,
  ])
})

test('inches are rounded to halves', () => {
  expect(formatInches([73, 77])).toBe('28½–30½')
  expect(formatInches([10, 12])).toBe('4–4½')
  expect(formatInches([68, 68])).toBe('27')
  expect(formatCentimetres([68, 68])).toBe('68')
})

const variants = [
  { label: '34B', cup_size: 'B', stock: 24 },
  { label: '32C', cup_size: 'C', stock: 0 },
  { label: '36A', cup_size: 'A', stock: null },
]

test('tells whether a size is available, sold out or not made, and names available sister sizes', () => {
  expect(offerOf({ variants }, '34B')).toEqual({ size: '34B', state: 'available', sisters: [] })
  expect(offerOf({ variants }, '32C')).toEqual({ size: '32C', state: 'sold-out', sisters: ['34B'] })
  expect(offerOf({ variants }, '34A')).toEqual({ size: '34A', state: 'not-made', sisters: [] })
  expect(offerOf({ variants }, '38AA')).toEqual({ size: '38AA', state: 'not-made', sisters: ['36A'] })
})

test('a size only applies to its kind of garment', () => {
  const own = { bra: '34B', panties: 'L' } as const
  expect(ownOfferOf({ size_chart: null, variants }, own)?.size).toBe('34B')
  expect(ownOfferOf({ size_chart: 'camisole', variants }, own)).toBeNull()
  expect(ownOfferOf({ size_chart: 'bra', variants: [] }, own)).toBeNull()
})

test('the nearest sizes are the sisters, then the next cups on the band; those further away aren’t offered', () => {
  const others = ['34B', '36A', '32C', '34C', '34A', '36B', '34F', '44B', 'M']
  expect(nearestSizes({ band: 34, cup: 'B' }, others)).toEqual(['34B', '32C', '36A', '34A', '34C', '36B'])
})
