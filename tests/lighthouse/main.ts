import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ensureChromium } from '../../scripts/chromium.ts'
import { startShop } from '../support/running-shop.ts'

/**
 * `npm run lighthouse`: Lighthouse's mobile run of every public page, three times each, into `docs/lighthouse.md`. Pages named behind
 * `--` are run alone, and the file stays as it is. Lighthouse comes by npx, since it would double what `npm ci` installs. Its
 * scores are of the machine too: let nothing else run.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3
const FILE = 'docs/lighthouse.md'

/** Pages of the shop that a search engine may show. */
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
  '/help/terms-conditions',
  '/help/privacy-policy',
  '/faq',
  '/faq/account',
]
/** Pages that anybody can open and that are kept out of search engines. */
const HIDDEN = ['/cart', '/login', '/create-account', '/forget-password', '/wishlist', '/product-listing?search=robe']

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const Score = z.object({ score: z.number().nullable() })
const Report = z.object({
  categories: z.object({ performance: Score, accessibility: Score, 'best-practices': Score, seo: Score }),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
})
type Report = z.infer<typeof Report>

const chromium = ensureChromium()
const named = process.argv.slice(2)
const paths = named.length > 0 ? named : [...FOUND, ...HIDDEN]
const shop = await startShop({ LOG_LEVEL: 'silent' })
const rows: string[] = []
const failures: string[] = []
for (const path of paths) {
  // Fills the page cache and makes the pictures in the sizes of a phone.
  run(path)
  const reports = Array.from({ length: RUNS }, () => run(path))
  const row = rowOf(path, reports)
  rows.push(row)
  console.log(row)
  for (const report of reports) failures.push(...shortcomings(path, report))
}
await shop.stop()
if (named.length === 0) writeFileSync(FILE, documentOf(rows))
for (const failure of new Set(failures)) console.log(failure)
process.exitCode = failures.length > 0 ? 1 : 0

/** Runs Lighthouse once. */
function run(path: string): Report {
  const report = execFileSync(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      shop.url + path,
      '--quiet',
      '--output=json',
      `--only-categories=${CATEGORIES.join()}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --no-first-run --disable-component-update --disable-sync',
    ],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
      env: { ...process.env, ...(chromium ? { CHROME_PATH: chromium } : {}) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return Report.parse(JSON.parse(report))
}

function scoresOf({ categories }: Report, category: (typeof CATEGORIES)[number]): number {
  return Math.round((categories[category].score ?? 0) * 100)
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

function rowOf(path: string, reports: Report[]): string {
  const scores = CATEGORIES.map((category) => reports.map((report) => scoresOf(report, category)).join(' '))
  const figure = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? 0))
  const times = [
    `${(figure('largest-contentful-paint') / 1000).toFixed(1)} s`,
    `${Math.round(figure('total-blocking-time'))} ms`,
    figure('cumulative-layout-shift').toFixed(3),
  ]
  return `| ${[`\`${path}\``, ...scores, ...times].join(' | ')} |`
}

/** What keeps a report from 100 in all four; from SEO's, pages that are kept out of search engines have leave. */
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
  return `# Lighthouse

\`npm run lighthouse\` wrote this: ${LIGHTHOUSE}, mobile, ${RUNS} runs of each page in turn after one that fills the caches; the times are
medians. 100 in all four is what is wanted; pages that are kept out of search engines lack SEO's points for being found.

| Page | Performance | Accessibility | Best practices | SEO | LCP | Blocking time | Layout shift |
| --- | --- | --- | --- | --- | ---: | ---: | ---: |
${table.join('\n')}
`
}
