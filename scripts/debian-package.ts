import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }

/**
 * Installs the first group of Debian packages that is available in this release. Returns false if it can't: without root or apt,
 * or if no group is available.
 */
export function installDebianPackages(...groups: string[][]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  execFileSync('apt-get', ['update', '-q'], quiet)
  const available = groups.find((names) => names.every(isInRelease))
  if (!available) return false
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...available], quiet)
  return true
}

/**
 * Makes sure that a program is installed: as root on Debian it installs the first group of packages that is available. Throws with `why` it
 * is needed if it can't.
 */
export function ensureProgram(name: string, isHere: () => unknown, why: string, ...groups: string[][]): void {
  if (isHere()) return
  console.log(`${name} is not here yet; getting it…`)
  if (!installDebianPackages(...groups) || !isHere()) throw new Error(`${why}: please install it.`)
}

function isInRelease(name: string): boolean {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
}
