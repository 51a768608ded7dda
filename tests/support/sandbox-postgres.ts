import { startPostgres } from './postgres-server.ts'

const VARIABLE = 'SANDBOX_POSTGRES'

/** What a server of many small databases can go without. PGlite has none of it either. */
const SETTINGS = {
  autovacuum: 'off',
  full_page_writes: 'off',
  max_wal_senders: '0',
  max_wal_size: '128MB',
  synchronous_commit: 'off',
  wal_level: 'minimal',
}

/**
 * Starts one PostgreSQL server for the sandboxes of this process and of those that it starts, which takes a third of PGlite's CPU
 * time. If a process above has started one, uses that. Returns a function that stops what was started.
 */
export default function provideSandboxPostgres(): () => void {
  if (process.env[VARIABLE]) return () => {}
  const server = startPostgres(SETTINGS, 'postgres')
  process.env[VARIABLE] = server.host
  return () => {
    delete process.env[VARIABLE]
    server.stop()
  }
}

/** Returns the folder of the provided server's sockets; undefined if none is provided, which means PGlite. */
export function sandboxPostgres(): string | undefined {
  return process.env[VARIABLE]
}
