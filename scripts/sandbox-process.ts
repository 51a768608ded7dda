import { fork, type ChildProcess } from 'node:child_process'
import { accessSync, constants, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** A sandbox in a separate process, with the settings for the shop that uses it. */
export interface SandboxProcess {
  settings: Record<string, string>
  process: ChildProcess
  stop: () => Promise<void>
}

interface Options {
  folder: string
  /** The folder for snapshots of freshly seeded databases. */
  snapshots?: string
  /** The folder of a PostgreSQL server's sockets; without one, the database is a PGlite in the data folder. */
  postgres?: string
  /** The shop's public address. */
  shop: string
  /** The seeds of a new database: a sample shop, or only a new shop's texts. */
  seeds?: 'sample' | 'production'
  /** The first of four ports; 0 for any. */
  port: number
}

/** Starts the sandbox and waits until it is ready. If it can't start, throws its error message. */
export async function startSandbox({
  folder,
  snapshots = '.cache',
  postgres,
  shop,
  port,
  seeds = 'sample',
}: Options): Promise<SandboxProcess> {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    throw new Error(`The data folder ${folder} can't be written: ${reason}. Choose another with SHOP_DATA.`, {
      cause: error,
    })
  }
  const options = { folder, snapshots, shop, port, seeds, ...(postgres ? { postgres } : {}) }
  const child = fork(
    new URL('../sandbox/main.ts', import.meta.url).pathname,
    Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
  const log = createWriteStream(join(folder, 'sandbox.log'), { flags: 'a' })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  const settings = await new Promise<Record<string, string>>((resolve, reject) => {
    child.once('message', (message: { settings?: Record<string, string>; problem?: string }) => {
      if (message.settings) resolve(message.settings)
      else reject(new Error(message.problem ?? 'The sandbox could not start.'))
    })
    child.once('exit', (code) =>
      reject(new Error(`The sandbox ended with code ${code}. See ${join(folder, 'sandbox.log')}.`)),
    )
  })
  return { settings, process: child, stop: () => stopProcess(child) }
}

/** Sends SIGTERM to a process and waits until it has exited. */
export function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}
