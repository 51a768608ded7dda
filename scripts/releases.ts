import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

export const MIGRATIONS = 'supabase/migrations'

/** A release: its commit, and the digest (SHA-256) of each of its migrations, by file name. */
export interface Release {
  version: string
  /** Only the release's own commit can't name itself. */
  commit?: string
  migrations: Record<string, string>
}

/** The releases, the oldest first; each one lists what came with it. */
export const RELEASES_FILE = 'supabase/releases.json'

export function releases(): Release[] {
  return JSON.parse(readFileSync(RELEASES_FILE, 'utf8')) as Release[]
}

/** Returns the digest of each migration in the folder, by file name, in their order. */
export function migrationDigests(): Record<string, string> {
  const names = readdirSync(MIGRATIONS).toSorted()
  return Object.fromEntries(names.map((name) => [name, sha256(readFileSync(`${MIGRATIONS}/${name}`))]))
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Returns the digests of all migrations that were released. */
export function releasedDigests(): Record<string, string> {
  return Object.assign({}, ...releases().map(({ migrations }) => migrations)) as Record<string, string>
}

/** Returns the names of the migrations that no release has yet. */
export function unreleasedMigrations(): string[] {
  const released = releasedDigests()
  return Object.keys(migrationDigests()).filter((name) => !(name in released))
}
