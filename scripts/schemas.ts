import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../tests/support/postgres-server.ts'

const FOLDER = new URL('../supabase/schemas/', import.meta.url).pathname
/** A comment, a text, a name in quotes, a body in dollars, or the end of a statement. */
const TOKENS = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g

function statementsOf(sql: string): string[] {
  const ends = [...sql.matchAll(TOKENS)].filter(([token]) => token === ';').map(({ index }) => index + 1)
  return ends.map((end, number) => sql.slice(ends[number - 1] ?? 0, end))
}

/**
 * Makes what `supabase/schemas` declares in an empty project, in one transaction. A statement that needs what a later one makes is
 * tried again after the others. Throws the statements that are still refused, each after PostgreSQL's message.
 */
export async function loadSchemas(client: Connection): Promise<void> {
  const files = readdirSync(FOLDER).sort()
  let waiting = files.flatMap((file) => statementsOf(readFileSync(join(FOLDER, file), 'utf8')))
  await client.query('begin; set local check_function_bodies = off')
  while (waiting.length > 0) {
    const refused: { statement: string; error: Error }[] = []
    for (const statement of waiting) {
      await client.query('savepoint before')
      await client.query(statement).catch(async (error: Error) => {
        refused.push({ statement, error })
        await client.query('rollback to before')
      })
    }
    if (refused.length === waiting.length)
      throw new Error(refused.map(({ statement, error }) => `${error.message}:${statement}`).join('\n'))
    waiting = refused.map(({ statement }) => statement)
  }
  await client.query('commit')
}
