import type { Session } from '@supabase/supabase-js'
import type { Needs, Reporting } from '~/platform/context.server'
import { isEmail } from '~/platform/email'
import { succeed } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import type { Auth } from '~/platform/supabase/clients.server'
import { nextSlot, PHONE_REFUSAL_SLOT, REFUSAL_SLOT } from './fixed-duration.server'
import { normalizePhone } from '~/phone/phone'
import { signInByPhone } from './phone-sign-in.server'
import { refuseAccount, refuseByAuth, type AccountResult } from './refusal'

/**
 * Signs in by e-mail or, for a value without @, by phone (document 1, section 5; decision 17). A refusal takes the same time
 * whether or not there is such an account (decision 31).
 */
export async function signIn(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  request: Request,
  emailOrPhone: string,
  password: string,
): Promise<AccountResult<Session>> {
  const startedAt = performance.now()
  const phone = emailOrPhone.includes('@') ? null : normalizePhone(emailOrPhone)
  const session = phone
    ? await signInByPhone(context, request, phone, password)
    : await signInByEmail(context, emailOrPhone.toLowerCase(), password)
  if (!session.ok) await nextSlot(startedAt, phone ? PHONE_REFUSAL_SLOT : REFUSAL_SLOT)
  return session
}

async function signInByEmail(
  context: Needs<'backends' | 'clientAddress'>,
  email: string,
  password: string,
): Promise<AccountResult<Session>> {
  if (!isEmail(email)) return refuseAccount('Invalid login credentials')
  const { data, error } = await authOf(context).signInWithPassword({ email, password })
  return error ? refuseByAuth(error, 'Failed to login. Please try again.') : succeed(data.session)
}

/** Asks a signed-in shopper's password once more, with this client. */
export async function reauthenticate(auth: Auth, shopper: Shopper, password: string): Promise<AccountResult<Session>> {
  const { data, error } = await auth.signInWithPassword({ email: shopper.email, password })
  if (!error) return succeed(data.session)
  const refused = refuseByAuth(error, 'This is not your current password.')
  return refused.refusal.status === 400 ? refuseAccount('This is not your current password.') : refused
}

/** Auth for the visitor behind a request. */
export function authOf({ backends, clientAddress }: Needs<'backends' | 'clientAddress'>): Auth {
  return backends.auth(clientAddress)
}
