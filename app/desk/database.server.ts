import { z } from 'zod'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import type { Database } from '~/platform/supabase/database.types'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import type { Operator } from './access/operator.server'
import { REFUSALS } from './refusals'

/** Somebody at the desk, with whose rights the database is asked. */
export type Desk = Pick<Operator, 'db'>

type Functions = Database['public']['Functions']
type Name = Extract<keyof Functions, `desk_${string}`>
type Given<Value> = undefined extends Value ? Value | null : Value
/** The arguments of a function, without the prefix that its parameters have in SQL. Those that have a default may be null. */
type Arguments<N extends Name> = {
  [P in keyof Functions[N]['Args'] as P extends `p_${infer Short}` ? Short : never]: Given<Functions[N]['Args'][P]>
}

function call<N extends Name>(db: Backend, name: N, values: Arguments<N>) {
  const parameters = Object.entries(values).map(([parameter, value]) => [`p_${parameter}`, value ?? undefined])
  return db.rpc(name, Object.fromEntries(parameters) as Functions[N]['Args'])
}

/** The schema of a page of rows, and how many there are in all. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ total: z.number(), rows: z.array(row) })

/** Returns what a function of the desk reads, as its schema has it. Throws if the database fails. */
export async function read<N extends Name, Schema extends z.ZodType>(
  db: Backend,
  name: N,
  values: Arguments<N>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, error } = await call(db, name, values)
  if (error) throw new Error(`${name}: ${error.message}`, { cause: error })
  return schema.parse(data)
}

const isRefusal = (token: string): token is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, token)

/** Makes something by a function of the desk, and returns its ID. Refuses in words for the operator; throws if the database fails. */
export async function make<N extends Name>(
  db: Backend,
  name: N,
  values: Arguments<N>,
): Promise<Result<string, string>> {
  const { data, error } = await call(db, name, values)
  if (!error) return succeed(String(data))
  const token = databaseRefusal(error)
  if (token !== null && isRefusal(token)) return refuse(REFUSALS[token].replace('{which}', error.details))
  throw new Error(`${name}: ${error.message}`, { cause: error })
}

/** Changes something by a function of the desk. Refuses and throws like `make`. */
export async function change<N extends Name>(
  db: Backend,
  name: N,
  values: Arguments<N>,
): Promise<Result<null, string>> {
  const made = await make(db, name, values)
  return made.ok ? succeed(null) : made
}
