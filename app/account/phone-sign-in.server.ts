import { randomUUID } from 'node:crypto'
import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { keyOf } from '~/platform/rate-limits.server'
import { succeed } from '~/platform/result'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { takeGuess } from './guesses.server'
import { guessOf } from './known-browser.server'
import { LOGINS } from './limits.server'
import { refuseAccount, refuseByAuth, refuseUnavailable, type AccountResult } from './refusal'

/** Accounts that are tried for one number, the oldest first: each try costs Auth a password hash. */
const MAX_ACCOUNTS_PER_NUMBER = 5

const Emails = z.array(z.object({ email: z.string().nullable() }))

/**
 * Signs in with a phone number in E.164 and a password: tries the e-mail of each account whose profile holds the number.
 * The password has to open exactly one of them. Unknown, wrong and ambiguous are refused in the same words (decision 40).
 */
export async function signInByPhone(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'settings' | Reporting>,
  request: Request,
  phone: string,
  password: string,
): Promise<AccountResult<Session>> {
  const emails = await attempt(context, 'accounts with a number not read', () => listEmails(context, phone))
  if (!emails) return refuseUnavailable()
  const allowed = await withinLimits(context, request, emails)
  // An unknown number is asked about too, so that an outage or a limit of Auth looks the same for every number.
  const tried = allowed.length > 0 ? allowed : [`${randomUUID()}@phone.invalid`]
  const replies = await Promise.all(tried.map((email) => tryPassword(context, email, password)))
  const opened = replies.filter((reply) => reply.ok)
  if (opened.length === 1 && opened[0]) return opened[0]
  await Promise.all(opened.map(({ value }) => endSession(context, value)))
  const failed = replies.find((reply) => !reply.ok && reply.refusal.status !== 400)
  return failed ?? refuseAccount('Invalid login credentials')
}

/** The e-mails of the accounts whose profile holds this number. Throws when they can't be read. */
async function listEmails(context: Needs<'backends'>, phone: string): Promise<string[]> {
  const { data, error } = await serviceClient(context, 'find the accounts of a phone number')
    .from('profiles')
    .select('email')
    .eq('phone_number', phone)
    .order('created_at')
    .order('id')
    .limit(MAX_ACCOUNTS_PER_NUMBER)
  if (error) throw new Error(`No accounts of a number: ${error.message}`, { cause: error })
  return Emails.parse(data).flatMap(({ email }) => email ?? [])
}

/**
 * The accounts that may be tried once more. A try by phone counts for each of them as one by e-mail does; an account beyond
 * its limit is left out in silence, since another status would tell that the number has one.
 */
async function withinLimits(
  context: Needs<'clientAddress' | 'limits' | 'settings'>,
  request: Request,
  emails: string[],
): Promise<string[]> {
  const waits = await Promise.all(
    emails.map(async (email) => takeGuess(context, LOGINS, await guessOf(context, request, keyOf.email(email)))),
  )
  return emails.filter((_, place) => waits[place] === null)
}

async function tryPassword(
  { backends, clientAddress }: Needs<'backends' | 'clientAddress'>,
  email: string,
  password: string,
): Promise<AccountResult<Session>> {
  const { data, error } = await backends.auth(clientAddress).signInWithPassword({ email, password })
  return error ? refuseByAuth(error, 'Invalid login credentials') : succeed(data.session)
}

/** Ends a session that nobody will use. */
async function endSession(
  { backends, clientAddress }: Needs<'backends' | 'clientAddress'>,
  session: Session,
): Promise<void> {
  await backends.auth(clientAddress).admin.signOut(session.access_token, 'local')
}
