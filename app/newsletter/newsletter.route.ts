import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { safePath } from '~/platform/context.server'
import { limitMessage } from '~/platform/limits.server'
import { subscribe } from './newsletter.server'

export const loader = () => redirect('/#newsletter')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const back = `${safePath(form.get('from'))}#newsletter`
  const wait = context.limits.take('newsletter', context.clientAddress)
  if (wait !== null) return context.flashes.error(back, limitMessage(wait))
  const outcome = await subscribe(context, String(form.get('email') ?? ''))
  return context.flashes[outcome.type](back, outcome.message)
}
