import { m } from '~/language/messages'
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { takeDestination } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { signInWithGoogle, googleStartCookie } from './authenticator.server'
import { startSession } from './browser-session.server'

/** The cookie's content: the page with the Google button, and whether to keep the shopper signed in. */
const googleStartSchema = z.object({
  from: z.enum(['/login', '/create-account']).default('/login'),
  keep: z.boolean().default(false),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const start = googleStartSchema.parse(
    (await context.cookies.of(googleStartCookie).parse(request.headers.get('cookie'))) ?? {},
  )
  try {
    const session = await signInWithGoogle(context, request)
    if (!session.ok) return await context.flashes.error(start.from, session.refusal.message)
    await startSession(context, request, session.value, start.keep)
    return redirect(await takeDestination(context, request))
  } catch (error) {
    if (error instanceof Response) throw error
    context.log.warn({ event: 'google sign-in failed', requestId: context.requestId, ...describeError(error) })
    return context.flashes.error(start.from, m.account_google_failed())
  }
}
