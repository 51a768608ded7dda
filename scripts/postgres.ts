import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from './debian-package.ts'

/** Hosted projects run 17 or 15, so these come first. The migrations run on 15 to 18. */
const VERSIONS = [17, 15, 16, 18]

const EXTENSIONS = ['pgtap', 'pg_cron', 'plpgsql_check']

/** Returns the folder of PostgreSQL's programs (initdb, pg_ctl) if one with the extensions is installed. */
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

const NAME = 'PostgreSQL with pgTAP, pg_cron and plpgsql_check'

export const postgres: Program = {
  name: NAME,
  isHere: findPostgres,
  groups: VERSIONS.map((version) => [
    `postgresql-${version}`,
    `postgresql-${version}-pgtap`,
    `postgresql-${version}-cron`,
    `postgresql-${version}-plpgsql-check`,
  ]),
  otherwise: `The database tests need ${NAME}, version 15 to 18`,
}
