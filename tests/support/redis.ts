import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRedis } from '../../scripts/programs.ts'

/** Starts a Redis server on a port of loopback, and waits until it takes connections. */
export async function startRedis(port: number): Promise<ChildProcess> {
  const program = findRedis()
  if (!program) throw new Error('Neither redis-server nor valkey-server is installed.')
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const flags = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder]
  const redis = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const [chunk] of on(redis)) if (String(chunk).includes('Ready to accept connections')) break
  return redis
}

async function* on(child: ChildProcess): AsyncGenerator<unknown[]> {
  while (child.stdout) yield await once(child.stdout, 'data')
}
