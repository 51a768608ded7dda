import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { redirectTo } from '~/platform/context.server'
import { shopPath, cutText } from '~/platform/text'
import { saveReply, subscribe } from './newsletter.server'
import { subscribed } from './outcome'

export const loader = () => redirect('/#newsletter')

/** Subscribes an address. Posts with `inline` get the reply as JSON; other posts are redirected back to their page. */
export async function action({ context }: ActionFunctionArgs) {
  const form = context.form
  const email = cutText(String(form.get('email') ?? ''), 254)
  const outcome = await subscribe(context, email)
  const reply = outcome.ok ? { ...subscribed(), email: '' } : { ...outcome.refusal, email }
  if (form.get('inline') === 'yes') return Response.json(reply)
  await saveReply(context, reply)
  return redirectTo(`${shopPath(form.get('from'))}#newsletter`)
}
