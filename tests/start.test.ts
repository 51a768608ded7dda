import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { processEnvironment } from './support/commands.ts'

// What the tests have to clean up; the first of them fills the folder `data`.
const folder = mkdtempSync(join(tmpdir(), 'start-'))
const data = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Copies the data folder of a first start. */
function filledFolder(): string {
  const own = mkdtempSync(join(folder, 'filled-'))
  cpSync(data, own, { recursive: true })
  return own
}

interface Started {
  process: ChildProcess
  said: () => string
  ended: Promise<number | null>
}

function start(environment: Record<string, string>): Started {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...processEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { process: child, said: () => said, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

/** Returns a port with four free neighbours, below the range of ephemeral ports. */
async function freeRow(): Promise<number> {
  const first = randomInt(12_000, 30_000)
  const row = Array.from({ length: 5 }, (_, place) => first + place)
  const areFree = await Promise.all(row.map(isFree))
  return areFree.every(Boolean) ? first : freeRow()
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

test('npm start prints all addresses, refuses a second start with the same data, and Ctrl-C stops everything', async () => {
  const port = await freeRow()
  const first = start({ PORT: String(port), SHOP_DATA: data })
  await expect.poll(first.said, { timeout: 30_000 }).toContain(`http://localhost:${port}`)
  expect(first.said()).toContain('The mailbox')
  expect(first.said()).toContain('ayesha@example.com')
  expect((await fetch(`http://localhost:${port}/`)).status).toBe(200)

  const second = start({ PORT: String(await freeRow()), SHOP_DATA: data })
  expect(await second.ended).toBe(1)
  expect(second.said().trim()).toMatch(/^The data in .* is in use by process \d+\.[^\n]*$/)

  first.process.kill('SIGINT')
  expect(await first.ended).toBe(0)
  await expect(fetch(`http://127.0.0.1:${port + 1}/`)).rejects.toThrow()
})

test('a port in use is reported in one sentence', async () => {
  const port = await freeRow()
  const squatter = createServer().listen(port, 'localhost')
  const blocked = start({ PORT: String(port), SHOP_DATA: data })
  expect(await blocked.ended).toBe(1)
  expect(blocked.said().trim()).toBe(
    `Port ${port} is taken. Free it, or choose another with PORT (the shop uses five in a row).`,
  )
  squatter.close()
})

test('a folder that isn’t writable is reported in one sentence', async () => {
  const blocked = start({ PORT: String(await freeRow()), SHOP_DATA: 'package.json/data' })
  expect(await blocked.ended).toBe(1)
  expect(blocked.said().trim()).toMatch(/^The data folder package\.json\/data can't be written: [^\n]*$/)
})

test('a METRICS_PORT in use is reported in one sentence', async () => {
  const port = await freeRow()
  const squatter = createServer().listen(port + 7)
  await once(squatter, 'listening')
  const blocked = start({ PORT: String(port), SHOP_DATA: data, METRICS_PORT: String(port + 7) })
  expect(await blocked.ended).toBe(1)
  expect(blocked.said().trim()).toBe(
    `The shop can't start: port ${port + 7} is taken. Choose another with METRICS_PORT.`,
  )
  squatter.close()
})

const ofBrokenKeys = (file: string) =>
  `The keys in ${file} can't be read. Delete that file; the next start makes new keys, and everybody has to log in again.`

test.each(['{"jwtSecret": "cut of', '{"jwtSecret": ""}', ''])(
  'invalid keys %j are reported with the remedy',
  async (broken) => {
    const own = mkdtempSync(join(folder, 'keys-'))
    writeFileSync(join(own, 'keys.json'), broken)
    const blocked = start({ PORT: String(await freeRow()), SHOP_DATA: own })
    expect(await blocked.ended).toBe(1)
    expect(blocked.said().trim()).toBe(ofBrokenKeys(join(own, 'keys.json')))
  },
)

test('the suggested repair of broken keys works', { timeout: 60_000 }, async () => {
  const own = filledFolder()
  writeFileSync(join(own, 'keys.json'), '')
  const blocked = start({ PORT: String(await freeRow()), SHOP_DATA: own })
  expect(await blocked.ended).toBe(1)
  rmSync(join(own, 'keys.json'))
  const again = start({ PORT: String(await freeRow()), SHOP_DATA: own })
  await expect.poll(again.said, { timeout: 30_000 }).toContain('The mailbox')
  again.process.kill('SIGINT')
  await again.ended
})

test.each([
  ['a table', (data: string) => truncateSync(join(data, 'base/5/1259'), 100)],
  ['the control file', (data: string) => truncateSync(join(data, 'global/pg_control'), 10)],
  ['the version', (data: string) => rmSync(join(data, 'PG_VERSION'))],
])('a database with damage to %s is reported as broken, with the remedy', { timeout: 60_000 }, async (_what, spoil) => {
  const own = filledFolder()
  spoil(join(own, 'database'))
  const blocked = start({ PORT: String(await freeRow()), SHOP_DATA: own })
  expect(await blocked.ended).toBe(1)
  expect(blocked.said().trim()).toMatch(
    /^The database in .*\/database can't be opened \([^\n]*\)\. Start over with: npm run reset$/,
  )
})

test('an interrupted first start is reported as an unfinished database, and reset repairs it', async () => {
  const own = mkdtempSync(join(tmpdir(), 'start-'))
  const environment = { SHOP_DATA: own, PORT: String(await freeRow()) }
  const sandbox = spawn(process.execPath, ['sandbox/main.ts', '--folder', own, '--port', '0'], { stdio: 'ignore' })
  await expect.poll(() => existsSync(join(own, 'database.unfinished')), { interval: 5, timeout: 30_000 }).toBe(true)
  sandbox.kill('SIGKILL')
  await once(sandbox, 'exit')
  const blocked = start(environment)
  expect(await blocked.ended).toBe(1)
  expect(blocked.said().trim()).toBe(
    `The database in ${own}/database is unfinished: a start was interrupted. Start over with: npm run reset`,
  )
  execFileSync(process.execPath, ['scripts/reset.ts'], { env: { ...process.env, SHOP_DATA: own } })
  expect(existsSync(own)).toBe(false)
})
