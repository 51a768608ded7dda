import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { createAuthenticator } from './authenticator.server'

export const loader = () => redirect('/login')

/** On to Google. The strategy answers by throwing the redirect, with its state in a cookie. */
export async function action({ request, context }: ActionFunctionArgs) {
  const from = (await request.formData()).get('from') === '/create-account' ? '/create-account' : '/login'
  if (!context.settings.GOOGLE_CLIENT_ID) return context.flashes.error(from, 'Failed to sign in with Google.')
  context.sendCookie(await context.cookies.googleFrom.serialize(from))
  const bodiless = new Request(request.url, { headers: request.headers })
  await createAuthenticator(context).authenticate('google', bodiless)
  return redirect('/login')
}
