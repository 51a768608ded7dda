import { execFile, spawn, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { freePort } from '../support/free-port.ts'

const SECONDS = 6

const ENCODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/**
 * Requests a page as fast as possible, and returns how many responses of 200 came each second: with wrk if it is installed,
 * which needs less CPU time than the server. wrk counts redirects too, so a page that redirects is refused.
 */
export async function load(
  url: string,
  connections: number,
  headers: Record<string, string> = {},
  seconds = SECONDS,
): Promise<number> {
  const sent = { ...ENCODINGS, ...headers }
  const { status } = await fetch(url, { headers: sent, redirect: 'manual' })
  if (status !== 200) throw new Error(`${url} responds with ${status}`)
  if (spawnSync('wrk', ['--version']).error) {
    const { statusCodeStats } = await autocannon({ url, connections, duration: seconds, headers: sent })
    return (statusCodeStats?.['200']?.count ?? 0) / seconds
  }
  const given = Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...given, url])
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0)
  return Math.round(Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0) - failed / seconds)
}

/**
 * Returns the 99th percentile of a page's response times under load, in milliseconds. Not by wrk, which adds requests that it didn't
 * send (`stats_correct` in its sources): of a bare server that answers each within 90 ms at 50 connections it reports 680.
 */
export async function slowest(url: string, connections: number, headers: Record<string, string> = {}): Promise<number> {
  const sent = { ...ENCODINGS, ...headers }
  const { latency } = await autocannon({ url, connections, duration: SECONDS, headers: sent })
  return latency.p99
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
