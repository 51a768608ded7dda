import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { declaredSlowFunctions } from '../../app/platform/supabase/backend-fetch.server.ts'
import { connect, type Connection } from '../support/postgres-server.ts'
import { TEMPLATE } from '../support/shared-postgres.ts'
import { sourcesIn } from '../support/sources.ts'

/** What the API waits for a statement of an operator, in seconds. */
const USUAL = 8
/** BACKEND_TIMEOUT_SECONDS, unless it is set. */
const BACKEND_TIMEOUT = 2

let database: Connection
beforeAll(async () => {
  for (const { path, text } of sourcesIn('app'))
    if (text.includes('\ndeclareSlowFunction(') || text.includes('  declareSlowFunction('))
      await import(/* @vite-ignore */ `../../${path}`)
  database = await connect(inject('postgres'), TEMPLATE)
})
afterAll(() => database.end())

/** Returns the seconds that each function has of its own (`set statement_timeout`), which PostgREST sets for the whole call. */
async function ownTimeouts(): Promise<Map<string, number>> {
  const { rows } = await database.query<{ name: string; seconds: number }>(`
    select p.proname as name, extract(epoch from split_part(c, '=', 2)::interval)::int as seconds
    from pg_proc p, unnest(p.proconfig) c
    where p.pronamespace = 'public'::regnamespace and c like 'statement_timeout=%'`)
  return new Map(rows.map(({ name, seconds }) => [name, seconds]))
}

test('the database doesn’t end a call before the shop gives up on it', async () => {
  const own = await ownTimeouts()
  const declared = [...declaredSlowFunctions()]
  expect(declared.length).toBeGreaterThan(10)
  const short = declared.filter(([name, factor]) => (own.get(name) ?? USUAL) < factor * BACKEND_TIMEOUT)
  expect(short).toEqual([])
})

test('the shop doesn’t give up early on a call that may take long in the database', async () => {
  const declared = declaredSlowFunctions()
  expect([...(await ownTimeouts()).keys()].filter((name) => !declared.has(name))).toEqual([])
})
