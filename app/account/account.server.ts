import { m } from '~/language/messages'
import type { Session } from '@supabase/supabase-js'
import type { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { askedFrom } from './auth-mail'
import { currentLanguage } from '~/language/current'
import { NEW_EMAIL_MAILS } from './limits.server'
import { exchangeLinkToken } from './password/password.server'
import type { changeEmailSchema } from './account.schema'
import { refuseAccount, refuseByAuth, type AccountResult } from './refusal'
import { giveSecondFactor } from './second-factor.server'
import { authOf, reauthenticate } from './sign-in/sign-in.server'

/**
 * Mails a confirmation link to the new address and one to the current. The result is the same if the address has an account already:
 * a session that replaces the shopper's, which the second factor may have ended.
 */
export async function changeEmail(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'settings'>,
  shopper: Shopper,
  { email, confirmation, appCode }: z.output<typeof changeEmailSchema>,
): Promise<AccountResult<Session>> {
  const auth = authOf(context)
  const opened = await reauthenticate(auth, shopper, confirmation)
  if (!opened.ok) return opened
  // Auth would accept it without a mail.
  if (email === shopper.email) return refuseAccount(m.account_email_is_current())
  const session = await giveSecondFactor(auth, opened.value, appCode)
  if (!session.ok) return session
  const wait = await context.limits.take(NEW_EMAIL_MAILS, keyOf.email(email))
  if (wait !== null) return refuseAccount(limitMessage(wait), 429)
  const asked = { email, data: { language: currentLanguage() } }
  const { error } = await auth.updateUser(asked, { emailRedirectTo: askedFrom(context.settings) })
  if (error && error.code !== 'email_exists') return refuseByAuth(error, m.account_email_not_changed())
  return session
}

/** Changes the account's e-mail address by the token of a mailed link, once the other link was followed too; before that, returns null. */
export function confirmEmail(
  context: Needs<'backends' | 'clientAddress'>,
  tokenHash: string,
): Promise<AccountResult<Session | null>> {
  return exchangeLinkToken(authOf(context), tokenHash, 'email_change')
}
