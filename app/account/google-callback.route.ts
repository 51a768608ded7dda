import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { takeDestination } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { signInWithGoogle } from './authenticator.server'
import { enter } from './enter.server'
import { googleStartCookie } from './google-start.server'

/** Where the way to Google began, and whether the session is to be kept. */
const Start = z.object({
  from: z.enum(['/login', '/create-account']).default('/login'),
  keep: z.boolean().default(false),
})

/** Back from Google: a session, or the login page with the reason. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const start = Start.parse((await context.cookies.of(googleStartCookie).parse(request.headers.get('cookie'))) ?? {})
  try {
    const session = await signInWithGoogle(context, request)
    if (!session.ok) return await context.flashes.error(start.from, session.refusal.message)
    await enter(context, request, session.value, start.keep)
    return redirect(await takeDestination(context, request))
  } catch (error) {
    if (error instanceof Response) throw error
    context.log.warn({ event: 'google sign-in failed', requestId: context.requestId, ...describeError(error) })
    return context.flashes.error(start.from, 'Failed to sign in with Google.')
  }
}
