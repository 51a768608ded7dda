import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cleanText,
  codeText,
  cutText,
  partsBetween,
  plainText,
  replaceBetween,
  shopPath,
  withoutTags,
} from '../../app/platform/text.ts'
import { SPELLINGS, spelling } from '../support/spellings.ts'

test('removes what PostgreSQL doesn’t store, and keeps characters that are pairs of surrogates', () => {
  expect(cleanText('a\u0000b \ud83d\ude00 c\ud83d d\ude00\ud83d\ude00')).toBe('ab \ud83d\ude00 c d\ud83d\ude00')
})

test('removes marks that no script needs, and writes spaces and letters in one way', () => {
  expect(cleanText('\u202a+92 300 1234567\u202c')).toBe('+92 300 1234567')
  expect(cleanText('\u2067Zoe\u0308\u2069\u00a0Kh\u00adan\u200b\ufeff')).toBe('Zo\u00eb Khan')
  expect(cleanText('a\nb\tc – “d”')).toBe('a\nb\tc – “d”')
})

test('keeps joiners between letters of Urdu and in emoji alone', () => {
  for (const text of ['می\u200cخواہم', '👩\u200d👧', '🏳️\u200d🌈', '❤️\u200d🔥', 'क्\u200dष'])
    expect(cleanText(text)).toBe(text)
  expect(cleanText('👧\u200c\u094d\u0338')).toBe('👧\u0338\u094d')
  expect(cleanText('a\u200db \u200cیہ\u200c \u200d03\u200d00')).toBe('ab یہ 0300')
})

test('writes numbers and codes of any keyboard as one', () => {
  expect(plainText(' \u2067۰۳۰۰\u2011١٢٣\u200d۴۵۶۷\u2069 ')).toBe('0300-1234567')
  expect(codeText(' EID\u2013۵۰۰ \u00a0x')).toBe('EID-500x')
})

test('a text that is cut within an emoji ends before it, or begins after it', () => {
  expect([cutText('ab😀', 3), cutText('ab😀', 4), cutText('😀ab', -3), cutText('a\u0000b', 3)]).toEqual([
    'ab',
    'ab😀',
    'ab',
    'ab',
  ])
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, max) => {
      for (const cut of [cutText(text, max), cutText(text, -max)]) {
        expect(cut.length).toBeLessThanOrEqual(max)
        expect(cut.isWellFormed() && !cut.includes('\u0000')).toBe(true)
      }
    }),
  )
})

test('parts between marks are found and replaced, and marks without a partner are left', () => {
  expect([...partsBetween('a(b)c(d))(', '(', ')')]).toEqual([
    { start: 1, end: 4, inside: 'b' },
    { start: 5, end: 8, inside: 'd' },
  ])
  expect(replaceBetween('a(b)c((d)e(', '(', ')', (inside) => `[${inside}]`)).toBe('a[b]c[(d]e(')
  expect(withoutTags('<p class="x">5 < 6</p> and <b>more')).toBe('5  and more')
})

test.each([
  '/',
  '/checkout',
  '/product/robe?color=Red&size=M#tabs',
  '/product-listing?category=Men%20%26%20Women',
  '/%2Fevil.example',
  '/a//b',
])('the path %s leads into the shop as it is (RT-55)', (path) => {
  expect(shopPath(path)).toBe(path)
})

test.each([
  ['checkout', '/checkout'],
  ['/help/ö', '/help/%C3%B6'],
  ['/faq?q=\u0686\ud83d&x=1', '/faq?q=%DA%86%EF%BF%BD&x=1'],
  ['/a/../\\b\\..\\c', '/'],
  ['/a\nb', '/ab'],
  ['/.\\evil.example/', '/evil.example/'],
  ['https:evil.example', '/evil.example'],
])('%j is written as browsers read it (RT-55)', (text, path) => {
  expect(shopPath(text)).toBe(path)
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/./\\evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'https://',
  '',
  null,
  undefined,
  7,
  ['/checkout'],
])('%j leads home instead (RT-55)', (text) => {
  expect(shopPath(text)).toBe('/')
})

test('a path that is too long for a header leads home instead', () => {
  const longest = `/${'x'.repeat(1_999)}`
  expect(shopPath(longest)).toBe(longest)
  expect([`${longest}x`, `/?q=${'\u0686'.repeat(400)}`].map(shopPath)).toEqual(['/', '/'])
})

/** Pages that a redirect may be read on; a browser resolves it against the page’s address. */
const PAGES = ['https://shop.test/', 'http://127.0.0.1:3000/a/b/?c#d']

test('whatever the spelling, a browser stays in the shop, also after the path is normalised again (RT-55)', () => {
  const staysInShop = (text: string) => {
    const path = shopPath(text)
    expect(path).toMatch(/^\/(?!\/)[\u0021-\u007e]*$/)
    expect(shopPath(path)).toBe(path)
    for (const page of PAGES) expect(new URL(path, page).origin).toBe(new URL(page).origin)
  }
  for (const text of SPELLINGS) staysInShop(text)
  fc.assert(fc.property(spelling, staysInShop), { numRuns: 5_000 })
  fc.assert(fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), staysInShop))
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), staysInShop), { numRuns: 2_000 })
})
