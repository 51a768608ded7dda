import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPage, fillPlaces } from '~/platform/cache/places.server'

const place = (name: string, inside: string) => `<shop-place data-part="${name}">${inside}</shop-place>`
const text = fc.string({ unit: 'grapheme', maxLength: 400 }).filter((one) => !one.includes('<'))

test('the gzip body of a filled page unpacks to the page', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, text, text), { maxLength: 5 }),
      text,
      fc.boolean(),
      (parts, end, isSignedIn) => {
        const page = parts.map(([before, inside], index) => before + place(`p${index}`, inside)).join('') + end
        const html = Object.fromEntries(parts.map(([, , own], index) => [`p${index}`, own]))
        const filled = fillPlaces(cutPage(page), { isSignedIn, html })
        const expected = parts.map(([before, , own], index) => before + place(`p${index}`, own)).join('') + end
        expect(filled.plain().toString()).toBe(expected)
        expect(gunzipSync(filled.gzip?.() ?? '').toString()).toBe(expected)
      },
    ),
  )
})

test('a place without content shows the template for shoppers, or stays as it is', () => {
  const page = `a${place('kept', 'for all<template>for shoppers</template>')}b`
  const shown = (isSignedIn: boolean) => fillPlaces(cutPage(page), { isSignedIn, html: {} }).plain().toString()
  expect(shown(true)).toBe(`a${place('kept', 'for shoppers')}b`)
  expect(shown(false)).toBe(page)
})
