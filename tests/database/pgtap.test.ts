import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SUPABASE_FOLDER } from '../../sandbox/supabase/migrate.ts'
import { connect, type Connection } from '../support/postgres-server.ts'
import { TEMPLATE } from '../support/shared-postgres.ts'

const folder = join(SUPABASE_FOLDER, 'tests')
const helpers = readFileSync(new URL('pgtap-helpers.sql', import.meta.url), 'utf8')
let database: Connection

beforeAll(async () => {
  // The role of `supabase test db`; it isn't a superuser.
  database = await connect(inject('postgres'), TEMPLATE, 'postgres')
})
afterAll(() => database.end())

// Each file runs in a transaction that is rolled back.
test.for(readdirSync(folder))('%s passes', async (name, { task }) => {
  const sql = readFileSync(join(folder, name), 'utf8')
  await database.query(`begin; set local search_path = public, extensions, tap; ${helpers}`)
  const { rows } = await database.query<object>(sql).finally(() => database.query('rollback'))
  const lines = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
  const planned = Number(/^1\.\.(\d+)$/.exec(lines.find((line) => line.startsWith('1..')) ?? '')?.[1])
  const results = lines.filter((line) => /^(not )?ok /.test(line))
  expect(results.filter((line) => !line.startsWith('ok ') || /# (SKIP|TODO)\b/i.test(line))).toEqual([])
  expect(results.length, 'the assertions that ran, compared with plan(n) of the file').toBe(planned)
  // For the test report, which npm run requirements reads.
  task.meta.assertions = results.map((line) => line.replace(/^ok \d+( - )?/, ''))
})

declare module 'vitest' {
  interface TaskMeta {
    assertions?: string[]
  }
}
