import { execFileSync, fork } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { isBuildStale } from './fresh-build.ts'
import { startSandbox, stopProcess } from './sandbox-process.ts'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-flags.ts'

/**
 * `npm start`: builds if the build is missing or stale, starts the sandbox, serves the shop in production mode on
 * http://localhost:3000 (PORT, HOST), and prints the addresses. SHOP_DATA names the data folder.
 */
const port = Number(process.env.PORT ?? 3000)
const host = process.env.HOST ?? 'localhost'
const folder = process.env.SHOP_DATA ?? '.shop'
const shop = `http://localhost:${port}`

function buildIfStale(): void {
  if (!isBuildStale()) return
  console.log('Building the shop…')
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: ['ignore', 'ignore', 'inherit'] })
}

function isFree(candidate: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(candidate, host, () => probe.close(() => resolve(true)))
  })
}

/** Throws if one of the five ports is taken, or can't be a port. */
async function checkPorts(): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_531)
    throw new Error(`PORT has to be a number from 1 to 65531, not ${process.env.PORT}.`)
  const taken = (
    await Promise.all([0, 1, 2, 3, 4].map(async (n) => ((await isFree(port + n)) ? null : port + n)))
  ).filter((n) => n !== null)
  if (taken.length > 0)
    throw new Error(
      `Port ${taken.join(' and ')} is taken. Free it, or choose another with PORT (the shop uses five in a row).`,
    )
}

async function main(): Promise<void> {
  await checkPorts()
  buildIfStale()
  const sandbox = await startSandbox({ folder, shop, port: port + 1 })
  const server = fork('server.ts', {
    execArgv: SERVER_FLAGS,
    env: {
      ...SERVER_ENVIRONMENT,
      LOG_LEVEL: 'warn',
      SHOP_CACHE: join(folder, 'cache'),
      ...sandbox.settings,
      ...process.env,
      NODE_ENV: 'production',
      PUBLIC_URL: shop,
      HOST: host,
      PORT: String(port),
    },
  })

  let isEnding = false
  const end = async (code: number) => {
    if (isEnding) return
    isEnding = true
    await stopProcess(server)
    await sandbox.stop()
    process.exit(code)
  }
  process.on('SIGINT', () => void end(0))
  process.on('SIGTERM', () => void end(0))
  server.once('exit', (code) => void end(code ?? 1))
  sandbox.process.once('exit', (code) => {
    if (!isEnding) console.error(`The sandbox ended. See ${join(folder, 'sandbox.log')}.`)
    void end(code ?? 1)
  })
  server.once('message', () => printAddresses(sandbox.settings.MAILBOX_URL))
}

function printAddresses(mailbox: string | undefined): void {
  console.log(`
  The shop     ${shop}
  The mailbox  ${mailbox}   every mail the shop sends
  Sample people, each with the password jasmine-tea-7
               ayesha@example.com (orders in every status), mahnoor@example.com, hira@example.com
  Data in ${folder}; npm run reset starts over. Ctrl-C ends everything.
`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
