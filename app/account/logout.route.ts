import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { redirectTo } from '~/platform/context.server'
import { leave } from './enter.server'

export const loader = () => redirect('/')

/** Ends the session here and at Auth, and what was kept for this visitor. */
export async function action({ context }: ActionFunctionArgs) {
  await context.visitor.signOut()
  await leave(context)
  return redirectTo('/')
}
