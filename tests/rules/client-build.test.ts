import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ASSETS = 'build/client/assets'
const scripts = readdirSync(ASSETS)
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(join(ASSETS, name), 'utf8') }))

const containing = (pattern: RegExp) => scripts.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

test('the browser gets no schema library, which probes eval and so violates the security policy', () => {
  expect(scripts.length).toBeGreaterThan(20)
  expect(containing(/ZodError|_zod\b|new Function\(""\)/)).toEqual([])
})

test('client scripts use nothing that came to browsers after the module syntax they are written in (Chrome 89)', () => {
  const newer =
    /\.at\(|Object\.hasOwn|\.findLast|structuredClone|\.to(Sorted|Reversed|Spliced)\(|randomUUID|URL\.canParse|AbortSignal\.(any|timeout)|Object\.groupBy|withResolvers/
  expect(containing(newer)).toEqual([])
})
