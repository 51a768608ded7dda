import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { redirectTo } from '~/platform/context.server'
import { endSession } from './browser-session.server'

export const loader = () => redirect('/')

export async function action({ context }: ActionFunctionArgs) {
  await context.visitor.signOut()
  await endSession(context)
  return redirectTo('/')
}
