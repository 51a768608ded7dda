import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Started {
  process: ChildProcess
  said: () => string
  ended: Promise<number | null>
}

function start(environment: Record<string, string>): Started {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { process: child, said: () => said, ended: new Promise((resolve) => child.once('exit', resolve)) }
}

/** A port with four free neighbours, below those that the system gives to connections. */
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

test('npm start says where everything is, keeps a second one off its data, and Ctrl-C ends it all', async () => {
  const port = await freeRow()
  const first = start({ PORT: String(port), SHOP_DATA: folder })
  await expect.poll(first.said, { timeout: 30_000 }).toContain(`http://localhost:${port}`)
  expect(first.said()).toContain('The mailbox')
  expect(first.said()).toContain('ayesha@example.com')
  expect((await fetch(`http://localhost:${port}/`)).status).toBe(200)

  const second = start({ PORT: String(await freeRow()), SHOP_DATA: folder })
  expect(await second.ended).toBe(1)
  expect(second.said().trim()).toMatch(/^The data in .* is in use by process \d+\.[^\n]*$/)

  first.process.kill('SIGINT')
  expect(await first.ended).toBe(0)
  await expect(fetch(`http://127.0.0.1:${port + 1}/`)).rejects.toThrow()
})

test('a taken port is said in one sentence', async () => {
  const port = await freeRow()
  const squatter = createServer().listen(port, 'localhost')
  const blocked = start({ PORT: String(port), SHOP_DATA: folder })
  expect(await blocked.ended).toBe(1)
  expect(blocked.said().trim()).toBe(
    `Port ${port} is taken. Free it, or choose another with PORT (the shop uses five in a row).`,
  )
  squatter.close()
})

test('a folder that can’t be written is said in one sentence', async () => {
  const blocked = start({ PORT: String(await freeRow()), SHOP_DATA: 'package.json/data' })
  expect(await blocked.ended).toBe(1)
  expect(blocked.said().trim()).toMatch(/^The data folder package\.json\/data can't be written: [^\n]*$/)
})
