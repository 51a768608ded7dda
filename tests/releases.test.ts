import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { version as packageVersion } from '../package.json'
import packageLock from '../package-lock.json'
import {
  migrationDigests,
  MIGRATIONS,
  releasedDigests,
  releases,
  sha256,
  unreleasedMigrations,
} from '../scripts/releases.ts'

// What is released doesn't change (decision 166): a project that has it is told by Supabase that it is up to date.

test('every released migration is as it was released', () => {
  expect(migrationDigests()).toMatchObject(releasedDigests())
})

test('the commit of each release has its version and its migrations', () => {
  const read = (place: string) => execFileSync('git', ['show', place], { maxBuffer: 2 ** 26 })
  for (const { version, commit, migrations } of releases().filter((release) => release.commit)) {
    expect(JSON.parse(read(`${commit}:package.json`).toString())).toMatchObject({ version })
    const digests = Object.keys(migrations).map((name) => [name, sha256(read(`${commit}:${MIGRATIONS}/${name}`))])
    expect(Object.fromEntries(digests)).toEqual(migrations)
  }
})

test('what comes after a release doesn’t say that it is one', () => {
  const last = releases().at(-1)
  expect(packageVersion).toMatch(last?.commit ? /^\d+\.\d+\.\d+-dev$/ : new RegExp(`^${last?.version}$`))
  expect([packageLock.version, packageLock.packages[''].version]).toEqual([packageVersion, packageVersion])
})

test('a migration that no release has yet comes after all released ones', () => {
  const last = Object.keys(releasedDigests()).toSorted().at(-1) ?? ''
  expect(unreleasedMigrations().filter((name) => name <= last)).toEqual([])
})

test('an upgraded shop gets the Urdu that a new one begins with', () => {
  const migrations = globSync('supabase/migrations/*.sql').map((file) => readFileSync(file, 'utf8'))
  const statements = readFileSync('supabase/seeds/production/2_urdu.sql', 'utf8')
    .split(/\n\n(?=update )/)
    .slice(1)
  expect(statements.length).toBeGreaterThan(9)
  expect(statements.filter((statement) => !migrations.some((sql) => sql.includes(statement.trim())))).toEqual([])
})
