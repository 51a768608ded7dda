import { setTimeout as wait } from 'node:timers/promises'
import type { AuthError } from '@supabase/supabase-js'
import type { Needs } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { succeed } from '~/platform/result'
import { SECOND } from '~/platform/time'
import { refuseByAuth, refuseUnavailable, type AccountResult } from './refusal'

// Responses that must not reveal whether an address has an account take the same time in both cases (decision 103).

/**
 * The duration of a response that announces a mail. If Auth takes longer, it finishes in the background. It is longer than Auth's pause
 * of one second between two mails to an address, so that an immediate resend is mailed.
 */
const MAIL_RESPONSE_TIME = 1.2 * SECOND
/** A refused login by e-mail takes a multiple of this time. Auth compares a password faster. */
export const REFUSAL_INTERVAL = 400
/** The same for a login by phone, where Auth may compare the passwords of several accounts. */
export const PHONE_REFUSAL_INTERVAL = 1.2 * SECOND

/**
 * Returns the result of `work`, which mails something: a success if it takes longer than the fixed time, unless Auth doesn't respond to
 * anything else either. Always takes that time.
 */
export async function inFixedTime(
  { backends }: Needs<'backends'>,
  work: Promise<AccountResult<null>>,
): Promise<AccountResult<null>> {
  const timer = wait(MAIL_RESPONSE_TIME, null)
  const [result, isUp] = await Promise.all([
    Promise.race([work, timer]),
    Promise.race([backends.isAuthUp(), timer]),
    timer,
  ])
  return result ?? (isUp ? succeed(null) : refuseUnavailable())
}

/** Resolves at the next multiple of `interval` (ms) after `startedAt` (`performance.now()`). */
export async function waitForNextInterval(startedAt: number, interval: number): Promise<void> {
  const passed = performance.now() - startedAt
  await wait(Math.ceil(passed / interval) * interval - passed)
}

/** Auth's errors that reveal whether the address has an account or when it was last mailed. They are never shown. */
const REVEALING_CODES = new Set(['over_email_send_rate_limit', 'user_already_exists'])
/** Auth's status if a mail couldn't be sent: what is mailed depends on whether the address has an account. */
const MAIL_FAILED = 500
/** Auth's words, with the same status, if its database fails before it knows of an account: at a sign-up, and at a resend or reset. */
const LOOK_UP_FAILED = new Set(['Database error finding user', 'Unable to process request'])

/** Returns the refusal of a request to mail something, or success if it would reveal something about the address. Logs the error. */
export function refuseByAuthInSecret(
  context: Needs<'log' | 'requestId'>,
  error: AuthError,
  fallback: string,
): AccountResult<null> {
  context.log.warn({ event: 'no code or link mailed', requestId: context.requestId, ...describeError(error) })
  const isMailFailure = error.status === MAIL_FAILED && !LOOK_UP_FAILED.has(error.message)
  const isRevealing = isMailFailure || (error.code !== undefined && REVEALING_CODES.has(error.code))
  return isRevealing ? succeed(null) : refuseByAuth(error, fallback)
}
