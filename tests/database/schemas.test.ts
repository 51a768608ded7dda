import { expect, inject, test } from 'vitest'
import { loadSchemas } from '../../scripts/schemas.ts'
import { makeHostedProject } from '../support/hosted-database.ts'
import { connect, startPostgres } from '../support/postgres-server.ts'
import { schemaOf } from '../support/schema-dump.ts'
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
