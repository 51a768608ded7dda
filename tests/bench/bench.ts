import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import autocannon from 'autocannon'
import { freePort, startShop } from '../support/running-shop.ts'

/**
 * `npm run bench`: weights, throughput beside a bare Node server that sends the same compressed bytes in the same run,
 * latency and memory. Prints one table. The load generator runs on the same cores, so ratios say more than figures.
 */
const CONNECTIONS = 50
const SECONDS = 6

interface Load {
  perSecond: number
  p99: number
}

async function load(url: string, headers: Record<string, string> = {}, connections = CONNECTIONS): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    headers: { 'accept-encoding': 'br', ...headers },
  })
  return { perSecond: Math.round(result.requests.average), p99: result.latency.p99 }
}

async function bareServer(body: Buffer): Promise<{ url: string; close: () => void }> {
  const port = await freePort()
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br', 'content-length': body.length })
      .end(body)
  }).listen(port, '127.0.0.1')
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

const rows: [string, string, string][] = []
const startedAt = performance.now()
const shop = await startShop({ LOG_LEVEL: 'silent' })
await fetch(shop.url)
rows.push(['start to first page, seeded', `${((performance.now() - startedAt) / 1000).toFixed(1)} s`, '≤ 6 s'])

const pages = { home: '/', listing: '/product-listing', product: '/product/lace-balconette-bra' }
for (const [name, path] of Object.entries(pages)) {
  const html = await (await fetch(shop.url + path)).text()
  const body = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  rows.push([`${name}: HTML and styles`, `${(body.length / 1000).toFixed(1)} kB`, '≤ 13 kB'])
  const bare = await bareServer(body)
  const floor = await load(bare.url)
  bare.close()
  const cached = await load(shop.url + path)
  const ratio = cached.perSecond / floor.perSecond
  rows.push([
    `${name}: cached, ${CONNECTIONS} connections`,
    `${cached.perSecond}/s (p99 ${cached.p99} ms), ${ratio.toFixed(2)} of bare Node's ${floor.perSecond}/s`,
    '≥ 0.9',
  ])
}
const rendered = await load(`${shop.url}/product-listing`, { cookie: 'addtocartItems=x' }, 10)
rows.push(['listing: rendered, 10 connections', `${rendered.perSecond}/s (p99 ${rendered.p99} ms)`, '≥ 500/s'])
const one = await load(`${shop.url}/product-listing`, { cookie: 'addtocartItems=x' }, 1)
rows.push(['listing: rendered, one at a time', `${(1000 / one.perSecond).toFixed(1)} ms`, '≤ 8 ms'])
rows.push(['memory of the shop after that', `${residentMegabytes(shop.process.pid)} MB`, '≤ 200 MB'])

const scripts = readdirSync('build/client/assets').filter((name) =>
  /^(components|entry\.client|root|jsx-runtime|home\.route|manifest).*\.js\.br$/.test(name),
)
const weight = scripts.reduce((sum, name) => sum + readFileSync(join('build/client/assets', name)).length, 0)
rows.push(['React and the home page’s scripts', `${(weight / 1000).toFixed(1)} kB`, '≤ 75 kB'])
await shop.stop()

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
console.log(
  `\n${cpus().length} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, commit ${commit}\n`,
)
console.log('| Measure | Seen | Aim |\n|---|---|---|')
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
