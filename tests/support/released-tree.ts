import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { releases, RELEASES_FILE, unreleasedMigrations } from '../../scripts/releases.ts'

/**
 * Returns the folder of the last release, built: this project before the first one and while it has no newer migration, else what git has of it. That takes the
 * history, a minute and the npm registry once, and is kept in `.cache`.
 */
export function releasedTree(): string {
  if (releases().length === 0 || unreleasedMigrations().length === 0) return process.cwd()
  const commit = git('log', '-1', '--format=%H', '--', RELEASES_FILE).toString().trim()
  if (!commit) throw new Error('The last release is not in the history of git. Get all of it: git fetch --unshallow')
  const folder = `${process.cwd()}/.cache/releases/${commit}`
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    execFileSync('tar', ['-x', '-C', unfinished], { input: git('archive', commit) })
    for (const words of [['ci'], ['run', 'build']])
      execFileSync('npm', [...words, '--silent'], { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] })
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

function git(...words: string[]): Buffer {
  return execFileSync('git', words, { maxBuffer: 512 * 2 ** 20 })
}
