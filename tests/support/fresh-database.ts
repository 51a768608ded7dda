import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { openEmbedded, readSnapshot, snapshotOf } from '../../sandbox/supabase/embedded-database.ts'
import type { Seeds } from '../../sandbox/supabase/migrate.ts'

const extensions = { fuzzystrmatch, pg_trgm, unaccent }

/** The sandbox's folder of snapshots. */
const SNAPSHOTS = '.cache'

/**
 * Creates a database in memory with Supabase's system tables, all migrations and, by default, the seeds: from the sandbox's snapshot,
 * which the first call makes.
 */
export async function freshDatabase({ seeded = true } = {}): Promise<PGlite> {
  const seeds = seeded ? 'sample' : 'none'
  const snapshot = snapshotOf(SNAPSHOTS, seeds)
  if (!existsSync(snapshot)) await makeSnapshot(seeds)
  return PGlite.create({ extensions, loadDataDir: readSnapshot(snapshot) })
}

/** Opens a new database in a temporary folder, which leaves its snapshot. */
async function makeSnapshot(seeds: Seeds): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-'))
  const key = 'only-for-making-a-snapshot'
  const { connection } = await openEmbedded({
    folder,
    snapshots: SNAPSHOTS,
    seeds,
    siteUrl: 'http://127.0.0.1',
    jwtSecret: key,
    publishableKey: key,
    secretKey: key,
    sendMail: async () => {},
  })
  await connection.driver.close()
  rmSync(folder, { recursive: true, force: true })
}
