import type { ActionFunctionArgs } from '@remix-run/node'
import { attempt } from '~/platform/attempt.server'
import { redirectTo } from '~/platform/context.server'
import { findOperator, leaveDesk } from './operator.server'

export const handle = { hasOwnLayout: true }

export async function action({ request, context }: ActionFunctionArgs) {
  await leaveDesk(context, await attempt(context, 'person at the desk unknown', () => findOperator(context, request)))
  return redirectTo('/desk/sign-in')
}
