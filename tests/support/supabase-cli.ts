import { execFile } from 'node:child_process'
import { createServer, connect as dial } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CLI_ENVIRONMENT, ensureSupabaseCli } from '../../scripts/programs.ts'

/** An address of a database for Supabase's command line, which can't use sockets of the file system. */
export interface CliTarget {
  url: string
  close: () => void
}

/** Opens a port of loopback that leads to a database on the server of a socket's folder, as the role `postgres`. */
export async function openForCli(host: string, database: string): Promise<CliTarget> {
  const server = createServer((client) => {
    const socket = dial(join(host, '.s.PGSQL.5432'))
    client.pipe(socket).pipe(client)
    for (const end of [client, socket]) end.on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `postgresql://postgres@127.0.0.1:${port}/${database}?sslmode=disable`, close: () => server.close() }
}

/** Runs Supabase's command line in the project, or in another folder with a `supabase`. Throws what it complains about. */
export async function runCli(
  words: string[],
  folder = '.',
  environment: Record<string, string | undefined> = {},
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(ensureSupabaseCli(), [...words, '--workdir', folder], {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, HOME: process.env.HOME, ...CLI_ENVIRONMENT, ...environment },
    maxBuffer: 64 * 2 ** 20,
  })
}
