import { execFile, spawn, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { freePort } from '../support/running-shop.ts'

const SECONDS = 6

/** The result of a load on a page. */
export interface Load {
  perSecond: number
  /** In milliseconds. */
  p99: number
}

/** Requests a page as fast as possible: with wrk if it is installed, which needs less CPU than the server. */
export async function load(
  url: string,
  connections: number,
  headers: Record<string, string> = {},
  seconds = SECONDS,
): Promise<Load> {
  const sent = { 'accept-encoding': 'gzip, deflate, br, zstd', ...headers }
  const generator = spawnSync('wrk', ['--version']).error ? withAutocannon : withWrk
  return generator(url, sent, connections, seconds)
}

async function withAutocannon(
  url: string,
  headers: Record<string, string>,
  connections: number,
  seconds: number,
): Promise<Load> {
  const result = await autocannon({ url, connections, duration: seconds, headers })
  return { perSecond: Math.round(result.requests.average), p99: result.latency.p99 }
}

async function withWrk(
  url: string,
  headers: Record<string, string>,
  connections: number,
  seconds: number,
): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout: said } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
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

export interface BareServer {
  url: string
  pid: number | undefined
  close: () => void
}

/** The baseline: a bare Node server in a separate process that sends the same compressed bytes and headers. */
export async function bareServer(body: Buffer, headers: string[]): Promise<BareServer> {
  const port = await freePort()
  const program = `const body = Buffer.from(${JSON.stringify(body.toString('base64'))}, 'base64')
    const headers = ${JSON.stringify(headers)}
    require('node:http').createServer((_request, response) => {
      response.writeHead(200, headers).end(body)
    }).listen(${port}, '127.0.0.1', () => process.send('ready'))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await new Promise((resolve) => child.once('message', resolve))
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid, close: () => child.kill() }
}
