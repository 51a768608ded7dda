import { execFileSync } from 'node:child_process'
import { z } from 'zod'
import { ensureChromium } from '../../scripts/programs.ts'
import { startShop } from '../support/running-shop.ts'

/**
 * `npm run measure -- lighthouse`: runs Lighthouse's mobile audit on public pages, or on those given, three times each. It is installed by
 * npx, because it would double the size of `npm ci`. Its scores depend on the machine: let nothing else run.
 *
 * Lighthouse makes the processor four times slower, which is a mid-range phone if the machine is a fast desktop. On a slower one its
 * manual says to slow down less (docs/throttling.md, "Calibrating the CPU slowdown"), by the speed that it measures in each run.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3
/** The middle of the speeds (its benchmark index) that its manual means by a fast desktop. */
const FAST_DESKTOP = 1750
const MID_RANGE_PHONE = 4

const PAGES = [
  '/',
  '/product-listing',
  '/product-listing?category=Bra',
  '/product-listing?search=robe',
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
  '/cart',
  '/wishlist',
  '/login',
  '/create-account',
  '/forget-password',
]

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const categorySchema = z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string() })) })
const reportSchema = z.object({
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.enum(CATEGORIES), categorySchema),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
})
type Report = z.infer<typeof reportSchema>

const chromium = ensureChromium()
const given = process.argv.slice(2)
const shop = await startShop({ LOG_LEVEL: 'silent' })
console.log(`| Page | ${CATEGORIES.join(' | ')} | LCP | Blocking time | Layout shift | Slowdown |`)
console.log('|---|---|---|---|---|---:|---:|---:|---:|')
for (const path of given.length > 0 ? given : PAGES) {
  // Fills the page cache, resizes the pictures for a phone, and measures the machine.
  const { environment } = run(path, MID_RANGE_PHONE)
  const slowdown = Math.min(MID_RANGE_PHONE, Math.max(1, (MID_RANGE_PHONE * environment.benchmarkIndex) / FAST_DESKTOP))
  const reports = Array.from({ length: RUNS }, () => run(path, slowdown))
  console.log(`| ${rowOf(path, reports, slowdown).join(' | ')} |`)
  for (const problem of new Set(reports.flatMap(problemsOf))) {
    console.log(`✗ ${path}: ${problem}`)
    process.exitCode = 1
  }
}
await shop.stop()

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
      `--throttling.cpuSlowdownMultiplier=${slowdown.toFixed(1)}`,
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

function rowOf(path: string, reports: Report[], slowdown: number): string[] {
  const scores = CATEGORIES.map((name) =>
    reports.map((report) => Math.round(100 * (report.categories[name].score ?? 0))).join(' '),
  )
  const median = (audit: string) =>
    reports.map(({ audits }) => audits[audit]?.numericValue ?? 0).sort((one, other) => one - other)[
      Math.floor(RUNS / 2)
    ] ?? 0
  return [
    path,
    ...scores,
    `${(median('largest-contentful-paint') / 1000).toFixed(1)} s`,
    `${median('total-blocking-time').toFixed(0)} ms`,
    median('cumulative-layout-shift').toFixed(3),
    slowdown.toFixed(1),
  ]
}

/** Returns the failed audits of each category below 100, without SEO's of pages that search engines must not index. */
function problemsOf({ categories, audits }: Report): string[] {
  const wanted = CATEGORIES.filter((name) => name !== 'seo' || audits['is-crawlable']?.score !== 0)
  return wanted
    .filter((name) => (categories[name].score ?? 0) < 1)
    .flatMap((name) => categories[name].auditRefs.map(({ id }) => ({ name, id, ...audits[id] })))
    .filter(({ score }) => (score ?? 1) < 0.9)
    .map(({ name, id, title }) => `${name}: ${id}: ${title}`)
}
