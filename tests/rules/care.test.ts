import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { careSymbols } from '../../app/product/care.tsx'

test.each([
  ['Hand wash', 'hand'],
  ['Wash at 30 °C', 'wash-30'],
  ['Gentle machine wash, 40 °C', 'wash-40'],
  ['Machine wash warm', 'wash'],
  ['Do not bleach', 'bleach not'],
  ['Don’t tumble dry', 'tumble not'],
  ['Tumble dry', 'tumble'],
  ['Cool iron', 'cool-iron'],
  ['Iron on the reverse', 'iron'],
  ['Dry clean only', 'clean'],
  ['Dry in the shade', ''],
])('beside “%s” stands the care symbol “%s” (PD-73)', (words, symbols) => {
  expect(careSymbols(words).join(' ')).toBe(symbols)
  const drawn = readFileSync('public/care.svg', 'utf8')
  for (const symbol of careSymbols(words)) expect(drawn).toContain(`id="${symbol}"`)
})
