import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs a package of Debian's where that is possible: as root, with apt. Answers whether it was. */
export function installDebianPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  execFileSync('apt-get', ['update', '-q'], quiet)
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], quiet)
  return true
}
