import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

const reserved: string[] = []
process.once('exit', () => reserved.forEach((mark) => rmSync(mark, { recursive: true, force: true })))

/** Takes a port for this process, so that no other test picks it before a server listens there. Returns whether it could. */
function reserve(port: number): boolean {
  const mark = join(tmpdir(), `chambeli-port-${port}`)
  try {
    mkdirSync(mark)
  } catch {
    return false
  }
  reserved.push(mark)
  return true
}

/** Returns the first of `count` free consecutive ports, below the range of ephemeral ports (RFC 6056). */
export async function freePort(count = 1): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const first = randomInt(20_000, 32_000)
    const ports = Array.from({ length: count }, (_, place) => first + place)
    const found = await Promise.all(ports.map(isFree))
    if (found.every(Boolean) && ports.every(reserve)) return first
  }
  throw new Error('No free port.')
}
