import type { PostgrestError } from '@supabase/supabase-js'
import { z } from 'zod'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import type { Needs, RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused, withoutFiles, type ParsedForm } from '~/platform/http/forms.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import type { Database } from '~/platform/supabase/database.types'
import { describeError } from '~/platform/log.server'
import { hadOutage } from '~/platform/supabase/backend-fetch.server'
import { databaseRefusal, isOfDatabase } from '~/platform/supabase/refusals.server'
import { notAllowed, type Operator, requireOperator } from './access/operator.server'
import { buttonSchema } from './form/form-fields'
import { refusalWords } from './refusals'

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

/** Returns what a function of the desk reads, as its schema has it. Throws if the database fails. */
export async function read<N extends Name, Schema extends z.ZodType>(
  db: Backend,
  name: N,
  values: Arguments<N>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, error } = await call(db, name, values)
  if (error) {
    throwIfNotAllowed(error)
    throw new Error(`${name}: ${error.message}`, { cause: error })
  }
  return schema.parse(data)
}

/** Throws a 403 if the database refuses what isn't part of one's role: it changes at once, also while a page is open. */
function throwIfNotAllowed(error: PostgrestError) {
  if (databaseRefusal(error) === 'not_allowed') throw notAllowed(error.details.split(' or '))
}

/** Makes something by a function of the desk, and returns its ID. Refuses in words for the operator; throws if the database fails. */
export const make = <N extends Name>(db: Backend, name: N, values: Arguments<N>) =>
  makeJson(db, name, values, z.unknown().transform(String))

/** Does something by a function of the desk, and returns what that says, as its schema has it. Refuses and throws like `make`. */
export async function makeJson<N extends Name, Schema extends z.ZodType>(
  db: Backend,
  name: N,
  values: Arguments<N>,
  schema: Schema,
): Promise<Result<z.output<Schema>, string>> {
  const { data, error } = await call(db, name, values)
  if (!error) return succeed(schema.parse(data))
  throwIfNotAllowed(error)
  const token = databaseRefusal(error)
  const words = token && refusalWords(token)
  if (words) return refuse(words.replace('{which}', error.details))
  const message = `${name}: ${error.message}`
  throw isOfDatabase(error) ? new NotDone(message, { cause: error }) : new Error(message, { cause: error })
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

/** The database refused a change, which it then undid. After other errors of a change nobody knows. */
class NotDone extends Error {
  override name = 'NotDone'
}

/**
 * Returns a loader or an action for people at the desk; others are led to the sign-in page. `db` has the operator's rights. A form that
 * fails tells the error page whether it counted.
 */
export function atDesk<Returned>(
  handle: (given: LoaderFunctionArgs & Pick<Operator, 'db'> & { operator: Operator }) => Promise<Returned>,
) {
  return async (given: LoaderFunctionArgs): Promise<Returned> => {
    let hasBegun = false
    try {
      const operator = await requireOperator(given.context, given.request)
      hasBegun = true
      return await handle({ ...given, operator, db: operator.db })
    } catch (error) {
      if (given.request.method !== 'POST' || !(error instanceof Error)) throw error
      const { log, requestId } = given.context
      log.error({ event: 'form of the desk failed', requestId, ...describeError(error) })
      throw data({ isUndone: !hasBegun || error instanceof NotDone }, { status: hadOutage() ? 503 : 500 })
    }
  }
}

/** Where a form leads once it is done, and the message there. */
type Done = readonly [to: string, message: Parameters<RequestContext['flashes']['success']>[1]]
/** What a form did, or why not, in words for the operator; 409 unless it says otherwise. */
type Outcome<Made> = Result<Made, string> & { status?: 400 | 503 }
type Posted = Needs<'form' | 'flashes'>
type ValidForm<Value> = Extract<ParsedForm<Value>, { ok: true }>

/** Runs the handler of the form's `intent`, or says that nothing was changed. `page` is the address of the form's page. */
export async function byIntent<Reply>(
  { form, flashes }: Posted,
  page: string,
  handlers: Record<string, () => Promise<Reply>>,
) {
  const handle = dispatch(form.get('intent'), handlers)
  return handle ? handle() : flashes.error(page, 'Nothing was changed.')
}

/**
 * Handles a form: invalid input is 400, a refusal 409, both with what was submitted; else it redirects with a message. `refuse` responds to
 * a refusal in another way.
 */
export async function submit<Schema extends z.ZodType, Made, Refused = ReturnType<typeof refused>>(
  { form: posted, flashes }: Posted,
  schema: Schema,
  work: (value: z.output<Schema>) => Promise<Outcome<Made>>,
  done: (value: z.output<Schema>, made: Made) => Done,
  refuse?: (form: ValidForm<z.output<Schema>>, refusal: string) => Promise<Refused>,
) {
  const form = await parseForm(posted, schema)
  const reply = withoutFiles(form)
  if (!form.ok) return invalid(reply)
  const result = await work(form.value)
  if (result.ok) return flashes.success(...done(form.value, result.value))
  return refuse ? refuse(form, result.refusal) : refused(reply, result.refusal, result.status ?? 409)
}

/** Handles a button that sends the version of a row alone. A refusal is a message on the row's page. */
export async function press(
  { form, flashes }: Posted,
  page: string,
  work: (version: number) => Promise<Result<unknown, string>>,
  done: Done,
) {
  const shown = await parseForm(form, buttonSchema)
  if (!shown.ok) return flashes.error(page, 'Nothing was changed.')
  const result = await work(shown.value.version)
  return result.ok ? flashes.success(...done) : flashes.error(page, result.refusal)
}
