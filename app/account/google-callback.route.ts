import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { AuthorizationError } from 'remix-auth'
import { takeDestination } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { AccountProblem } from './account.server'
import { createAuthenticator } from './authenticator.server'

/** Back from Google: a session, or the login page with the reason. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    const session = await createAuthenticator(context).authenticate('google', request)
    context.sendCookie(await context.sessions.start(session, true))
    return redirect(await takeDestination(context, request))
  } catch (error) {
    if (error instanceof Response) throw error
    context.log.warn({ event: 'google sign-in failed', requestId: context.requestId, ...describeError(error) })
    const cause = error instanceof AuthorizationError ? error.cause : error
    const message = cause instanceof AccountProblem ? cause.message : 'Failed to sign in with Google.'
    const from: unknown = await context.cookies.googleFrom.parse(request.headers.get('cookie'))
    return context.flashes.error(from === '/create-account' ? from : '/login', message)
  }
}
