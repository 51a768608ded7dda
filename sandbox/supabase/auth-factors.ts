import { authError, json } from './auth-responses.ts'
import { sendNotice } from './auth-mails.ts'
import { claimsIn } from './callers.ts'
import type { Gateway, Query } from './gateway-parts.ts'
import { isCode, newSecret, STEP_SECONDS } from './totp.ts'

/** A row of auth.mfa_factors. */
interface Factor {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: string
  status: 'unverified' | 'verified'
  secret: string
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** Who calls: Auth has verified the token. */
interface Caller {
  id: string
  email: string
  session: string
}

/** How long a challenge holds, and a factor that isn't in use and was never challenged. */
const CHALLENGE_SECONDS = 300
const PATH = /^\/auth\/v1\/factors(?:\/([0-9a-f-]{36})(?:\/(challenge|verify))?)?$/

/** Returns a factor as the API shows it, in a user's `factors`. */
function publicFactor({ secret: _secret, user_id: _user, ...factor }: Factor) {
  return factor
}

/** Returns the factors of a user, as the API shows them. */
export async function factorsOf(query: Query, userId: string) {
  const factors = await query<Factor>('select * from auth.mfa_factors where user_id = $1 order by created_at', [userId])
  return factors.map(publicFactor)
}

export async function hasSecondFactor(query: Query, userId: string): Promise<boolean> {
  return (await factorsOf(query, userId)).some(({ status }) => status === 'verified')
}

/** Whether a session has given the second factor. */
export async function isStrong(query: Query, session: string): Promise<boolean> {
  return (await claimsOf(query, session)).some(({ method }) => method === 'totp')
}

/** After a factor is removed, no session has given it. */
async function weakenSessions(query: Query, userId: string): Promise<void> {
  await query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select id::uuid from auth.sessions where user_id = $1)`,
    [userId],
  )
}

/** Removes a user's factor. Returns whether there was one. */
export async function removeFactor(query: Query, userId: string, id: string): Promise<boolean> {
  const removed = await query('delete from auth.mfa_factors where id = $1 and user_id = $2 returning id', [id, userId])
  await weakenSessions(query, userId)
  return removed.length > 0
}

export function isFactorPath(path: string): boolean {
  return PATH.test(path)
}

/**
 * Serves `/auth/v1/factors`, which lite lacks: enroll, challenge, verify, unenroll of TOTP factors. `renew` returns new tokens of the
 * same session.
 */
export function factorService(gateway: Gateway, renew: (refreshToken: string) => Promise<Response>) {
  const { query, lite } = gateway
  async function enroll(caller: Caller, body: Record<string, unknown>): Promise<Response> {
    if (body.factor_type !== 'totp')
      return authError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for this type')
    await query(
      `delete from auth.mfa_factors f where status = 'unverified' and created_at < now() - make_interval(secs => $1)
         and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
      [CHALLENGE_SECONDS],
    )
    const known = await query<Factor>('select * from auth.mfa_factors where user_id = $1', [caller.id])
    const name = String(body.friendly_name ?? '')
    if (known.some(({ friendly_name: taken }) => taken === name))
      return authError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      )
    if (known.some(({ status }) => status === 'verified') && !(await isStrong(query, caller.session)))
      return authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    const secret = newSecret()
    const [made] = await query<Factor>(
      'insert into auth.mfa_factors (user_id, friendly_name, secret) values ($1, $2, $3) returning *',
      [caller.id, name, secret],
    )
    const issuer = encodeURIComponent(String(body.issuer ?? 'sandbox'))
    const uri = `otpauth://totp/${issuer}:${encodeURIComponent(caller.email)}?algorithm=SHA1&digits=6&issuer=${issuer}&period=${STEP_SECONDS}&secret=${secret}`
    return json(200, { id: made?.id, type: 'totp', friendly_name: name, totp: { qr_code: '', secret, uri } })
  }

  async function challenge(factor: Factor): Promise<Response> {
    const [made] = await query<{ id: string }>('insert into auth.mfa_challenges (factor_id) values ($1) returning id', [
      factor.id,
    ])
    await query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [factor.id])
    const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS
    return json(200, { id: made?.id, type: 'totp', expires_at: expiresAt })
  }

  async function verify(caller: Caller, factor: Factor, body: Record<string, unknown>): Promise<Response> {
    const [open] = await query<{ id: string; is_used: boolean; is_old: boolean }>(
      `select id, verified_at is not null as is_used, created_at < now() - make_interval(secs => $3) as is_old
       from auth.mfa_challenges where id::text = $1 and factor_id = $2`,
      [String(body.challenge_id ?? ''), factor.id, CHALLENGE_SECONDS],
    )
    if (!open) return authError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
    if (open.is_used) return authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
    if (open.is_old)
      return authError(422, 'mfa_challenge_expired', 'MFA challenge has expired, verify against another challenge')
    // Auth takes a code as often as it is right.
    if (!isCode(factor.secret, String(body.code ?? '')))
      return authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    await query('update auth.mfa_challenges set verified_at = now() where id = $1', [open.id])
    await query(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [factor.id])
    await query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [caller.id])
    await query(
      `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, 'totp')
       on conflict (session_id, authentication_method) do update set updated_at = now()`,
      [caller.session],
    )
    // The first factor ends the user's sessions without one.
    await query(
      `delete from auth.sessions s where s.user_id = $1 and not exists (select from auth.mfa_amr_claims c
         where c.session_id = s.id::uuid and c.authentication_method = 'totp')`,
      [caller.id],
    )
    const [latest] = await query<{ token: string }>(
      'select token from auth.refresh_tokens where session_id::text = $1 and not revoked order by created_at desc limit 1',
      [caller.session],
    )
    if (factor.status === 'unverified') await sendNotice(gateway, 'mfa_factor_enrolled', caller.email)
    return renew(latest?.token ?? '')
  }

  async function unenroll(caller: Caller, factor: Factor): Promise<Response> {
    if (factor.status === 'verified' && !(await isStrong(query, caller.session)))
      return authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await removeFactor(query, caller.id, factor.id)
    await sendNotice(gateway, 'mfa_factor_unenrolled', caller.email)
    return json(200, { id: factor.id })
  }

  return async function factors(request: Request): Promise<Response> {
    const [, id, step] = PATH.exec(new URL(request.url).pathname) ?? []
    const { headers } = request
    const found = await lite(
      new Request('http://sandbox/auth/v1/user', {
        headers: { apikey: headers.get('apikey') ?? '', authorization: headers.get('authorization') ?? '' },
      }),
    )
    if (!found.ok) return found
    const user = (await found.json()) as { id: string; email: string }
    const caller = { id: user.id, email: user.email, session: String(claimsIn(request)?.session_id) }
    const body = (request.method === 'POST' ? await request.json() : {}) as Record<string, unknown>
    if (!id) return request.method === 'POST' ? enroll(caller, body) : authError(404, 'not_found', 'Not found')
    const [factor] = await query<Factor>('select * from auth.mfa_factors where id = $1 and user_id = $2', [id, user.id])
    if (!factor) return authError(404, 'mfa_factor_not_found', 'Factor not found')
    if (request.method === 'DELETE' && !step) return unenroll(caller, factor)
    if (request.method === 'POST' && step === 'challenge') return challenge(factor)
    if (request.method === 'POST' && step === 'verify') return verify(caller, factor, body)
    return authError(404, 'not_found', 'Not found')
  }
}

/** Returns the claims about how a session was opened; the first call for a session records `method`. */
export async function assuranceOf(query: Query, session: string, method: string) {
  await query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method) select $1, $2
     where not exists (select from auth.mfa_amr_claims where session_id = $1)`,
    [session, method],
  )
  const methods = await claimsOf(query, session)
  return { aal: methods.some(({ method: one }) => one === 'totp') ? 'aal2' : 'aal1', amr: methods }
}

function claimsOf(query: Query, session: string) {
  return query<{ method: string; timestamp: number }>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::integer as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, authentication_method desc`,
    [session],
  )
}
