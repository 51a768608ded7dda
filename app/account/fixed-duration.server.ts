import { setTimeout as wait } from 'node:timers/promises'
import { SECOND } from '~/platform/time'

// Responses that must not tell whether an address has an account take the same time either way (decision 31).

/**
 * How long a response takes that tells that a mail is on its way. Auth may need longer; then it finishes by itself. Longer
 * than the second that Auth rests between two mails to an address, so that a resend at once is mailed.
 */
const MAIL_RESPONSE_TIME = 1.2 * SECOND
/** A refused login by e-mail responds at a multiple of this time. Auth needs less to compare a password. */
export const REFUSAL_SLOT = 400
/** A refused login by phone: Auth may have to compare the passwords of several accounts. */
export const PHONE_REFUSAL_SLOT = 1.2 * SECOND

/** Returns what `work` resolves to, or null if it takes longer than the fixed time. Takes exactly that time. */
export async function inFixedTime<Value>(work: Promise<Value>): Promise<Value | null> {
  const timer = wait(MAIL_RESPONSE_TIME, null)
  const [value] = await Promise.all([Promise.race([work, timer]), timer])
  return value
}

/** Resolves at the next multiple of `slot` (ms) after `startedAt`, in milliseconds of `performance.now()`. */
export async function nextSlot(startedAt: number, slot: number): Promise<void> {
  const passed = performance.now() - startedAt
  await wait(Math.ceil(passed / slot) * slot - passed)
}
