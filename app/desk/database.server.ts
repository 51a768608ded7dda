import { z } from 'zod'
import { succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import type { Database } from '~/platform/supabase/database.types'
import type { Operator } from './access/operator.server'
import { resultOf } from './result-of.server'

/** Somebody at the desk, with whose rights the database is asked. */
export type Desk = Pick<Operator, 'db'>

type Functions = Database['public']['Functions']
type Name = Extract<keyof Functions, `desk_${string}`>
type Arguments<N extends Name> = Functions[N]['Args'] extends Record<PropertyKey, never> ? object : Functions[N]['Args']

/** The schema of a page of rows, and how many there are in all. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ total: z.number(), rows: z.array(row) })

/** Returns what a function of the desk reads, as its schema has it. Throws if the database fails. */
export async function read<N extends Name, Schema extends z.ZodType>(
  db: Backend,
  name: N,
  values: Arguments<N>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, error } = await db.rpc(name, values as Functions[N]['Args'])
  if (error) throw new Error(`${name}: ${error.message}`, { cause: error })
  return schema.parse(data)
}

/** Changes something by a function of the desk. Refuses in words for the operator; throws if the database fails. */
export async function change<N extends Name>(
  db: Backend,
  name: N,
  values: Arguments<N>,
): Promise<Result<null, string>> {
  const { error } = await db.rpc(name, values as Functions[N]['Args'])
  return resultOf(error)
}

/** Makes something by a function of the desk, and returns its ID. Refuses and throws like `change`. */
export async function make<N extends Name>(
  db: Backend,
  name: N,
  values: Arguments<N>,
): Promise<Result<string, string>> {
  const { data, error } = await db.rpc(name, values as Functions[N]['Args'])
  const result = resultOf(error)
  return result.ok ? succeed(String(data)) : result
}
