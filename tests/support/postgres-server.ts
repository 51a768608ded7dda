import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { jsonText, timeText } from '../../sandbox/supabase/session.ts'
import { findPostgres } from '../../scripts/programs.ts'

/** The superuser on a hosted project; `postgres` is an ordinary role there. */
export const SUPERUSER = 'supabase_admin'

/** A separate PostgreSQL server, on a socket in a temporary folder that only this user can access. */
export interface PostgresServer {
  /** The socket's folder, which clients call the host. */
  host: string
  stop: () => void
}

/**
 * Starts a PostgreSQL server with an empty data folder, in about a second. `settings` are server settings (`-c`). Data isn't
 * flushed to disk, because the server lives only as long as the tests.
 */
export function startPostgres(settings: Record<string, string> = {}, superuser = SUPERUSER): PostgresServer {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL with pgTAP is not installed.')
  const host = mkdtempSync(join(tmpdir(), 'postgres-'))
  const data = join(host, 'data')
  const isRoot = userInfo().uid === 0
  // PostgreSQL refuses to run as root; Debian's package has a user for it.
  if (isRoot) execFileSync('chown', ['postgres', host])

  function run(program: string, ...parameters: string[]): void {
    const command = [...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), join(programs ?? '', program)]
    execFileSync(command[0] ?? '', [...command.slice(1), ...parameters], {
      cwd: host,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }

  run('initdb', '-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  // Compiling the small queries of tests takes forty times as long as running them.
  const options = Object.entries({ fsync: 'off', jit: 'off', ...settings }).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
  run('pg_ctl', '-D', data, '-w', '-l', join(host, 'log'), '-o', `-k ${host} -h '' ${options.join(' ')}`, 'start')
  return {
    host,
    stop() {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      rmSync(host, { recursive: true, force: true })
    },
  }
}

const TYPES = {
  json: { to: 114, from: [114, 3802], serialize: jsonText, parse: JSON.parse },
  date: { to: 1184, from: [1082, 1114, 1184], serialize: timeText, parse: (text: string) => new Date(text) },
}

/** A session of a database. */
export interface Connection {
  /** Runs a statement, or without values several, and returns their rows. */
  // oxlint-disable-next-line typescript/no-explicit-any -- as a driver returns them
  query: <Row = any>(sql: string, values?: unknown[]) => Promise<{ rows: Row[] }>
  end: () => Promise<void>
}

/** Opens a session; close it with `end()`. */
export async function connect(
  host: string,
  database: string,
  user: string = SUPERUSER,
  onNotice: (message: string) => void = () => {},
): Promise<Connection> {
  const client = postgres({
    host,
    database,
    user,
    max: 1,
    max_lifetime: null,
    types: TYPES,
    onnotice: ({ message = '' }) => onNotice(message),
  })
  return {
    async query(sql, values = []) {
      const result = await client.unsafe(sql, values.map((value) => value ?? null) as never[])
      // Several statements return an array of results.
      return { rows: [...result].flat() as never[] }
    },
    end: () => client.end(),
  }
}
