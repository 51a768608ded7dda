import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { findPostgres } from '../../scripts/programs.ts'

/** Returns what `pg_dump` says of a database's schema, by object; columns and rights are sorted, since they differ in order between an upgraded project and a new one. */
export function schemaOf(host: string, database: string): Record<string, string> {
  const dump = join(findPostgres() ?? '', 'pg_dump')
  const words = ['-s', '-h', host, '-U', 'postgres', database]
  const text = execFileSync(dump, words, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  const objects = text
    .split('\n--\n-- Name: ')
    .slice(1)
    .map((object) => object.split('\n--\n') as [string, string])
  return Object.fromEntries(
    objects.map(([name, statements]) => [
      name,
      /Type: (TABLE|ACL|DEFAULT ACL);/.test(name) ? sortedLines(statements) : statements.trim(),
    ]),
  )
}

function sortedLines(text: string): string {
  const lines = text.trim().split('\n')
  return lines
    .map((line) => line.replace(/,$/, ''))
    .toSorted()
    .join('\n')
}
