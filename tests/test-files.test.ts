import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Programs that are run by hand, of which some measure how long things take. */
const PROGRAMS = /^tests\/(bench|fuzz|lighthouse|old-browsers|soak)\//

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => join('tests', name))
  .filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !path.includes('node_modules') &&
      !PROGRAMS.test(path) &&
      path !== 'tests/test-files.test.ts',
  )
  .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n') }))

/** Returns how many lines of each file match. */
function hits(pattern: RegExp): Record<string, number> {
  const counts = files.map(({ path, lines }) => [path, lines.filter((line) => pattern.test(line)).length] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** The lines that wait for a time instead of a condition, by file, each with its reason. */
const WAITS: Record<string, { lines: number; reason: string }> = {
  'tests/engines/main-set.test.ts': { lines: 2, reason: 'goes forward after the script that asks for it has ended' },
  'tests/engines/puppeteer.ts': { lines: 1, reason: 'goes back after the script that asks for it has ended' },
  'tests/faults/chaos.test.ts': { lines: 1, reason: 'kills come at random times, and buyers pause before they retry' },
  'tests/faults/chat.test.ts': { lines: 1, reason: 'messages are spread over several connections' },
  'tests/support/backend-proxy.ts': { lines: 1, reason: 'a backend that is slow' },
  'tests/support/call-rounds.ts': { lines: 1, reason: 'a round of calls ends when no other begins' },
  'tests/text-browsers/terminal.ts': { lines: 1, reason: 'looks again while the screen stays as it is' },
}

// oxlint knows Vitest's functions only where they are imported from it, so not those of the journeys.
test('no test is skipped, focused or planned, and none is expected to fail', () => {
  expect(hits(/\.(skip|skipIf|runIf|only|todo|fixme|fails?)\b(?=[.(])|\bx(it|test|describe)\b/)).toEqual({})
})

test('no test waits for a time, but for those with a reason', () => {
  const allowed = Object.fromEntries(Object.entries(WAITS).map(([path, { lines }]) => [path, lines]))
  expect(hits(/\bwaitForTimeout\(|['"](node:)?timers\/promises['"]|(?<![.\w])setTimeout\(|\bAtomics\.wait\b/)).toEqual(
    allowed,
  )
})

test('a title says what the test shows first, and its requirements last', () => {
  expect(hits(/^\s*(test|it|describe)[\w.]*\(\s*['"`][A-Z]{2}-\d{2,3} |^ {2}['"`][A-Z]{2}-\d{2,3} .*['"`],$/)).toEqual(
    {},
  )
})

test('a title cites at most eight requirements, since a test that shows more is better split', () => {
  expect(hits(/\((?:[A-Z]{2}-\d{2,3}, ){8,}[A-Z]{2}-\d{2,3}\)['"`]/)).toEqual({})
})
