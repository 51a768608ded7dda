import { writeFileSync } from 'node:fs'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import { makeHostedProject, migrateHosted } from '../tests/support/hosted-database.ts'
import { connect, startPostgres } from '../tests/support/postgres-server.ts'

/**
 * `npm run types`: generates `app/platform/supabase/database.types.ts` from the migrations. A test compares
 * it with what Supabase's command line generates (tests/database/supabase-cli.test.ts).
 */
const FILE = new URL('../app/platform/supabase/database.types.ts', import.meta.url)

const server = startPostgres()
try {
  await makeHostedProject(server.host, 'typed')
  await migrateHosted(server.host, 'typed')
  const database = await connect(server.host, 'typed')
  const client = {
    query: (sql: string | { text: string; values?: unknown[] }) =>
      typeof sql === 'string' ? database.query(sql) : database.query(sql.text, sql.values),
  }
  const metadata = await introspect(client as never, { includedSchemas: ['public'] })
  writeFileSync(FILE, await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: '13' }))
  await database.end()
} finally {
  server.stop()
}
