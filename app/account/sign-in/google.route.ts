import { m } from '~/language/messages'
import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { signInWithGoogle, googleStartCookie } from './authenticator.server'

export const loader = () => redirect('/login')

/** Redirects to Google. The strategy throws the redirect, with its state in a cookie. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = context.form
  const from = form.get('from') === '/create-account' ? '/create-account' : '/login'
  if (!context.settings.GOOGLE_CLIENT_ID) return context.flashes.error(from, m.account_google_failed())
  context.sendCookie(
    await context.cookies.of(googleStartCookie).serialize({ from, keep: form.get('keepSignedIn') === 'on' }),
  )
  await signInWithGoogle(context, request)
  return redirect('/login')
}
