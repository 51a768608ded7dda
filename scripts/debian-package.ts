import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }

/** A program that tests need. */
export interface Program {
  name: string
  isHere: () => unknown
  /** The groups of Debian packages that have it, the preferred one first. */
  groups: string[][]
  /** What to do where the packages can't be installed: throw this message, or get it in another way. */
  otherwise: string | (() => void)
}

/**
 * For each list of groups installs the first one that is available in this release, all in one run of apt, whose waits would add up. Returns
 * false without root or apt.
 */
export function installDebianPackages(...choices: string[][][]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  execFileSync('apt-get', ['update', '-q'], quiet)
  const packages = choices.flatMap((groups) => groups.find((names) => names.every(isInRelease)) ?? [])
  // Such a machine needn't survive a power cut, so dpkg doesn't flush each file to the disk.
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-unsafe-io']
  if (packages.length > 0) execFileSync('apt-get', ['install', ...options, ...packages], quiet)
  return true
}

/** Makes sure that programs are installed. Throws if one can't be. */
export function ensurePrograms(...programs: Program[]): void {
  const missing = programs.filter(({ isHere }) => !isHere())
  if (missing.length === 0) return
  console.log(`Not here yet; getting: ${missing.map(({ name }) => name).join(', ')}…`)
  installDebianPackages(...missing.map(({ groups }) => groups))
  for (const { isHere, otherwise } of missing) {
    if (isHere()) continue
    if (typeof otherwise === 'string') throw new Error(`${otherwise}: please install it.`)
    otherwise()
  }
}

function isInRelease(name: string): boolean {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
}
