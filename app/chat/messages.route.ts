import type { ActionFunctionArgs } from '@remix-run/node'
import { findShopper } from '~/platform/context.server'
import { act } from './chat-actions.server'

/** The chat's forms as scripts send them: what was done, as JSON. */
export async function action({ context }: ActionFunctionArgs) {
  const shopper = await findShopper(context)
  if (!shopper) return Response.json({ problem: 'Please log in to continue.' }, { status: 401 })
  const result = await act(context, shopper, context.form)
  return result.ok ? Response.json(result.value) : Response.json(result.refusal, { status: result.refusal.status })
}
