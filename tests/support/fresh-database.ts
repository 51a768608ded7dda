import { tmpdir } from 'node:os'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { pgtap } from '@electric-sql/pglite-pgtap'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { App, setExperimental } from '@supabase/lite'
import { FolderStorage } from '../../sandbox/supabase/folder-storage.ts'
import { migrate, seed } from '../../sandbox/supabase/migrate.ts'

/** Creates a database in memory with Supabase's system tables, all migrations and, by default, the seeds. */
export async function freshDatabase({ seeded = true } = {}): Promise<PGlite> {
  const connection = await createPgliteConnection({
    pgliteOptions: { extensions: { pg_trgm, unaccent, pgtap } },
  } as never)
  const database = connection.driver as unknown as PGlite
  await database.waitReady
  setExperimental('storage', true)
  const app = new App({
    connection: connection as never,
    project_id: 'test',
    auth: { enabled: true, jwt_secret: 'only-for-making-the-system-tables-of-a-test' },
    storage: { enabled: true },
    studio: { enabled: false },
  } as never)
  // Lite creates the storage tables only for an app with a storage adapter.
  Object.assign(app, { _storageAdapter: new FolderStorage(tmpdir()) })
  await app.init()
  await app.ensureSystemSchema()
  await migrate(database)
  if (seeded) await seed(database)
  return database
}
