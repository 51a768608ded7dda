import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { rowsByHand } from '../../scripts/migration.ts'
import { migrationDigests, MIGRATIONS } from '../../scripts/releases.ts'
import { loadSchemas } from '../../scripts/schemas.ts'
import { makeHostedProject } from '../support/hosted-database.ts'
import { connect, startPostgres } from '../support/postgres-server.ts'
import { schemaOf } from '../support/schema-dump.ts'
import { TestDatabase } from '../support/sessions.ts'
import { TEMPLATE } from '../support/shared-postgres.ts'

test('the migrations make what supabase/schemas declares: else run npm run migration', async () => {
  const server = startPostgres()
  try {
    await makeHostedProject(server.host, 'declared')
    const client = await connect(server.host, 'declared', 'postgres')
    await loadSchemas(client)
    // A call, not a declaration; the migrations end with it.
    await client.query('select shop.bound_columns()')
    await client.end()
    expect(schemaOf(server.host, 'declared')).toEqual(schemaOf(inject('postgres'), TEMPLATE))
  } finally {
    server.stop()
  }
})

test('npm run migration keeps the rows below the marker, and refuses a migration without it', () => {
  const newest = readFileSync(`${MIGRATIONS}/${Object.keys(migrationDigests()).at(-1)}`, 'utf8')
  expect(rowsByHand(newest)).toContain('select shop.bound_columns();')
  expect(() => rowsByHand('create table public.x ();\ninsert into public.x default values;\n')).toThrow(
    /lacks the line/,
  )
})

test('a migration waits for the tables without having locked any, so that it and a reader never wait for each other', async () => {
  const newest = Object.keys(migrationDigests()).at(-1)
  const database = await TestDatabase.make()
  try {
    const [reader, migration] = [await database.open('studio'), await database.open('studio')]
    const [taking = ''] = /^do \$\$[\s\S]*?^end \$\$;$/m.exec(readFileSync(`${MIGRATIONS}/${newest}`, 'utf8')) ?? []
    await reader.begin()
    await reader.run('select from public.orders limit 0')
    await migration.begin()
    const taken = migration.run(taking)
    await database.untilWaiting(1)
    for (const { name } of await reader.run<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace)`,
    ))
      await reader.run(`select from ${name} limit 0`)
    await reader.commit()
    await taken
    await expect(reader.call('lock table public.order_items in access share mode nowait')).rejects.toThrow(
      /obtain lock/,
    )
    await migration.rollback()
  } finally {
    await database.drop()
  }
})
