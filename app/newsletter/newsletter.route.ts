import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { redirectTo, safePath } from '~/platform/context.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { refuse } from '~/platform/result'
import { SUBSCRIPTIONS_PER_NETWORK } from './limits.server'
import { keepReply, subscribe } from './newsletter.server'
import { SUBSCRIBED } from './outcome'

export const loader = () => redirect('/#newsletter')

/** Subscribes. A script that says `inline` gets the outcome as data; a form goes back to where it stood. */
export async function action({ context }: ActionFunctionArgs) {
  const form = context.form
  const email = String(form.get('email') ?? '').slice(0, 254)
  const wait = await context.limits.take(SUBSCRIPTIONS_PER_NETWORK, keyOf.network(context))
  const subscribed =
    wait === null ? await subscribe(context, email) : refuse({ type: 'error' as const, message: limitMessage(wait) })
  const reply = subscribed.ok ? { ...SUBSCRIBED, email: '' } : { ...subscribed.refusal, email }
  if (form.get('inline') === 'yes') return Response.json(reply)
  await keepReply(context, reply)
  return redirectTo(`${safePath(form.get('from'))}#newsletter`)
}
