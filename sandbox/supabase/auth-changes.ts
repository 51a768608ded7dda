import { createHash, randomBytes } from 'node:crypto'
import { refuseTooSoon } from './auth-codes.ts'
import { hasSecondFactor, isStrong } from './auth-factors.ts'
import { sendNotice, sendTemplate } from './auth-mails.ts'
import { authError, json, type AuthUser } from './auth-responses.ts'
import { userByEmail } from './auth-users.ts'
import { claimsIn } from './callers.ts'
import { readConfig } from './config.ts'
import type { Gateway } from './gateway-parts.ts'
import { refusePassword } from './passwords.ts'

const { email: settings } = readConfig().auth
const ONE_OF_TWO = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

interface Change {
  id: string
  email: string
  email_change_confirm_status: number
}

const sessionOf = (request: Request) => String(claimsIn(request)?.session_id)

/** Changes of password and address: lite neither asks for a recent sign-in nor tells anybody, and confirms by the new address alone. */
export function accountChanges(
  gateway: Gateway,
  forward: (path: string, body: Record<string, unknown>) => Promise<Response>,
) {
  const { query, lite } = gateway

  /** Whether the session was opened by a sign-in of the last 24 hours. */
  async function isRecent(request: Request): Promise<boolean> {
    const found = await query(
      `select 1 from auth.sessions where id::text = $1 and created_at > now() - interval '24 hours'`,
      [sessionOf(request)],
    )
    return found.length > 0
  }

  const isTaken = async (email: string) => (await userByEmail(query, email)) !== undefined

  /** Asks the current address too. The order of the two confirmations doesn't matter. */
  async function mailCurrentAddress({ id, email }: Change, newEmail: string): Promise<void> {
    const TokenHash = createHash('sha256').update(email).update(randomBytes(8)).digest('hex')
    await query(
      'update auth.users set email_change_token_current = $2, email_change_confirm_status = 0 where id = $1',
      [id, TokenHash],
    )
    const values = { TokenHash, Email: email, NewEmail: newEmail }
    await sendTemplate(gateway, settings.template.email_change, email, values)
  }

  /** Serves `PUT /auth/v1/user`. */
  async function updateUser(request: Request): Promise<Response> {
    const body = (await request.clone().json()) as { password?: string; email?: string; app_metadata?: unknown }
    const found = await lite(new Request(request.url, { headers: request.headers }))
    if (!found.ok) return found
    const user = (await found.json()) as Change & Pick<AuthUser, 'email_change_sent_at'>
    const weak = body.password === undefined ? undefined : refusePassword(body.password)
    if (weak) return weak
    if (body.app_metadata) return authError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
    const newEmail = body.email?.toLowerCase() ?? user.email
    const isProtected = body.password !== undefined || newEmail !== user.email
    if (isProtected && (await hasSecondFactor(query, user.id)) && !(await isStrong(query, sessionOf(request))))
      return authError(
        401,
        'insufficient_aal',
        'AAL2 session is required to update email or password when MFA is enabled.',
      )
    if (body.password !== undefined && settings.secure_password_change && !(await isRecent(request)))
      return authError(400, 'reauthentication_needed', 'Password update requires reauthentication')
    const tooSoon = newEmail !== user.email && !(await isTaken(newEmail)) && refuseTooSoon(user.email_change_sent_at)
    if (tooSoon) return tooSoon
    const response = await lite(request)
    if (!response.ok) return response
    if (body.password !== undefined) {
      const session = sessionOf(request)
      await query('delete from auth.sessions where user_id = $1 and id::text <> $2', [user.id, session])
      await sendNotice(gateway, 'password_changed', user.email)
    }
    if (newEmail !== user.email && settings.double_confirm_changes) await mailCurrentAddress(user, newEmail)
    return response
  }

  /** Serves `POST /auth/v1/verify` for a link of such a mail: the first of the two changes nothing yet. */
  async function confirmEmail(body: Record<string, unknown>): Promise<Response> {
    const token = String(body.token_hash ?? '')
    const [change] = await query<Change>(
      `select id, email, email_change_confirm_status from auth.users
       where $1 in (email_change_token_current, email_change_token_new)
         and email_change_sent_at > now() - make_interval(secs => $2)`,
      [token, settings.otp_expiry],
    )
    if (change?.email_change_confirm_status === 0 && settings.double_confirm_changes) {
      await query(
        `update auth.users set email_change_confirm_status = 1,
           email_change_token_current = nullif(email_change_token_current, $2),
           email_change_token_new = nullif(email_change_token_new, $2) where id = $1`,
        [change.id, token],
      )
      return json(200, { msg: ONE_OF_TWO, code: '200' })
    }
    // Lite completes a change by the token of the new address.
    if (change)
      await query(
        `update auth.users set email_change_confirm_status = 0, email_change_token_current = null,
           email_change_token_new = $2 where id = $1`,
        [change.id, token],
      )
    const response = await forward('/auth/v1/verify', body)
    if (!response.ok || !change) return response
    const session = (await response.clone().json()) as { user: { email: string } }
    await sendNotice(gateway, 'email_changed', change.email, { OldEmail: change.email, Email: session.user.email })
    return response
  }

  return { updateUser, confirmEmail }
}
