import { join } from 'node:path'
import { z } from 'zod'

/** Where the gate's test runs write their reports. */
export const REPORTS_FOLDER = 'reports'

/** One report per test step of the gate (scripts/check.ts). */
export const REPORTS = [
  ...(['faults-1', 'faults-2', 'faults-3'] as const),
  ...(['shop-1', 'shop-2', 'shop-3'] as const),
  ...(['rules', 'database', 'waits', 'journeys'] as const),
] as const

export type ReportName = (typeof REPORTS)[number]

export function reportFile(name: ReportName): string {
  return join(REPORTS_FOLDER, `${name}.json`)
}

/** The tests that passed in one run. */
export interface Report {
  /** When the run started, in milliseconds since 1970. */
  startedAt: number
  /** The titles of the passed tests, and the descriptions of the pgTAP assertions that they ran. */
  titles: string[]
}

const VitestReport = z.object({
  startTime: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          // Set by tests/database/pgtap.test.ts.
          meta: z.object({ assertions: z.array(z.string()).optional() }).optional(),
        }),
      ),
    }),
  ),
})

const Suite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      // One per project, with a result per attempt.
      tests: z.array(z.object({ results: z.array(z.object({ status: z.string() })) })),
    }),
  ),
  get suites() {
    return z.array(Suite).optional()
  },
})
const PlaywrightReport = z.object({ stats: z.object({ startTime: z.iso.datetime() }), suites: z.array(Suite) })

/** Reads what Vitest's or Playwright's JSON reporter wrote. Throws if it is neither. */
export function readReport(json: unknown): Report {
  const { data: vitest } = VitestReport.safeParse(json)
  return vitest ? readVitest(vitest) : readPlaywright(PlaywrightReport.parse(json))
}

function readVitest({ startTime, testResults }: z.infer<typeof VitestReport>): Report {
  const passed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed')
  return {
    startedAt: startTime,
    titles: passed.flatMap(({ fullName, meta }) => [fullName, ...(meta?.assertions ?? [])]),
  }
}

function readPlaywright({ stats, suites }: z.infer<typeof PlaywrightReport>): Report {
  return { startedAt: Date.parse(stats.startTime), titles: suites.flatMap((suite) => passedSpecs(suite)) }
}

/** Returns the titles of the specs that passed in a project and failed in none. */
function passedSpecs({ specs, suites = [] }: z.infer<typeof Suite>): string[] {
  const passed = specs.filter(({ tests }) => {
    const outcomes = tests.map(({ results }) => results.at(-1)?.status ?? 'skipped')
    return outcomes.includes('passed') && outcomes.every((status) => status === 'passed' || status === 'skipped')
  })
  return [...passed.map(({ title }) => title), ...suites.flatMap((suite) => passedSpecs(suite))]
}

/** Returns the IDs of the requirements that passed tests name. */
export function shownRequirements(reports: Report[]): Set<string> {
  return new Set(reports.flatMap(({ titles }) => titles.flatMap((title) => title.match(/\b[A-Z]{2}-\d{2,3}\b/g) ?? [])))
}
