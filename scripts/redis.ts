import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Program } from './debian-package.ts'

/** Returns the path of an installed Redis or Valkey server, if there is one. */
export function findRedis(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  return folders
    .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
    .find((path) => existsSync(path))
}

export const redis: Program = {
  name: 'Redis',
  isHere: findRedis,
  groups: [['redis-server']],
  otherwise: 'The tests of shared limits need redis-server or valkey-server',
}
