import { m } from '~/language/messages'
import type { Session } from '@supabase/supabase-js'
import type { Needs } from '~/platform/context.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { succeed } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { askedFrom } from './auth-mail'
import { currentLanguage } from '~/language/current'
import { NEW_EMAIL_MAILS } from './limits.server'
import { exchangeLinkToken } from './password/password.server'
import { refuseAccount, refuseByAuth, type AccountResult } from './refusal'
import { authOf, reauthenticate } from './sign-in/sign-in.server'

/** Mails a confirmation link to the new address and one to the current. The response is the same if the address has an account already. */
export async function changeEmail(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'settings'>,
  shopper: Shopper,
  current: string,
  email: string,
): Promise<AccountResult<null>> {
  const auth = authOf(context)
  const session = await reauthenticate(auth, shopper, current)
  if (!session.ok) return session
  const wait = await context.limits.take(NEW_EMAIL_MAILS, keyOf.email(email))
  if (wait !== null) return refuseAccount(limitMessage(wait), 429)
  const asked = { email, data: { language: currentLanguage() } }
  const { error } = await auth.updateUser(asked, { emailRedirectTo: askedFrom(context.settings) })
  if (error && error.code !== 'email_exists') return refuseByAuth(error, m.account_email_not_changed())
  return succeed(null)
}

/** Changes the account's e-mail address by the token of a mailed link, once the other link was followed too; before that, returns null. */
export function confirmEmail(
  context: Needs<'backends' | 'clientAddress'>,
  tokenHash: string,
): Promise<AccountResult<Session | null>> {
  return exchangeLinkToken(authOf(context), tokenHash, 'email_change')
}
