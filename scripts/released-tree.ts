import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { releases, unreleasedMigrations } from './releases.ts'

/**
 * Returns the folder of the last release, built: this project before the first one and while it has no newer migration, else what git
 * has of it. That takes the history and a build once, and is kept in `.cache`. Its packages come from the npm registry unless this
 * project has them all.
 */
export function releasedTree(): string {
  const commit = releases().at(-1)?.commit
  if (!commit || unreleasedMigrations().length === 0) return process.cwd()
  if (spawnSync('git', ['cat-file', '-e', commit]).status !== 0)
    throw new Error('The last release is not in the history of git. Get all of it: git fetch --unshallow')
  const today = versionsIn(readFileSync('package-lock.json'))
  const itsPackages = [...versionsIn(git('show', `${commit}:package-lock.json`))]
  const areHere = itsPackages.every(([place, version]) => today.get(place) === version)
  const folder = `${process.cwd()}/.cache/releases/${commit}${areHere ? '-linked' : ''}`
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    execFileSync('tar', ['-x', '-C', unfinished], { input: git('archive', commit) })
    if (areHere) symlinkSync('../../../node_modules', `${unfinished}/node_modules`)
    else npm(unfinished, 'ci')
    npm(unfinished, 'run', 'build')
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** Returns the versions of a lock file's packages by their folders. */
function versionsIn(lock: Buffer): Map<string, string> {
  const { packages } = JSON.parse(lock.toString()) as { packages: Record<string, { version: string }> }
  return new Map(Object.entries(packages).flatMap(([place, { version }]) => (place === '' ? [] : [[place, version]])))
}

function npm(cwd: string, ...words: string[]): void {
  execFileSync('npm', [...words, '--silent'], { cwd, stdio: 'pipe' })
}

function git(...words: string[]): Buffer {
  return execFileSync('git', words, { maxBuffer: 512 * 2 ** 20 })
}

if (import.meta.main) releasedTree()
