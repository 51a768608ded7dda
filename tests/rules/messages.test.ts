import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { LANGUAGES } from '~/language/languages'
import { m } from '~/language/messages'
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
