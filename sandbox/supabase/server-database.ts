import { createPostgresConnection } from '@supabase/lite/postgres'
import type postgres from 'postgres'
import { makeApp, skipSystemSchema, type OpenDatabase, type SupabaseSettings } from './lite-app.ts'
import { databaseFingerprint, databaseName, migrate, seed } from './migrate.ts'
import { jsonText, PARSERS, timeText, TYPES, type LiteConnection, type Session } from './session.ts'

/** The superuser, as in PGlite. */
const USER = 'postgres'

const types = {
  json: { to: 114, from: [114], serialize: jsonText, parse: JSON.parse },
  // Lite has a `jsonb` of its own, which this replaces.
  jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: JSON.parse },
  numeric: type('numeric', String),
  timestamptz: type('timestamptz', timeText),
  timestamp: type('timestamp', timeText),
}

function type(name: keyof typeof TYPES, serialize: (value: unknown) => string) {
  return { to: TYPES[name], from: [TYPES[name]], serialize, parse: PARSERS[name] }
}

/**
 * Opens the data folder's database on a PostgreSQL server, whose sockets are in the folder `host`. Creates it from a template if
 * there is none; the server's first sandbox makes the template.
 */
export async function openOnServer(settings: SupabaseSettings, host: string): Promise<OpenDatabase> {
  const name = databaseName(settings.folder)
  const server = connect(host, 'postgres')
  // Other sandboxes may start at the same time.
  await server.driver.query('select pg_advisory_lock(1)')
  if (!(await exists(server.driver, name))) {
    const template = `template_${databaseFingerprint(settings.seeds)}`
    if (!(await exists(server.driver, template))) await makeTemplate(settings, host, server.driver, template)
    await server.driver.exec(`create database ${name} template ${template}`)
  }
  await server.driver.close()
  const connection = connect(host, name)
  const app = makeApp(connection, settings)
  skipSystemSchema(app)
  await app.init()
  return { app, connection }
}

async function exists(server: Session, database: string): Promise<boolean> {
  return (await server.query('select from pg_database where datname = $1', [database])).rows.length > 0
}

async function makeTemplate(settings: SupabaseSettings, host: string, server: Session, name: string): Promise<void> {
  const unfinished = `unfinished_${name}`
  await server.exec(`drop database if exists ${unfinished}`)
  await server.exec(`create database ${unfinished}`)
  const connection = connect(host, unfinished)
  const app = makeApp(connection, settings)
  await app.init()
  await app.ensureSystemSchema()
  await migrate(connection.driver)
  await seed(connection.driver, settings.seeds)
  await connection.driver.close()
  await server.exec(`alter database ${unfinished} rename to ${name}`)
}

function connect(host: string, database: string): LiteConnection {
  const connection = createPostgresConnection({
    postgresOptions: { host, database, user: USER, max: 1, max_lifetime: null, onnotice: () => {}, types },
  })
  // Lite's connection type depends on its dialect.
  return Object.assign(connection, { driver: sessionOf(connection.driver) }) as unknown as LiteConnection
}

/** Returns the only session of a client that opens one connection. */
function sessionOf(client: postgres.Sql): Session {
  const session: Session = {
    async query(sql, parameters = []) {
      // Statements are prepared once per connection, as PostgREST does it.
      const result = await client.unsafe(sql, parameters as never[], { prepare: true })
      return { rows: [...result] as never[], affectedRows: result.count ?? undefined }
    },
    exec: (sql) => client.unsafe(sql).simple(),
    async transaction(work) {
      await session.exec('begin')
      try {
        const result = await work(session)
        await session.exec('commit')
        return result
      } catch (error) {
        await session.exec('rollback')
        throw error
      }
    },
    listen: (channel, receive) => client.listen(channel, receive),
    close: () => client.end(),
  }
  return session
}
