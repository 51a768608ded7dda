import type { Connection } from './postgres-server.ts'

/** Returns the names of a project's tables of people's and the shop's data. */
async function tablesOf(client: Connection): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('auth', 'public', 'shop') and tablename !~ 'migrations' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** What a table holds: its columns, how many rows it has, and a digest of them. */
export interface TableContents {
  columns: string
  rows: number
  digest: string
}

/** Returns what each table holds; of the tables in `known` only the columns that they have there. */
export async function contentsOf(
  client: Connection,
  known: Record<string, TableContents> = {},
): Promise<Record<string, TableContents>> {
  const contents: [string, TableContents][] = []
  for (const name of await tablesOf(client)) {
    const { rows: all } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [name],
    )
    const columns = known[name]?.columns ?? all[0]?.columns ?? ''
    const { rows: found } = await client.query<{ rows: number; digest: string }>(
      `select count(*)::int as rows, coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
       from (select ${columns} from ${name}) t`,
    )
    contents.push([name, { columns, rows: found[0]?.rows ?? 0, digest: found[0]?.digest ?? '' }])
  }
  return Object.fromEntries(contents)
}
