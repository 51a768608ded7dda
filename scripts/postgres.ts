import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages } from './debian-package.ts'

/** Hosted projects run 17 or 15, so these come first. The migrations run on 15 to 18. */
const VERSIONS = [17, 15, 16, 18]

const EXTENSIONS = ['pgtap', 'pg_cron']

/** Returns the folder of PostgreSQL's programs (initdb, pg_ctl) if one with pgTAP and pg_cron is installed. */
export function findPostgres(): string | undefined {
  return VERSIONS.flatMap((version) => [
    { programs: `/usr/lib/postgresql/${version}/bin`, extensions: `/usr/share/postgresql/${version}/extension` },
    {
      programs: `/opt/homebrew/opt/postgresql@${version}/bin`,
      extensions: `/opt/homebrew/share/postgresql@${version}/extension`,
    },
  ]).find(
    ({ programs, extensions }) =>
      existsSync(join(programs, 'initdb')) &&
      EXTENSIONS.every((name) => existsSync(join(extensions, `${name}.control`))),
  )?.programs
}

/** Makes sure that PostgreSQL is installed; installs Debian's when root. Throws if it can't. */
export function ensurePostgres(): void {
  if (findPostgres()) return
  console.log('PostgreSQL with pgTAP and pg_cron is not here yet; getting it…')
  const groups = VERSIONS.map((version) => [
    `postgresql-${version}`,
    `postgresql-${version}-pgtap`,
    `postgresql-${version}-cron`,
  ])
  if (!installDebianPackages(...groups) || !findPostgres()) {
    throw new Error('The database tests need PostgreSQL 15 to 18 with pgTAP and pg_cron: please install them.')
  }
}
