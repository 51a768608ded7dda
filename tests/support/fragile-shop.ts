import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireFreshBuild } from '../../scripts/fresh-build.ts'
import { startSandbox, stopProcess } from '../../scripts/sandbox-process.ts'
import { startProxy, type BackendProxy } from './backend-proxy.ts'
import { freePort } from './free-port.ts'
import { shopSettings, startServer, warmBackend, type StartOptions } from './running-shop.ts'
import { sandboxPostgres } from './sandbox-postgres.ts'

/** Signs the cookies of every process, so that tests can make cookies too. */
export const SESSION_SECRET = 'kJ3v9QpXw2LmZ8rTn5BcYd7FgHs4Aa1E'

export interface ShopProcess {
  url: string
  process: ChildProcess
  log: () => string
}

/** A sandbox behind a proxy that can break its calls, and any number of processes with cold caches. */
export interface FragileShop {
  /** The sandbox's data folder, which its database is named after. */
  folder: string
  /** Settings that bypass the proxy. */
  settings: Record<string, string>
  proxy: BackendProxy
  /** Starts a process with cold caches. */
  startProcess: (environment?: Record<string, string>, options?: StartOptions) => Promise<ShopProcess>
  /** Kills the backend and restarts it with the same data and address. */
  killBackend: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts sandbox and proxy, without a process of the shop. */
export async function startFragileShop(): Promise<FragileShop> {
  requireFreshBuild()
  const folder = mkdtempSync(join(tmpdir(), 'shop-'))
  const processes: ChildProcess[] = []
  // Its four ports, which it uses again after a restart.
  const port = await freePort(4)
  const start = () => startSandbox({ folder, shop: 'http://127.0.0.1', port, postgres: sandboxPostgres() })
  let sandbox = await start()
  await warmBackend(sandbox)
  const proxy = await startProxy(sandbox.settings.SUPABASE_URL ?? '')
  return {
    folder,
    settings: sandbox.settings,
    proxy,
    async startProcess(environment = {}, options = {}) {
      const url = `http://127.0.0.1:${await freePort()}`
      const settings = shopSettings(sandbox, url, mkdtempSync(join(folder, 'process-')))
      const server = await startServer(
        { ...settings, SESSION_SECRET, SUPABASE_URL: proxy.url, BACKEND_TIMEOUT_SECONDS: '2', ...environment },
        options,
      )
      processes.push(server.process)
      return { url, ...server }
    },
    async killBackend() {
      const ended = new Promise((resolve) => sandbox.process.once('exit', resolve))
      sandbox.process.kill('SIGKILL')
      await ended
      sandbox = await start()
    },
    async stop() {
      await Promise.all(processes.map(stopProcess))
      await proxy.close()
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
