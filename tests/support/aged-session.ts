import { connect } from './postgres-server.ts'
import { sandboxPostgres } from './sandbox-postgres.ts'

/** Makes a session of Auth older, in whichever sandbox it was opened. */
export async function ageSession(session: string, hours: number): Promise<void> {
  const host = sandboxPostgres() ?? ''
  const server = await connect(host, 'postgres', 'postgres')
  const { rows } = await server.query<{ datname: string }>(
    "select datname from pg_database where datname like 'folder_%'",
  )
  await server.end()
  for (const { datname } of rows) {
    const database = await connect(host, datname, 'postgres')
    await database.query(
      'update auth.sessions set created_at = created_at - make_interval(hours => $2) where id::text = $1',
      [session, hours],
    )
    await database.end()
  }
}
