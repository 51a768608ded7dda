import { m } from '~/language/messages'
import type { Session } from '@supabase/supabase-js'
import { inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { isEmail } from '~/platform/email'
import { succeed } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import type { Auth } from '~/platform/supabase/clients.server'
import { waitForNextInterval, PHONE_REFUSAL_INTERVAL, REFUSAL_INTERVAL } from '../fixed-duration.server'
import { normalizePhone } from '~/phone/phone'
import { keepPasswordTag } from './password-tags.server'
import { signInByPhone } from './phone-sign-in.server'
import { refuseAccount, refuseByAuth, type AccountResult } from '../refusal'

/**
 * Signs in by e-mail or, for a value without @, by phone (LG-14, LG-15). A refusal takes the same time whether or not the account exists
 * (decision 103).
 */
export async function signIn(
  context: Needs<'backends' | 'background' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  request: Request,
  emailOrPhone: string,
  password: string,
): Promise<AccountResult<Session>> {
  const startedAt = performance.now()
  const phone = emailOrPhone.includes('@') ? null : normalizePhone(emailOrPhone)
  const session = phone
    ? await signInByPhone(context, request, phone, password)
    : await signInByEmail(context, emailOrPhone.toLowerCase(), password)
  if (!session.ok) await waitForNextInterval(startedAt, phone ? PHONE_REFUSAL_INTERVAL : REFUSAL_INTERVAL)
  return session
}

async function signInByEmail(
  context: Needs<'backends' | 'background' | 'clientAddress' | 'settings' | Reporting>,
  email: string,
  password: string,
): Promise<AccountResult<Session>> {
  if (!isEmail(email)) return refuseAccount(m.account_invalid_login())
  const { data, error } = await authOf(context).signInWithPassword({ email, password })
  // Auth refuses a banned account before it compares the password, which a stranger may not learn.
  if (error?.code === 'user_banned') return refuseAccount(m.account_invalid_login())
  if (error) return refuseByAuth(error, m.account_login_failed())
  // The password may have been set outside of the shop.
  inBackground(context, 'tag of a password not kept', () => keepPasswordTag(context, data.user.id, password))
  return succeed(data.session)
}

/** Checks the password of a signed-in shopper again. The session is opened in `auth`. */
export async function reauthenticate(auth: Auth, shopper: Shopper, password: string): Promise<AccountResult<Session>> {
  const { data, error } = await auth.signInWithPassword({ email: shopper.email, password })
  if (!error) return succeed(data.session)
  const refused = refuseByAuth(error, m.account_not_current_password())
  return refused.refusal.status === 400 ? refuseAccount(m.account_not_current_password()) : refused
}

export function authOf({ backends, clientAddress }: Needs<'backends' | 'clientAddress'>): Auth {
  return backends.auth(clientAddress)
}
