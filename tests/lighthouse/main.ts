import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { ensureChromium } from '../../scripts/chromium.ts'
import { median } from '../support/median.ts'
import { startShop } from '../support/running-shop.ts'

/**
 * `npm run measure -- lighthouse`: runs Lighthouse's mobile audit on every public page, three times each, and writes `docs/lighthouse.md`.
 * With pages after `--` it runs only those and doesn't write the file. Lighthouse is installed by npx, because it would double
 * the size of `npm ci`. Its scores depend on the machine: let nothing else run.
 *
 * Lighthouse makes the processor four times slower, which is a mid-range phone if the machine is a fast desktop. On a slower
 * machine its manual says to slow down less (docs/throttling.md, "Calibrating the CPU slowdown"), by the speed that it measures in
 * each run. That is done here, for each page, since a shared machine's speed changes. A run that began on a machine that had become
 * much slower than that is repeated.
 *
 *   npm run measure -- lighthouse --slowdown 8 / /cart     a slow phone, for these pages
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3
const FILE = 'docs/lighthouse.md'
/** Lighthouse's own slowdown, and the middle of the speeds (its benchmark index) that its manual means by a fast desktop. */
const MID_RANGE_PHONE = 4
const FAST_DESKTOP = 1750
/** A run counts if the machine was at least this part as fast as it was for the first run of the page. */
const STEADY = 0.75
const MAX_REPEATED = 6

/** Public pages that search engines may index. */
const FOUND = [
  '/',
  '/product-listing',
  '/product-listing?category=Bra',
  '/product/lace-balconette-bra',
  '/product/lace-balconette-bra?tab=ratingReviews',
  '/on-sale',
  '/size-guide',
  '/size-finder',
  '/company/about',
  '/company/features',
  '/company/works',
  '/company/career',
  '/contact',
  '/help/delivery-details',
  '/help/returns',
  '/help/terms-conditions',
  '/help/privacy-policy',
  '/faq',
  '/faq/account',
]
/** Public pages that search engines must not index. */
const HIDDEN = ['/cart', '/login', '/create-account', '/forget-password', '/wishlist', '/product-listing?search=robe']

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const scoreSchema = z.object({ score: z.number().nullable() })
const reportSchema = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.object({
    performance: scoreSchema,
    accessibility: scoreSchema,
    'best-practices': scoreSchema,
    seo: scoreSchema,
  }),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
})
type Report = z.infer<typeof reportSchema>

const chromium = ensureChromium()
const { values, positionals: named } = parseArgs({ options: { slowdown: { type: 'string' } }, allowPositionals: true })
const fullSlowdown = Number(values.slowdown ?? MID_RANGE_PHONE)
const isWhole = named.length === 0 && fullSlowdown === MID_RANGE_PHONE
const paths = named.length > 0 ? named : [...FOUND, ...HIDDEN]
const shop = await startShop({ LOG_LEVEL: 'silent' })
const rows: string[] = []
const failures: string[] = []
for (const path of paths) {
  const { reports, slowdown } = measure(path)
  const row = rowOf(path, reports, slowdown)
  rows.push(row)
  console.log(row)
  for (const report of reports) failures.push(...shortcomings(path, report))
}
await shop.stop()
if (isWhole) writeFileSync(FILE, documentOf(rows))
for (const failure of new Set(failures)) console.log(failure)
process.exitCode = failures.length > 0 ? 1 : 0

/** Runs Lighthouse on a page until enough runs count, and returns these with the slowdown of the last one. */
function measure(path: string): { reports: Report[]; slowdown: number } {
  // Fills the page cache, resizes the pictures for a phone, and measures the machine.
  let slowdown = slowdownFor(run(path, fullSlowdown))
  const reports: Report[] = []
  let repeated = 0
  while (reports.length < RUNS) {
    const report = run(path, slowdown)
    const present = slowdownFor(report)
    if (present >= slowdown * STEADY || repeated === MAX_REPEATED) {
      reports.push(report)
      continue
    }
    repeated += 1
    slowdown = present
  }
  return { reports, slowdown }
}

/** Returns by how much to slow down a machine that was as fast as in this run. */
function slowdownFor({ environment }: Report): number {
  const slowdown = (fullSlowdown * environment.benchmarkIndex) / FAST_DESKTOP
  return Number(Math.min(fullSlowdown, Math.max(1, slowdown)).toFixed(1))
}

/** Runs Lighthouse once. */
function run(path: string, slowdown: number): Report {
  const report = execFileSync(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      shop.url + path,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join()}`,
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --no-first-run --disable-component-update --disable-sync',
    ],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
      env: { ...process.env, ...(chromium ? { CHROME_PATH: chromium } : {}) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return reportSchema.parse(JSON.parse(report))
}

function scoresOf({ categories }: Report, category: (typeof CATEGORIES)[number]): number {
  return Math.round((categories[category].score ?? 0) * 100)
}

function rowOf(path: string, reports: Report[], slowdown: number): string {
  const scores = CATEGORIES.map((category) => reports.map((report) => scoresOf(report, category)).join(' '))
  const figure = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0))
  const times = [
    `${(figure('largest-contentful-paint') / 1000).toFixed(1)} s`,
    `${Math.round(figure('total-blocking-time'))} ms`,
    figure('cumulative-layout-shift').toFixed(3),
    `${slowdown}`,
  ]
  return `| ${[`\`${path}\``, ...scores, ...times].join(' | ')} |`
}

/** Returns the reasons for a score below 100, except SEO's for pages that search engines must not index. */
function shortcomings(path: string, report: Report): string[] {
  const wanted = CATEGORIES.filter((category) => category !== 'seo' || !HIDDEN.includes(path))
  return wanted
    .filter((category) => scoresOf(report, category) < 100)
    .flatMap((category) => {
      const failed = Object.entries(report.audits).filter(([, { score }]) => score !== null && score < 0.9)
      return failed.map(([id, { title }]) => `${path}: ${category}: ${id}: ${title}`)
    })
}

function documentOf(table: string[]): string {
  const today = new Date().toISOString().slice(0, 10)
  return `# Lighthouse

\`npm run measure -- lighthouse\` wrote this on ${today}: ${LIGHTHOUSE}, mobile, ${RUNS} runs of each page in turn after one that fills the caches; the
times are medians. 100 in all four is what is wanted; pages that are kept out of search engines lack SEO's points for being found.
The last column says by how much the processor was slowed down to that of a mid-range phone: ${MID_RANGE_PHONE} on a fast desktop, less on a
slower machine, by the speed that Lighthouse measured just before.

| Page | Performance | Accessibility | Best practices | SEO | LCP | Blocking time | Layout shift | Slowdown |
| --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: |
${table.join('\n')}
`
}
