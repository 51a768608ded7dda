import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { afterAll, expect, inject, test } from 'vitest'
import { stopProcess } from '../../scripts/sandbox-process.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings, startServer } from '../support/running-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'metrics-'))
const processes: ChildProcess[] = []

afterAll(async () => {
  await Promise.all(processes.map(stopProcess))
  rmSync(folder, { recursive: true, force: true })
})

/** The machine's own addresses of 127.0.0.0/8: the first is the one that METRICS_HOST has by default. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2', '[::1]']

/** Starts a process with metrics. Returns the addresses on which they can be read. */
async function addressesOfMetrics(environment: Record<string, string>): Promise<string[]> {
  const [shop, port] = [await freePort(), await freePort()]
  const settings = shopSettings({ settings: inject('sandbox') }, `http://127.0.0.1:${shop}`, folder)
  const server = await startServer({ ...settings, METRICS_PORT: String(port), ...environment })
  processes.push(server.process)
  const read = ADDRESSES.map((address) => fetch(`http://${address}:${port}`).then(() => address))
  const found = await Promise.allSettled(read)
  return found.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

test('metrics listen on loopback alone, and METRICS_HOST names another address', async () => {
  expect(await addressesOfMetrics({})).toEqual(['127.0.0.1'])
  expect(await addressesOfMetrics({ METRICS_HOST: '127.0.0.2' })).toEqual(['127.0.0.2'])
})
