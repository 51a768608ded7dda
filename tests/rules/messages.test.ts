import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { LANGUAGES } from '~/language/languages'
import { m } from '~/language/messages'
import { SPOKEN } from '~/ui/region-name'
import { sourcesIn } from '../support/sources'

type Messages = Record<string, unknown>

const read = (language: string): Messages =>
  Object.assign(
    {},
    ...readdirSync(`app/language/${language}`).map((file) =>
      JSON.parse(readFileSync(`app/language/${language}/${file}`, 'utf8')),
    ),
  )

/** The parameters and the marked parts of a message. */
const partsOf = (message: unknown) => [...new Set(JSON.stringify(message).match(/(?<!\\)\{[#/]?\w+\}/g))].toSorted()

const english = read('en')

test.for(LANGUAGES.slice(1))('every message is in %s, with the same parameters and links (UR-01)', (language) => {
  const other = read(language)
  expect(Object.keys(other).toSorted()).toEqual(Object.keys(english).toSorted())
  const different = Object.keys(english).filter((key) => String(partsOf(other[key])) !== String(partsOf(english[key])))
  expect(different).toEqual([])
})

/** Words that readers stumble over, and what the shop says instead (docs/urdu.md). */
const FORMER_TERMS = {
  بیج: 'بادامی',
  'ڈیلیوری پر نقد': 'کیش آن ڈیلیوری',
  لمس: 'جلد پر احساس',
  'نئے پہلے': 'تازہ ترین',
  میٹیریل: 'کپڑا',
  کولیبریشن: 'اشتراک',
  'چپٹی سلائیاں': 'چپٹی سلائی',
  'انتظار میں': 'ادائیگی کا انتظار',
  ہسپانیہ: 'اسپین',
  'صاف کریں': 'فلٹر ہٹائیں',
  Chambeli: 'چنبیلی',
}
const MADE_OF_MIGRATION = '-- By hand'

/** What the shop says in Urdu: messages, first words of mails, and the rows of a new, a sample and an upgraded shop, by line. */
const urduLines = [
  ...globSync(['app/language/ur/*.json', 'app/mails/words/urdu-*.ts', 'supabase/seeds/*/*_urdu.sql']).map((file) =>
    readFileSync(file, 'utf8'),
  ),
  ...globSync('supabase/migrations/*').map((file) => readFileSync(file, 'utf8').split(MADE_OF_MIGRATION)[1] ?? ''),
]
  .join('\n')
  .split('\n')
  .filter((line) => /[\u0600-\u06ff]/.test(line))

test.for(Object.entries(FORMER_TERMS))('Urdu doesn’t say %s, but %s', ([former, term]) => {
  const asWord = new RegExp(`(?<![\\p{L}])${former}(?!\\p{L})`, 'u')
  expect(urduLines.filter((line) => asWord.test(line))).toEqual([])
  expect([...urduLines, ...Object.values(SPOKEN.ur ?? {})].some((line) => line?.includes(term))).toBe(true)
})

test('no sum ends a sentence in Urdu, where the full stop reads as a minus', () => {
  const sums = /\{(total|amount|price|fee|minimum|cash|due)\}۔|\d۔/
  expect(urduLines.filter((line) => sums.test(line))).toEqual([])
})

test('the stop after a number that isn’t broken is within its mark, or it would begin a line', () => {
  const apart = Object.entries(english).filter(([, message]) =>
    /\{\/(number|address)\}[.,:;?]/.test(JSON.stringify(message)),
  )
  expect(apart).toEqual([])
})

test('every message is used, and named after its file', () => {
  const code = sourcesIn('app')
    .map(({ text }) => text)
    .join('\n')
  const used = new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key))
  expect(Object.keys(english).filter((key) => !used.has(key))).toEqual([])
  for (const file of readdirSync('app/language/en')) {
    const room = file.replace('.json', '')
    const keys = Object.keys(JSON.parse(readFileSync(`app/language/en/${file}`, 'utf8')))
    expect(keys.filter((key) => !key.startsWith(`${room}_`))).toEqual([])
  }
})

test('a message makes the rules of plurals once for a language', () => {
  m.shell_cart({ count: 1 })
  const made = vi.spyOn(Intl, 'PluralRules')
  expect(m.shell_cart({ count: 1 })).not.toBe(m.shell_cart({ count: 2 }))
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})
