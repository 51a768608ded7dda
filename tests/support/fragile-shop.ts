import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, stopProcess, type SandboxProcess } from '../../scripts/sandbox-process.ts'
import { startProxy, type BackendProxy } from './backend-proxy.ts'
import { freePort, shopSettings, startServer } from './running-shop.ts'

/** The key that signs the cookies of every process, so that tests may make cookies too. */
export const SESSION_SECRET = 'kJ3v9QpXw2LmZ8rTn5BcYd7FgHs4Aa1E'

/** One process of the shop. */
export interface ShopProcess {
  url: string
  process: ChildProcess
  log: () => string
}

/** A sandbox behind a proxy that can break its calls, and as many cold processes over it as a test wants. */
export interface FragileShop {
  sandbox: SandboxProcess
  proxy: BackendProxy
  /** Starts a process that has never asked anything yet. */
  startProcess: (environment?: Record<string, string>) => Promise<ShopProcess>
  stop: () => Promise<void>
}

/** Starts sandbox and proxy, no process yet. */
export async function startFragileShop(): Promise<FragileShop> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'))
  const processes: ChildProcess[] = []
  const sandbox = await startSandbox({ folder, shop: 'http://127.0.0.1', port: 0 })
  const proxy = await startProxy(sandbox.settings.SUPABASE_URL ?? '')
  return {
    sandbox,
    proxy,
    async startProcess(environment = {}) {
      const url = `http://127.0.0.1:${await freePort()}`
      const settings = shopSettings(sandbox, url, mkdtempSync(join(folder, 'process-')))
      const server = await startServer({ ...settings, SESSION_SECRET, SUPABASE_URL: proxy.url, ...environment })
      processes.push(server.process)
      return { url, ...server }
    },
    async stop() {
      for (const process of processes) await stopProcess(process)
      await proxy.close()
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
