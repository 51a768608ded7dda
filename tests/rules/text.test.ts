import { expect, test } from 'vitest'
import { cleanText, encodeLocation } from '../../app/platform/text.ts'

test('removes what PostgreSQL doesn’t store, and keeps characters that are pairs of surrogates', () => {
  expect(cleanText('a\u0000b \ud83d\ude00 c\ud83d d\ude00\ud83d\ude00')).toBe('ab \ud83d\ude00 c d\ud83d\ude00')
})

test('encodes what a Location header doesn’t allow, half a pair of surrogates too', () => {
  expect(encodeLocation('/faq?q=\u0686\ud83d&x=1')).toBe('/faq?q=%DA%86%EF%BF%BD&x=1')
})
