import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import { freshDatabase } from '../tests/support/fresh-database.ts'

/**
 * Generates `app/platform/supabase/database.types.ts` from the migrations, with an embedded database.
 * With --check it writes nothing and fails when the committed file is outdated.
 */
const FILE = new URL('../app/platform/supabase/database.types.ts', import.meta.url)
const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })

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

if (!options.check) {
  writeFileSync(FILE, types)
} else if (readFileSync(FILE, 'utf8') !== types) {
  console.error('app/platform/supabase/database.types.ts is out of step with the migrations: run npm run types.')
  process.exitCode = 1
}
