import { m } from '~/language/messages'
import { randomUUID } from 'node:crypto'
import type { Session } from '@supabase/supabase-js'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { keyOf } from '~/platform/rate-limits.server'
import { succeed } from '~/platform/result'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { takeGuess } from './guesses.server'
import { guessOf } from './known-browser.server'
import { tagsOf } from './password-tags.server'
import { LOGINS } from '../limits.server'
import { refuseAccount, refuseByAuth, refuseUnavailable, type AccountResult } from '../refusal'

/**
 * Signs in with a phone number in E.164 and a password: tries the e-mail address of each account that signs in by this number. The
 * password must match exactly one of them. Unknown numbers, wrong passwords and ambiguous matches get the same message (decision 40).
 */
export async function signInByPhone(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  request: Request,
  phone: string,
  password: string,
): Promise<AccountResult<Session>> {
  const emails = await attempt(context, 'accounts with a number not read', () => listEmails(context, phone, password))
  if (!emails) return refuseUnavailable()
  const allowed = await withinLimits(context, request, emails)
  // Calls Auth for unknown numbers too, so that its outages and rate limits look the same for every number.
  const tried = allowed.length > 0 ? allowed : [`${randomUUID()}@phone.invalid`]
  const replies = await Promise.all(tried.map((email) => tryPassword(context, email, password)))
  const opened = replies.filter((reply) => reply.ok)
  if (opened.length === 1 && opened[0]) return opened[0]
  await Promise.all(opened.map(({ value }) => revokeSession(context, value)))
  const failed = replies.find((reply) => !reply.ok && reply.refusal.status !== 400)
  return failed ?? refuseAccount(m.account_invalid_login())
}

/** Returns the e-mail addresses of the accounts that may sign in by number and password, at most five. Throws if they can't be read. */
async function listEmails(context: Needs<'backends' | 'settings'>, phone: string, password: string): Promise<string[]> {
  const { data, error } = await serviceClient(context, 'find the accounts of a phone number').rpc(
    'list_emails_of_phone',
    { p_phone: phone, p_tags: tagsOf(context.settings, password) },
  )
  if (error) throw new Error(`No accounts of a number: ${error.message}`, { cause: error })
  return data
}

/**
 * Returns the accounts within their limits. An attempt by phone counts for each account like one by e-mail. Accounts above their limit
 * are left out silently, since another status would reveal that the number has an account.
 */
async function withinLimits(
  context: Needs<'clientAddress' | 'limits' | 'settings'>,
  request: Request,
  emails: string[],
): Promise<string[]> {
  const waits = await Promise.all(
    emails.map(async (email) => takeGuess(context, LOGINS, await guessOf(context, request, keyOf.email(email)))),
  )
  return emails.filter((_, index) => waits[index] === null)
}

async function tryPassword(
  { backends, clientAddress }: Needs<'backends' | 'clientAddress'>,
  email: string,
  password: string,
): Promise<AccountResult<Session>> {
  const { data, error } = await backends.auth(clientAddress).signInWithPassword({ email, password })
  return error ? refuseByAuth(error, m.account_invalid_login()) : succeed(data.session)
}

async function revokeSession(
  { backends, clientAddress }: Needs<'backends' | 'clientAddress'>,
  session: Session,
): Promise<void> {
  await backends.auth(clientAddress).admin.signOut(session.access_token, 'local')
}
