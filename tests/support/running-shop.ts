import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireFreshBuild } from '../../scripts/fresh-build.ts'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../scripts/server-flags.ts'
import { startSandbox, stopProcess, type SandboxProcess } from '../../scripts/sandbox-process.ts'
import { processEnvironment } from './commands.ts'
import { freePort } from './free-port.ts'
import { sandboxPostgres } from './sandbox-postgres.ts'

/** A shop in production mode with a separate sandbox, on free ports of loopback. */
export interface RunningShop {
  url: string
  sandbox: SandboxProcess
  /** The server's log, one JSON object per line. */
  log: () => string
  process: ChildProcess
  stop: () => Promise<void>
}

/** How a server process is started. */
export interface StartOptions {
  /** The folder of another release with `server.ts` and `build`; this project when left out. */
  release?: string
  /** The limit of open files and sockets. */
  maxOpenFiles?: number
  /** The folder of a control group that the process joins before it starts Node. */
  controlGroup?: string
}

/** Starts `node server.ts` with these settings and waits until it listens. */
export async function startServer(
  environment: Record<string, string>,
  { release, maxOpenFiles, controlGroup }: StartOptions = {},
): Promise<{ process: ChildProcess; log: () => string }> {
  const steps = [
    ...(maxOpenFiles ? [`ulimit -n ${maxOpenFiles}`] : []),
    ...(controlGroup ? [`echo $$ > ${controlGroup}/cgroup.procs`] : []),
    `exec "$0" ${SERVER_FLAGS.join(' ')} server.ts`,
  ]
  const child = spawn('sh', ['-c', steps.join(' && '), process.execPath], {
    cwd: release,
    env: { ...processEnvironment(), ...SERVER_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let written = ''
  const note = (chunk: Buffer) => (written += chunk.toString())
  child.stdout?.on('data', note)
  child.stderr?.on('data', note)
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}: ${written}`)))
  })
  return { process: child, log: () => written }
}

/** Returns the settings of a shop with this sandbox. Visitors are distinguished by X-Forwarded-For. */
export function shopSettings(
  sandbox: Pick<SandboxProcess, 'settings'>,
  url: string,
  folder: string,
): Record<string, string> {
  return {
    ...sandbox.settings,
    NODE_ENV: 'production',
    PUBLIC_URL: url,
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    TRUST_PROXY_HOPS: '1',
    SHOP_CACHE: join(folder, 'cache'),
    LOG_LEVEL: 'info',
    // A sandbox under many parallel tests is slow. Tests of time-outs set the default.
    BACKEND_TIMEOUT_SECONDS: '20',
    // All calls to the backend come from the test: changes show once a cache expires.
    CATALOGUE_SECONDS: '0',
    // npm run serve -- --send-mails sends mails too; without the interval, all calls to the backend come from the test.
    MAIL_SECONDS: '0',
    DISCOUNT_SECONDS: '0',
    FUNNEL_SECONDS: '0',
    COURIER_SECONDS: '0',
  }
}

/**
 * Requests products from a new backend like the shop does. On a busy machine its first responses may exceed the shop's time-out,
 * and after five of them the circuit breaker opens.
 */
export async function warmBackend({ settings }: Pick<SandboxProcess, 'settings'>): Promise<void> {
  const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '' } = settings
  for (const ask of ['rpc/get_products', 'rpc/get_search_suggestions', 'rpc/get_filter_counts'])
    await fetch(`${SUPABASE_URL}/rest/v1/${ask}`, {
      method: 'POST',
      headers: { apikey: SUPABASE_PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: ask.endsWith('suggestions') ? '{"search_term":"lace"}' : '{}',
    }).then((response) => response.text())
}

/**
 * Requests the home page until it has products. On a busy machine a new backend's first responses may exceed the shop's
 * time-out, and the page is then rendered without them.
 */
export async function warmUp({ url }: Pick<RunningShop, 'url'>): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const response = await fetch(url)
    if ((await response.text()).includes('class="card"')) return
  }
  throw new Error(`The shop at ${url} shows no products.`)
}

/** Starts a complete shop for tests. `environment` overrides its settings. */
export async function startShop(
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<RunningShop> {
  requireFreshBuild()
  const folder = mkdtempSync(join(tmpdir(), 'shop-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const sandbox = await startSandbox({ folder, shop: url, port: 0, postgres: sandboxPostgres() })
  await warmBackend(sandbox)
  const server = await startServer({ ...shopSettings(sandbox, url, folder), ...environment }, options)
  return {
    url,
    sandbox,
    log: server.log,
    process: server.process,
    async stop() {
      await stopProcess(server.process)
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
