import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages } from './debian-package.ts'

/** Hosted projects run 17, older ones 15: these come first. The migrations keep to SQL that 15 to 18 share. */
const VERSIONS = [17, 15, 16, 18]

const EXTENSIONS = ['pgtap', 'pg_cron']

/** Folder of a PostgreSQL's programs (initdb, pg_ctl) that has pgTAP and pg_cron, if this machine has one. */
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

/** Finds one, or installs Debian's when root. Throws with what to do where neither works. */
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
