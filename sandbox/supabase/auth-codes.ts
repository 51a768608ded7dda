import { createHash, randomInt } from 'node:crypto'
import { sendTemplate } from './auth-mails.ts'
import { authError, type AuthUser } from './auth-responses.ts'
import { readConfig } from './config.ts'
import type { Gateway } from './gateway-parts.ts'

const { email: emailSettings } = readConfig().auth
/** The shortest time between two mails to the same person. */
const MAIL_INTERVAL_MS = Number.parseInt(emailSettings.max_frequency) * 1_000
const { confirmation } = emailSettings.template

/** Returns an error response if the last mail of a kind, such as those with codes, is too recent. */
export function refuseTooSoon(lastSentAt: string | null | undefined): Response | undefined {
  const age = lastSentAt ? Date.now() - Date.parse(lastSentAt) : Infinity
  if (age >= MAIL_INTERVAL_MS) return undefined
  const seconds = Math.floor((MAIL_INTERVAL_MS - age) / 1000)
  const message = `For security purposes, you can only request this after ${seconds} seconds.`
  return authError(429, 'over_email_send_rate_limit', message)
}

/** Mails a new code. Returns an error response if the last one is too recent. */
export async function mailCode(gateway: Gateway, user: AuthUser): Promise<Response | undefined> {
  const tooSoon = refuseTooSoon(user.confirmation_sent_at)
  if (tooSoon) return tooSoon
  const email = user.email ?? ''
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const tokenHash = createHash('sha256')
    .update(email.toLowerCase() + code)
    .digest('hex')
  await gateway.query('update auth.users set confirmation_token = $1, confirmation_sent_at = now() where id = $2', [
    tokenHash,
    user.id,
  ])
  await sendTemplate(gateway, confirmation, email, { Token: code })
}
