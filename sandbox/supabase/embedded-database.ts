import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { markUnfinished, refuseUnfinished } from '../data-folder.ts'
import { makeApp, skipSystemSchema, type OpenDatabase, type SupabaseSettings } from './lite-app.ts'
import { databaseFingerprint, migrate, seed, type Seeds } from './migrate.ts'
import { PARSERS, TYPES, type LiteConnection } from './session.ts'

const parsers = {
  [TYPES.numeric]: PARSERS.numeric,
  [TYPES.timestamptz]: PARSERS.timestamptz,
  [TYPES.timestamp]: PARSERS.timestamp,
}

/**
 * Opens the PGlite database of the data folder, or creates it: from a snapshot of the same database or of one without seeds, or by
 * migrating, which takes ten seconds. If the database is broken or incomplete, throws an error that tells what to do.
 */
export async function openEmbedded(settings: SupabaseSettings): Promise<OpenDatabase> {
  const data = join(settings.folder, 'database')
  refuseUnfinished(data)
  if (!existsSync(data)) return markUnfinished(data, () => makeDatabase(settings, data))
  try {
    return await openDatabase(settings, data)
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0]
    throw new Error(`The database in ${data} can't be opened (${reason}). Start over with: npm run reset`, {
      cause: error,
    })
  }
}

async function makeDatabase(settings: SupabaseSettings, data: string): Promise<OpenDatabase> {
  const seeded = snapshotOf(settings.snapshots, settings.seeds)
  const snapshot = [seeded, snapshotOf(settings.snapshots, 'none')].find((file) => existsSync(file))
  const connection = await connect(data, snapshot)
  const app = makeApp(connection, settings)
  if (snapshot) skipSystemSchema(app)
  await app.init()
  if (!snapshot) {
    await app.ensureSystemSchema()
    await migrate(connection.driver)
  }
  if (snapshot !== seeded) {
    await seed(connection.driver, settings.seeds)
    await saveSnapshot(connection.driver, seeded)
  }
  return { app, connection }
}

async function openDatabase(settings: SupabaseSettings, data: string): Promise<OpenDatabase> {
  if (!existsSync(join(data, 'PG_VERSION'))) throw new Error('PG_VERSION is missing')
  const connection = await connect(data)
  const app = makeApp(connection, settings)
  skipSystemSchema(app)
  await app.init()
  await migrate(connection.driver)
  return { app, connection }
}

async function connect(data: string, snapshot?: string): Promise<LiteConnection<PGlite>> {
  const connection = (await createPgliteConnection({
    url: data,
    pgliteOptions: {
      extensions: { fuzzystrmatch, pg_trgm, unaccent },
      parsers,
      ...(snapshot ? { loadDataDir: readSnapshot(snapshot) } : {}),
    },
  })) as unknown as LiteConnection<PGlite>
  await connection.driver.waitReady
  return connection
}

/** Returns the file for the snapshot of a database with these seeds. */
export function snapshotOf(folder: string, seeds: Seeds): string {
  return join(folder, `database-${databaseFingerprint(seeds)}.tar`)
}

/** Returns a database that `saveSnapshot` has saved, as PGlite loads it. */
export function readSnapshot(file: string): Blob {
  return new Blob([new Uint8Array(readFileSync(file))])
}

/** Saves a database to a file, of which other processes see all or nothing. */
async function saveSnapshot(database: PGlite, file: string): Promise<void> {
  await database.exec('checkpoint')
  const dump = await database.dumpDataDir('none')
  mkdirSync(join(file, '..'), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, file)
}
