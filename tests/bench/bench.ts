import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

/** Asks for a page as fast as it comes: by wrk where it is installed, which costs less than what it measures. */
async function load(url: string, headers: Record<string, string> = {}, connections = CONNECTIONS): Promise<Load> {
  const sent = { 'accept-encoding': 'br', ...headers }
  const generator = spawnSync('wrk', ['--version']).error ? withAutocannon : withWrk
  return generator(url, sent, connections)
}

async function withAutocannon(url: string, headers: Record<string, string>, connections: number): Promise<Load> {
  const result = await autocannon({ url, connections, duration: SECONDS, headers })
  return { perSecond: Math.round(result.requests.average), p99: result.latency.p99 }
}

async function withWrk(url: string, headers: Record<string, string>, connections: number): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout: said } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${SECONDS}s`,
    '--latency',
    ...given,
    url,
  ])
  const [, number = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(said) ?? []
  const p99 = Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's']
  return {
    perSecond: Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1] ?? 0)),
    p99: Number(p99.toFixed(1)),
  }
}

/** The floor: a bare Node server in a process of its own that sends the same compressed bytes under the same headers. */
async function bareServer(body: Buffer, headers: Headers): Promise<{ url: string; close: () => void }> {
  const port = await freePort()
  const program = `const body = Buffer.from(${JSON.stringify(body.toString('base64'))}, 'base64')
    const headers = ${JSON.stringify([...headers].flat())}
    require('node:http').createServer((_request, response) => {
      response.writeHead(200, headers).end(body)
    }).listen(${port}, '127.0.0.1', () => process.send('ready'))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await new Promise((resolve) => child.once('message', resolve))
  return { url: `http://127.0.0.1:${port}/`, close: () => child.kill() }
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
  const answer = await fetch(shop.url + path, { headers: { 'accept-encoding': 'br' } })
  const html = await answer.text()
  // fetch has unpacked it; packed again as the page cache does, byte for byte.
  const body = brotliCompressSync(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(html) },
  })
  rows.push([`${name}: HTML and styles`, `${(body.length / 1000).toFixed(1)} kB`, '≤ 13 kB'])
  const bare = await bareServer(body, answer.headers)
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
