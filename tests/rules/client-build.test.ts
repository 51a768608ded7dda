import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ASSETS = 'build/client/assets'
const scripts = readdirSync(ASSETS)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(join(ASSETS, name), 'utf8') }))

const containing = (pattern: RegExp) => scripts.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

test('the browser gets nothing that is the server’s: no schema library, which probes eval, no client of the backend, no router', () => {
  expect(containing(/react\.element|react\.transitional/)).toHaveLength(1)
  expect(containing(/ZodError|_zod\b|new Function\(""\)/)).toEqual([])
  expect(containing(/supabase|sanitize-html|SUPABASE_|__remixContext|turbo-stream|parseWithZod/)).toEqual([])
})

test('no route of the server is built for the browser: the entry, React, the header’s areas and a file for each room', () => {
  expect(
    scripts
      .map(({ name }) => name.replace(/-[\w-]{8}\.js$/, ''))
      .filter((name) => !name.startsWith('manifest'))
      .sort(),
  ).toEqual(['account', 'cart', 'catalog', 'chat', 'entry.client', 'home', 'orders', 'react', 'shell'])
})

test('client scripts use nothing that came to browsers after the module syntax they are written in (Chrome 89)', () => {
  const newer =
    /\.at\(|Object\.hasOwn|\.findLast|structuredClone|\.to(Sorted|Reversed|Spliced)\(|randomUUID|URL\.canParse|AbortSignal\.(any|timeout)|Object\.groupBy|withResolvers/
  expect(containing(newer)).toEqual([])
})
