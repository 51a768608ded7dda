import { expect, test } from 'vitest'
import { readReport, shownRequirements } from '../../scripts/reports.ts'

/** A report as Vitest's JSON reporter writes it. */
const vitestReport = (assertionResults: object[]) => ({ startTime: 1_000, testResults: [{ assertionResults }] })
const vitestTest = (fullName: string, status = 'passed', assertions?: string[]) => ({
  fullName,
  status,
  meta: assertions ? { assertions } : {},
})

/** A report as Playwright's JSON reporter writes it: a suite per file, with the suites of `describe` in it. */
const playwrightReport = (...suites: object[]) => ({ stats: { startTime: '1970-01-01T00:00:02.000Z' }, suites })
const spec = (title: string, ...statuses: string[][]) => ({
  title,
  tests: statuses.map((attempts) => ({ results: attempts.map((status) => ({ status })) })),
})

const shown = (...reports: object[]) => [...shownRequirements(reports.map((report) => readReport(report)))].toSorted()

test('only passed Vitest tests show their requirements', () => {
  const statuses = ['passed', 'failed', 'skipped', 'todo', 'pending']
  const tests = statuses.map((status, place) => vitestTest(`AB-0${place + 1} a behaviour`, status))
  expect(shown(vitestReport(tests))).toEqual(['AB-01'])
})

test('a title can name several requirements, and a describe block too', () => {
  expect(shown(vitestReport([vitestTest('a room AB-02 CD-103 a behaviour (AB-01)')]))).toEqual([
    'AB-01',
    'AB-02',
    'CD-103',
  ])
})

test('what only looks like an ID shows nothing', () => {
  expect(shown(vitestReport([vitestTest('UTF-8 RFC-6056 AB-1 AB-1234 ab-12 an answer')]))).toEqual([])
})

test('pgTAP assertions show their requirements if the test that ran them passed', () => {
  const passed = vitestTest('schema.test.sql', 'passed', ['DB-01 a column', 'a check'])
  const failed = vitestTest('grants.test.sql', 'failed', ['DB-02 a grant'])
  expect(shown(vitestReport([passed, failed]))).toEqual(['DB-01'])
})

test('a Playwright test shows its requirements if it passed in a project and failed in none', () => {
  const report = playwrightReport({
    specs: [
      spec('AB-01 passed everywhere', ['passed'], ['passed']),
      spec('AB-02 failed in one', ['passed'], ['failed']),
      spec('AB-03 skipped in one', ['skipped'], ['passed']),
      spec('AB-04 skipped everywhere', ['skipped'], ['skipped']),
      spec('AB-05 timed out', ['timedOut']),
      spec('AB-06 interrupted', ['interrupted'], ['passed']),
      spec('AB-07 never run', []),
    ],
    suites: [{ specs: [spec('AB-08 in a describe block', ['passed'])] }],
  })
  expect(shown(report)).toEqual(['AB-01', 'AB-03', 'AB-08'])
})

test('reports are counted together', () => {
  const journeys = playwrightReport({ specs: [spec('AB-02 a journey', ['passed'])] })
  expect(shown(vitestReport([vitestTest('a rule (AB-01)')]), journeys)).toEqual(['AB-01', 'AB-02'])
})

test('a report tells when its run started', () => {
  expect(readReport(vitestReport([])).startedAt).toBe(1_000)
  expect(readReport(playwrightReport()).startedAt).toBe(2_000)
})

test('anything else is no report', () => {
  for (const json of [null, {}, [], { testResults: [] }, { suites: [] }]) expect(() => readReport(json)).toThrow()
})
