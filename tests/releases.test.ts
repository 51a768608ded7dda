import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationDigests, releasedDigests, releases, unreleasedMigrations } from '../scripts/releases.ts'

// What is released doesn't change (decision 166): a project that has it is told by Supabase that it is up to date.

test('every released migration is as it was released', () => {
  expect(migrationDigests()).toMatchObject(releasedDigests())
})

test('a migration that no release has yet comes after all released ones', () => {
  const last = Object.keys(releasedDigests()).toSorted().at(-1) ?? ''
  expect(unreleasedMigrations().filter((name) => name <= last)).toEqual([])
})

test('CHANGELOG.md tells of each release, the newest first, and the version is that of the last one', () => {
  const told = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d+\.\d+\.\d+), \d+ \w+ \d{4}$/gm)]
  const versions = releases().map(({ version }) => version)
  expect(told.map(([, version]) => version)).toEqual(versions.toReversed())
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  if (versions.length > 0) expect(versions.at(-1)).toBe(version)
})
