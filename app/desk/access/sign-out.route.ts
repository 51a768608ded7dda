import type { ActionFunctionArgs } from '@remix-run/node'
import { redirectTo } from '~/platform/context.server'
import { leaveDesk, requireOperator } from './operator.server'

export const handle = { hasOwnLayout: true }

export async function action({ request, context }: ActionFunctionArgs) {
  await leaveDesk(context, await requireOperator(context, request))
  return redirectTo('/desk/sign-in')
}
