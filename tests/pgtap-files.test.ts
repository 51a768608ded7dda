import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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
