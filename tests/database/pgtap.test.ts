import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SUPABASE_FOLDER } from '../../sandbox/supabase/migrate.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { connect, type Connection } from '../support/postgres-server.ts'
import { TEMPLATE } from '../support/shared-postgres.ts'

const folder = join(SUPABASE_FOLDER, 'tests')
const helpers = readFileSync(new URL('pgtap-helpers.sql', import.meta.url), 'utf8')
let embedded: PGlite
let real: Connection

beforeAll(async () => {
  embedded = await freshDatabase()
  await embedded.exec('create schema tap; create extension pgtap with schema tap;')
  // The role of `supabase test db`; it isn't a superuser.
  real = await connect(inject('postgres'), TEMPLATE, 'postgres')
})
afterAll(async () => {
  await embedded.close()
  await real.end()
})

type Row = Record<string, unknown>
const engines: Record<string, (sql: string) => Promise<Row[]>> = {
  PGlite: async (sql) => (await embedded.exec(sql)).flatMap(({ rows }) => rows),
  PostgreSQL: async (sql) => (await real.query<Row>(sql)).rows,
}

// Each file runs in a transaction that is rolled back.
test.for(Object.keys(engines).flatMap((engine) => readdirSync(folder).map((name) => ({ engine, name }))))(
  '$name passes on $engine',
  async ({ engine, name }, { task }) => {
    const run = engines[engine]
    const sql = readFileSync(join(folder, name), 'utf8')
    await run?.(`begin; set local search_path = public, extensions, tap; ${helpers}`)
    const rows = await run?.(sql).finally(() => run('rollback'))
    const lines = (rows ?? []).flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
    const planned = Number(/^1\.\.(\d+)$/.exec(lines.find((line) => line.startsWith('1..')) ?? '')?.[1])
    const results = lines.filter((line) => /^(not )?ok /.test(line))
    expect(results.filter((line) => !line.startsWith('ok ') || /# (SKIP|TODO)\b/i.test(line))).toEqual([])
    expect(results.length, 'the assertions that ran, compared with plan(n) of the file').toBe(planned)
    // For the test report, which npm run requirements reads.
    task.meta.assertions = results.map((line) => line.replace(/^ok \d+( - )?/, ''))
  },
)

declare module 'vitest' {
  interface TaskMeta {
    assertions?: string[]
  }
}
