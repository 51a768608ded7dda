import { setTimeout as wait } from 'node:timers/promises'
import { SECOND } from '~/platform/time'

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

/** Returns the result of `work`, or null if it takes longer than the fixed time. Always takes that time. */
export async function inFixedTime<Value>(work: Promise<Value>): Promise<Value | null> {
  const timer = wait(MAIL_RESPONSE_TIME, null)
  const [value] = await Promise.all([Promise.race([work, timer]), timer])
  return value
}

/** Resolves at the next multiple of `interval` (ms) after `startedAt` (`performance.now()`). */
export async function waitForNextInterval(startedAt: number, interval: number): Promise<void> {
  const passed = performance.now() - startedAt
  await wait(Math.ceil(passed / interval) * interval - passed)
}
