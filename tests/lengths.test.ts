import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { functionsOf, sourcesIn } from './support/sources.ts'

/** What fits on three screens. A longer file is split by meaning, into parts that have names (decision 126). */
const MAX_FILE_LINES = 160
/** Files of one folder. A larger one gets folders with names. */
const MAX_FILES = 24
const MAX_PLATFORM_FILES = 15
/** What fits on a screen. Markup takes more lines for the same. */
const MAX_FUNCTION_LINES = 40
const MAX_MARKUP_LINES = 60

/** Functions that are longer, each with the reason. */
const LONG_FUNCTIONS: Record<string, string> = {}

const sources = ['app', 'sandbox', 'scripts'].flatMap((folder) => sourcesIn(folder))

test(`no file is longer than ${MAX_FILE_LINES} lines`, () => {
  const long = [...sources, ...sourcesIn('tests/support')].filter(({ length }) => length > MAX_FILE_LINES)
  expect(long.map(({ path, length }) => `${path}: ${length}`)).toEqual([])
})

test(`no folder of app/ holds more than ${MAX_FILES} files, none of the platform more than ${MAX_PLATFORM_FILES}`, () => {
  const folders = Map.groupBy(
    sources.filter(({ path }) => path.startsWith('app/')),
    ({ path }) => dirname(path),
  )
  const large = [...folders].filter(
    ([folder, files]) => files.length > (folder.startsWith('app/platform') ? MAX_PLATFORM_FILES : MAX_FILES),
  )
  expect(large.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
  expect([...folders.keys()].filter((folder) => folder.startsWith('app/platform')).sort()).toEqual([
    'app/platform',
    'app/platform/cache',
    'app/platform/encryption',
    'app/platform/http',
    'app/platform/http/post',
    'app/platform/http/response',
    'app/platform/hydration',
    'app/platform/supabase',
  ])
})

test(`no function is longer than ${MAX_FUNCTION_LINES} lines, or ${MAX_MARKUP_LINES} with markup`, () => {
  const long = sources
    .flatMap((source) => functionsOf(source))
    .filter(({ length, hasMarkup }) => length > (hasMarkup ? MAX_MARKUP_LINES : MAX_FUNCTION_LINES))
  const unlisted = long.filter(({ name }) => !Object.hasOwn(LONG_FUNCTIONS, name))
  expect(unlisted.map(({ name, length }) => `${name}: ${length}`)).toEqual([])
  const stale = Object.keys(LONG_FUNCTIONS).filter((name) => !long.some((one) => one.name === name))
  expect(stale).toEqual([])
})

const ASSERTION =
  /(?<![\w.])(ok|is|isnt|is_empty|isnt_empty|cmp_ok|matches|throws_ok|lives_ok|results_eq|set_eq|bag_eq)\(/

test('a line of the pgTAP files has at most one assertion, which it begins with', () => {
  const assertions = globSync('supabase/tests/*.sql').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => ASSERTION.test(line))
      .map((line) => ({ path, line })),
  )
  expect(assertions.length).toBeGreaterThan(1_000)
  expect(
    assertions.filter(({ line }) => !line.startsWith('select ') || ASSERTION.test(line.replace(ASSERTION, ''))),
  ).toEqual([])
})

test('no helper of several lines stands in two pgTAP files: those that several use are in tests/database/pgtap-helpers.sql', () => {
  const helpers = ['tests/database/pgtap-helpers.sql', ...globSync('supabase/tests/*.sql')].flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^create function (pg_temp\.\w+\(.*?\$\$.*?\$\$)/gms)].map(
      ([, text]) => text,
    ),
  )
  expect(helpers.filter((text = '', place) => text.includes('\n') && helpers.indexOf(text) < place)).toEqual([])
})
