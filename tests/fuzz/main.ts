import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { hasAged, watchYouth, youthWords } from '../support/age.ts'
import { sendHostile } from './hostile.ts'
import { encodeBody, fromReplay, toReplay, type FuzzRequest } from './request.ts'
import { fuzz, type FuzzReport } from './run.ts'
import { Sender } from './send.ts'
import { startFuzzShop } from './shop.ts'

/**
 * `npm run measure -- fuzz`: sends generated requests to every route's parameters, query, forms and cookies. Fails on any 5xx except a 503
 * with Retry-After, any response that is too slow by itself, anything stored that a form would refuse, growing memory, and a process that
 * serves cached pages slower afterwards than 0.95 of what it did.
 *
 *   --requests 100000   number of requests
 *   --seed 1            the same seed sends the same requests; random by default
 *   --limit 250         the longest allowed response time, in milliseconds
 *   --connections 8     parallel requests
 *   --people 60         signed-in shoppers
 *   --replay <line>     sends one request of a report again, three times
 *
 * SIGTERM ends it early, with its report.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    limit: { type: 'string', default: '250' },
    connections: { type: 'string', default: '8' },
    people: { type: 'string', default: '60' },
    replay: { type: 'string' },
  },
})

/** More pages than the page cache holds: a page takes about 30 kB of its 20 MB. */
const PAGES_FIRST = 1_000

const shop = await startFuzzShop(values.replay ? 4 : Number(values.people))
try {
  if (values.replay) await replay(fromReplay(values.replay))
  else {
    const seed = Number(values.seed)
    console.log(`Seed ${seed}`)
    const { forms, names, paths } = shop.vocabulary
    console.log(`${forms.length} forms, ${names.length} names, ${Object.values(paths).flat().length} paths known`)
    const lived = { url: shop.url, process: shop.process() }
    const youthAtEnd = await watchYouth(lived, await shop.startFresh(), await shop.startFresh())
    const stop = new AbortController()
    process.once('SIGTERM', () => stop.abort())
    const report = await fuzz(shop, {
      stop: stop.signal,
      pagesFirst: PAGES_FIRST,
      requests: Number(values.requests),
      seed,
      limit: Number(values.limit),
      connections: Number(values.connections),
      log: (line) => console.log(line),
    })
    print(report)
    await shop.alive()
    await sendHostile(shop.url)
    const youth = await youthAtEnd()
    console.log(`\nCached pages in the processor time of one before: ${youthWords(youth)}`)
    if (report.failures.length > 0 || report.stored.length > 0 || !report.isFlat || hasAged(youth)) process.exitCode = 1
  }
} finally {
  await shop.stop()
}

async function replay(request: FuzzRequest): Promise<void> {
  console.log(shown(request))
  const sender = new Sender(shop, 1)
  for (let tries = 0; tries < 3; tries += 1) {
    await shop.alive()
    console.log(await sender.send(request))
  }
  console.log(`The shop ended ${shop.deaths} times.`)
  await sender.close()
}

function print(report: FuzzReport): void {
  const rate = Math.round(report.sent / report.seconds)
  console.log(
    `\n${report.sent} requests in ${report.seconds.toFixed(0)} s (${rate}/s), the process ended ${report.deaths} times`,
  )
  console.log(`Statuses: ${JSON.stringify(report.statuses)}; 503 with Retry-After: ${report.heldBack}`)
  console.log('\n| Quarter | RSS, MB | heap, MB | external, MB |\n|---|--:|--:|--:|')
  for (const [place, { rss, heap, external }] of report.quarters.entries())
    console.log(`| ${place + 1} | ${[rss, heap, external].map((figure) => figure.toFixed(0)).join(' | ')} |`)
  console.log(report.isFlat ? 'Memory is flat.' : 'MEMORY GROWS.')
  if (report.slowest.length > 0) console.log('\nSlowest (in the crowd, then alone at best):')
  for (const { milliseconds, alone, what, request } of report.slowest)
    console.log(`  ${milliseconds.toFixed(0)} ms, ${alone.toFixed(0)} ms  ${what} ${request.target.slice(0, 80)}`)
  console.log(report.failures.length === 0 ? '\nNo request failed.' : `\n${report.failures.length} distinct failures:`)
  for (const { what, count, request, outcome, isReproduced } of report.failures) {
    console.log(
      `\n✗ ${what} × ${count}${isReproduced ? '' : ' (not again by itself)'}: ${outcome.status || outcome.trouble}, ${outcome.milliseconds.toFixed(0)} ms`,
    )
    console.log(shown(request))
    console.log(`  npm run measure -- fuzz --replay ${toReplay(request).slice(0, 6_000)}`)
  }
  console.log(report.stored.length === 0 ? '\nNothing wrong was stored.' : `\n${report.stored.length} wrongly stored:`)
  for (const line of report.stored.slice(0, 40)) console.log(`✗ ${line}`)
}

function shown({ method, target, headers, cookies, body }: FuzzRequest): string {
  if (body.kind === 'wire') return `  ${JSON.stringify([...body.lines, '', body.rest]).slice(0, 500)}`
  const encoded = encodeBody(body)
  const lines = [
    `${method} ${target.slice(0, 300)}`,
    ...headers.map(([name, value]) => `${name}: ${value.slice(0, 100)}`),
    ...(cookies.length > 0 ? [`cookies: ${JSON.stringify(cookies).slice(0, 300)}`] : []),
    ...(encoded ? [`${encoded.type} (${encoded.bytes.length} bytes): ${encoded.bytes.toString().slice(0, 300)}`] : []),
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}
