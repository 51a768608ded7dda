import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { AuthorizationError } from 'remix-auth'
import { z } from 'zod'
import { takeDestination } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { AccountProblem } from './account.server'
import { createAuthenticator } from './authenticator.server'
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
    const session = await createAuthenticator(context).authenticate('google', request)
    await enter(context, request, session, start.keep)
    return redirect(await takeDestination(context, request))
  } catch (error) {
    if (error instanceof Response) throw error
    context.log.warn({ event: 'google sign-in failed', requestId: context.requestId, ...describeError(error) })
    const cause = error instanceof AuthorizationError ? error.cause : error
    const message = cause instanceof AccountProblem ? cause.message : 'Failed to sign in with Google.'
    return context.flashes.error(start.from, message)
  }
}
