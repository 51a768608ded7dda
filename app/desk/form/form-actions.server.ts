import type { z } from 'zod'
import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused, withoutFiles, type ParsedForm } from '~/platform/http/forms.server'
import type { Result } from '~/platform/result'
import { buttonSchema } from './form-fields'

/** Where a form leads once it is done, and the message there. */
type Done = readonly [to: string, message: string]
/** What a form did, or why not, in words for the operator; 409 unless it says otherwise. */
type Outcome<Made> = Result<Made, string> & { status?: 400 | 503 }
type ValidForm<Value> = Extract<ParsedForm<Value>, { ok: true }>

/** Runs the handler of the form's `intent`, or says that nothing was changed. `page` is the address of the form's page. */
export async function byIntent<Reply>(
  { form, flashes }: RequestContext,
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
export async function submit<Schema extends z.ZodType, Made>(
  { form: posted, flashes }: RequestContext,
  schema: Schema,
  work: (value: z.output<Schema>) => Promise<Outcome<Made>>,
  done: (value: z.output<Schema>, made: Made) => Done,
  refuse?: (form: ValidForm<z.output<Schema>>, refusal: string) => Promise<ReturnType<typeof refused>>,
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
  { form, flashes }: RequestContext,
  page: string,
  work: (version: number) => Promise<Result<unknown, string>>,
  done: Done,
) {
  const shown = await parseForm(form, buttonSchema)
  if (!shown.ok) return flashes.error(page, 'Nothing was changed.')
  const result = await work(shown.value.version)
  return result.ok ? flashes.success(...done) : flashes.error(page, result.refusal)
}
