import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { redirectTo, safePath } from '~/platform/context.server'
import { keepReply, subscribe } from './newsletter.server'
import { SUBSCRIBED } from './outcome'

export const loader = () => redirect('/#newsletter')

/** Subscribes. A script that says `inline` gets the outcome as data; a form goes back to where it stood. */
export async function action({ context }: ActionFunctionArgs) {
  const form = context.form
  const email = String(form.get('email') ?? '').slice(0, 254)
  const subscribed = await subscribe(context, email)
  const reply = subscribed.ok ? { ...SUBSCRIBED, email: '' } : { ...subscribed.refusal, email }
  if (form.get('inline') === 'yes') return Response.json(reply)
  await keepReply(context, reply)
  return redirectTo(`${safePath(form.get('from'))}#newsletter`)
}
