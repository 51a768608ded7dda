import { m } from '~/language/messages'
import type { ActionFunctionArgs } from '@remix-run/node'
import { findShopper } from '~/platform/context.server'
import { runChatAction } from './actions/chat-actions.server'

export async function action({ context }: ActionFunctionArgs) {
  const shopper = await findShopper(context)
  if (!shopper) return Response.json({ problem: m.platform_log_in_first() }, { status: 401 })
  const result = await runChatAction(context, shopper, context.form)
  return result.ok ? Response.json(result.value) : Response.json(result.refusal, { status: result.refusal.status })
}
