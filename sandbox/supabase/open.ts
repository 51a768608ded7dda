import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { App, setExperimental } from '@supabase/lite'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { markUnfinished, refuseUnfinished } from '../data-folder.ts'
import { keepErrorsAndGrants } from './faithful-errors.ts'
import { FolderStorage } from './folder-storage.ts'
import { readConfig, templateFile } from './config.ts'
import { databaseFingerprint, migrate, seed, type Seeds } from './migrate.ts'
import { oneTransactionAtATime, type Exclusively, type LiteConnection } from './one-at-a-time.ts'

export interface SupabaseSettings {
  /** The data folder; created when missing. */
  folder: string
  /** The folder for snapshots of freshly seeded databases. */
  snapshots: string
  seeds: Seeds
  /** The shop's public URL, for links in mails. */
  siteUrl: string
  jwtSecret: string
  publishableKey: string
  secretKey: string
  sendMail: (mail: { to: string; subject: string; html?: string; text?: string }) => Promise<void>
}

/** A running lite app with its connection. */
export interface OpenSupabase {
  app: App
  connection: LiteConnection
  exclusively: Exclusively
}

// PostgREST prints numeric as a number and timestamps in ISO form; PGlite returns strings by default.
const NUMERIC = 1700
const TIMESTAMPTZ = 1184
const TIMESTAMP = 1114
const parsers = {
  [NUMERIC]: (value: string) => Number(value),
  [TIMESTAMPTZ]: (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
  [TIMESTAMP]: (value: string) => value.replace(' ', 'T'),
}

/**
 * Opens the database of the data folder, or creates it: from a matching snapshot, or by migrating and seeding. If the database is
 * broken or incomplete, throws an error that tells what to do.
 */
export async function openSupabase(settings: SupabaseSettings): Promise<OpenSupabase> {
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

async function makeDatabase(settings: SupabaseSettings, data: string): Promise<OpenSupabase> {
  const snapshot = join(settings.snapshots, `database-${databaseFingerprint(settings.seeds)}.tar`)
  const hasSnapshot = existsSync(snapshot)
  const connection = await connect(data, hasSnapshot ? snapshot : undefined)
  const app = makeApp(connection, settings)
  if (hasSnapshot) skipSystemSchema(app)
  await app.init()
  if (!hasSnapshot) {
    await app.ensureSystemSchema()
    await migrate(connection.driver)
    await seed(connection.driver, settings.seeds)
    await saveSnapshot(connection.driver, snapshot)
  }
  return finish(app, connection)
}

async function openDatabase(settings: SupabaseSettings, data: string): Promise<OpenSupabase> {
  if (!existsSync(join(data, 'PG_VERSION'))) throw new Error('PG_VERSION is missing')
  const connection = await connect(data)
  const app = makeApp(connection, settings)
  skipSystemSchema(app)
  await app.init()
  await migrate(connection.driver)
  return finish(app, connection)
}

async function connect(data: string, snapshot?: string): Promise<LiteConnection> {
  // Lite's connection type depends on its dialect; the contract tests check the fields used here.
  const connection = (await createPgliteConnection({
    url: data,
    pgliteOptions: {
      extensions: { pg_trgm, unaccent },
      parsers,
      ...(snapshot ? { loadDataDir: readSnapshot(snapshot) } : {}),
    },
  })) as unknown as LiteConnection
  await connection.driver.waitReady
  return connection
}

/** The system tables exist already; creating them again takes a second at every start. */
function skipSystemSchema(app: App): void {
  Object.assign(app, { ensureSystemSchema: async () => {} })
}

async function finish(app: App, connection: LiteConnection): Promise<OpenSupabase> {
  await connection.clearSchemaCache?.()
  keepErrorsAndGrants(connection)
  return { app, connection, exclusively: oneTransactionAtATime(connection) }
}

function makeApp(connection: LiteConnection, settings: SupabaseSettings): App {
  setExperimental('storage', true)
  const { sms: _, ...auth } = readConfig().auth
  const templates = Object.entries(auth.email.template).map(
    ([name, template]) => [name, { ...template, content_path: templateFile(template) }] as const,
  )
  const app = new App({
    // See connect().
    connection: connection as never,
    project_id: 'chambeli',
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      ...auth,
      enabled: true,
      jwt_secret: settings.jwtSecret,
      publishable_key: settings.publishableKey,
      secret_key: settings.secretKey,
      site_url: settings.siteUrl,
      additional_redirect_urls: ['reset-password', 'confirm-email'].map((page) => `${settings.siteUrl}/${page}`),
      email: { ...auth.email, template: Object.fromEntries(templates) },
    },
    storage: { enabled: true, file_size_limit: '5MiB' },
    studio: { enabled: false },
    options: {
      drivers: { email: { send: settings.sendMail } },
      server: { admin: false, disableStudio: true },
    },
  } as never)
  Object.assign(app, { _storageAdapter: new FolderStorage(join(settings.folder, 'storage')) })
  return app
}

/** Returns a database that `saveSnapshot` has saved, as PGlite loads it. */
export function readSnapshot(file: string): Blob {
  return new Blob([new Uint8Array(readFileSync(file))])
}

/** Saves a database to a file, of which other processes see all or nothing. */
export async function saveSnapshot(database: LiteConnection['driver'], file: string): Promise<void> {
  await database.exec('checkpoint')
  const dump = await database.dumpDataDir('none')
  mkdirSync(join(file, '..'), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, Buffer.from(await dump.arrayBuffer()))
  renameSync(unfinished, file)
}
