import { existsSync, readFileSync } from 'node:fs'
import { newest } from './fresh-build.ts'
import { readReport, reportFile, REPORTS, shownRequirements, type Report } from './reports.ts'

/**
 * `npm run requirements`: lists the requirements of docs/requirements.md that no passed test cites, by group, from the reports of the
 * gate's last run (scripts/check.ts). A test cites a requirement by its ID in the title, a pgTAP assertion by its ID in the
 * description. Fails if a requirement is open, or if a report is missing or older than the tests.
 */
const missing = REPORTS.filter((name) => !existsSync(reportFile(name)))
if (missing.length === REPORTS.length) {
  console.error('There are no test reports. Run npm test first.')
  process.exit(1)
}
const reports = new Map<string, Report>()
for (const name of REPORTS) {
  if (!missing.includes(name)) reports.set(name, readReport(JSON.parse(readFileSync(reportFile(name), 'utf8'))))
}
const changedAt = Math.max(newest('tests'), newest('supabase/tests'))
const stale = [...reports].filter(([, { startedAt }]) => startedAt < changedAt).map(([name]) => name)

const lines = [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^- ([A-Z]{2}-\d{2,3}) (.*)$/gm)].map(
  ([, id = '', text = '']) => ({ id, text }),
)
const shown = shownRequirements([...reports.values()])
const groups = Map.groupBy(lines, ({ id }) => id.slice(0, 2))
for (const [group, members] of groups) {
  const open = members.filter(({ id }) => !shown.has(id))
  console.log(`${group}  ${members.length - open.length} of ${members.length} shown`)
  for (const { id, text } of open) console.log(`    ${id} ${text}`)
  if (open.length > 0) process.exitCode = 1
}

if (missing.length > 0) console.error(`These reports are missing: ${missing.join(', ')}. Run npm test.`)
if (stale.length > 0) console.error(`These reports are older than the tests: ${stale.join(', ')}. Run npm test.`)
if (missing.length + stale.length > 0) process.exitCode = 1
