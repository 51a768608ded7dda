import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationDigests, releasedDigests, unreleasedMigrations } from '../scripts/releases.ts'

// What is released doesn't change (decision 166): a project that has it is told by Supabase that it is up to date.

test('every released migration is as it was released', () => {
  expect(migrationDigests()).toMatchObject(releasedDigests())
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
