import { writeFileSync } from 'node:fs'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import { freshDatabase } from '../tests/support/fresh-database.ts'

/**
 * `npm run types`: generates `app/platform/supabase/database.types.ts` from the migrations, with an embedded database. A test compares
 * it with what Supabase's command line generates (tests/database/supabase-cli.test.ts).
 */
const FILE = new URL('../app/platform/supabase/database.types.ts', import.meta.url)

const database = await freshDatabase({ seeded: false })
const metadata = await introspect(
  {
    // PGlite returns results in the same shape as pg.
    query: (sql: string | { text: string; values?: unknown[] }) =>
      typeof sql === 'string' ? database.query(sql) : database.query(sql.text, sql.values),
  } as never,
  { includedSchemas: ['public'] },
)
const types = await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: '13' })
await database.close()
writeFileSync(FILE, types)
