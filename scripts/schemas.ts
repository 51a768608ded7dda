import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection } from '../tests/support/postgres-server.ts'

const FOLDER = new URL('../supabase/schemas/', import.meta.url).pathname
/** A comment, a text, a name in quotes, a body in dollars, or the end of a statement. */
const TOKENS = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g
/** PostgreSQL's code for a statement that it can't read, which waiting doesn't mend. */
const SYNTAX_ERROR = '42601'

interface Statement {
  /** The file and the line, as compilers say them. */
  place: string
  sql: string
}

/** Throws for a file that ends within a statement, which would be left out. */
function statementsOf(file: string): Statement[] {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  const ends = [0, ...[...text.matchAll(TOKENS)].filter(([token]) => token === ';').map(({ index }) => index + 1)]
  const statements = ends.map((start, number) => {
    const sql = text.slice(start, ends[number + 1])
    const line = text.slice(0, start + sql.search(/\S|$/)).split('\n').length
    return { place: `${file}:${line}`, sql }
  })
  const rest = statements.pop()
  if (rest?.sql.replaceAll(/--.*/g, '').trim()) throw new Error(`${rest.place}: a statement without its semicolon`)
  return statements
}

/**
 * Makes what `supabase/schemas` declares in an empty project, in one transaction. A statement that needs what a later one makes is
 * tried again after the others. Throws the places of the statements that are still refused, with PostgreSQL's messages.
 */
export async function loadSchemas(client: Connection): Promise<void> {
  let waiting = readdirSync(FOLDER).sort().flatMap(statementsOf)
  await client.query('begin; set local check_function_bodies = off')
  while (waiting.length > 0) {
    const refused: { statement: Statement; message: string }[] = []
    for (const statement of waiting) {
      await client.query('savepoint before')
      await client.query(statement.sql).catch(async (error: Error & { code?: string }) => {
        const message = `${statement.place}: ${error.message}`
        if (error.code === SYNTAX_ERROR) throw new Error(message, { cause: error })
        refused.push({ statement, message })
        await client.query('rollback to before')
      })
    }
    if (refused.length === waiting.length) throw new Error(refused.map(({ message }) => message).join('\n'))
    waiting = refused.map(({ statement }) => statement)
  }
  await client.query('commit')
}
