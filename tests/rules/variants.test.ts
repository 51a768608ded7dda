import { expect, test } from 'vitest'
import { LANGUAGES } from '~/language/languages'
import { headersOfVariant, variantKey, variantOf, type Variant } from '~/platform/cache/variant.server'

test('the page cache renders each version under the key that its visitors have', () => {
  const versions = [true, false].flatMap((isLite): Variant[] => [
    ...LANGUAGES.map((language) => ({ isLite, language, isUrduOffered: false })),
    { isLite, language: 'en', isUrduOffered: true },
  ])
  expect(new Set(versions.map(variantKey)).size).toBe(versions.length)
  for (const version of versions) {
    const key = variantKey(version)
    expect(key === '' ? version : variantOf('/', headersOfVariant(key))).toEqual(version)
  }
})
