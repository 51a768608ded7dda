import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-package.ts'

/** Returns the path of an installed Redis or Valkey server, if there is one. */
export function findRedis(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  return folders
    .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
    .find((path) => existsSync(path))
}

/** Makes sure that a Redis server is installed; installs Debian's when root. Throws if it can't. */
export function ensureRedis(): void {
  if (findRedis()) return
  console.log('A Redis server is not here yet; getting it…')
  if (!installDebianPackages(['redis-server'])) {
    throw new Error('The tests of shared limits need redis-server or valkey-server: please install one.')
  }
}
