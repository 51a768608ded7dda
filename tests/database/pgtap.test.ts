import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SUPABASE_FOLDER } from '../../sandbox/supabase/migrate.ts'
import { freshDatabase } from '../support/fresh-database.ts'

const folder = join(SUPABASE_FOLDER, 'tests')
let database: PGlite

beforeAll(async () => {
  database = await freshDatabase()
  await database.exec('create schema tap; create extension pgtap with schema tap;')
})
afterAll(() => database.close())

// Each file in a transaction that is rolled back, as `supabase test db` runs them.
test.each(readdirSync(folder))('%s holds', async (name) => {
  const sql = readFileSync(join(folder, name), 'utf8')
  await database.exec('begin; set local search_path = public, tap')
  const results = await database.exec(sql).finally(() => database.exec('rollback'))
  const lines = results.flatMap(({ rows }) =>
    rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string'),
  )
  const planned = Number(/^1\.\.(\d+)$/.exec(lines.find((line) => line.startsWith('1..')) ?? '')?.[1])
  const answers = lines.filter((line) => /^(not )?ok /.test(line))
  expect(answers.filter((line) => line.startsWith('not ok'))).toEqual([])
  expect(answers).toHaveLength(planned)
})
