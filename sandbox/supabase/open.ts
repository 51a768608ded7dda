import { keepErrorsAndGrants } from './faithful-errors.ts'
import type { OpenDatabase, SupabaseSettings } from './lite-app.ts'
import { oneTransactionAtATime, type Exclusively } from './one-at-a-time.ts'

/** A running lite app with its connection. */
export interface OpenSupabase extends OpenDatabase {
  exclusively: Exclusively
}

/** Opens the data folder's database, or creates it. If that fails, throws an error that tells what to do. */
export async function openSupabase(settings: SupabaseSettings): Promise<OpenSupabase> {
  const { app, connection } = await openDatabase(settings)
  await connection.clearSchemaCache?.()
  keepErrorsAndGrants(connection)
  return { app, connection, exclusively: oneTransactionAtATime(connection) }
}

/** Loads the code of only one of the two databases, since each takes a while. */
async function openDatabase(settings: SupabaseSettings): Promise<OpenDatabase> {
  if (settings.postgres) return (await import('./server-database.ts')).openOnServer(settings, settings.postgres)
  return (await import('./embedded-database.ts')).openEmbedded(settings)
}
