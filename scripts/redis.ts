import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-package.ts'

/** A server that speaks the Redis protocol on this machine, if it has one. */
export function findRedis(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  return folders
    .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
    .find((path) => existsSync(path))
}

/** Finds one, or gets Debian's when root. Throws with what to do where neither works. */
export function ensureRedis(): void {
  if (findRedis()) return
  console.log('A Redis server is not here yet; getting it…')
  if (!installDebianPackages(['redis-server'])) {
    throw new Error('The tests of shared limits need redis-server or valkey-server: please install one.')
  }
}
