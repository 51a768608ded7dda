import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { pgtap } from '@electric-sql/pglite-pgtap'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { App, setExperimental } from '@supabase/lite'
import { FolderStorage } from '../../sandbox/supabase/folder-storage.ts'
import { databaseFingerprint, migrate, seed } from '../../sandbox/supabase/migrate.ts'
import { readSnapshot, saveSnapshot } from '../../sandbox/supabase/embedded-database.ts'

const extensions = { pg_trgm, unaccent, pgtap }

/** The sandbox's folder of snapshots. */
const SNAPSHOTS = '.cache'

/**
 * Creates a database in memory with Supabase's system tables, all migrations and, by default, the seeds. Migrating takes PGlite ten
 * seconds, so the first call leaves a snapshot for the next ones.
 */
export async function freshDatabase({ seeded = true } = {}): Promise<PGlite> {
  const fingerprint = databaseFingerprint(seeded ? 'sample' : 'production')
  const snapshot = join(SNAPSHOTS, `fresh-${seeded ? 'seeded' : 'empty'}-${fingerprint}.tar`)
  if (existsSync(snapshot)) return PGlite.create({ extensions, loadDataDir: readSnapshot(snapshot) })
  const database = await migratedDatabase()
  if (seeded) await seed(database)
  await saveSnapshot(database, snapshot)
  return database
}

async function migratedDatabase(): Promise<PGlite> {
  const connection = await createPgliteConnection({ pgliteOptions: { extensions } } as never)
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
  return database
}
