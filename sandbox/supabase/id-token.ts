import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose'
import { authError, oauthError, type AuthUser } from './auth-responses.ts'
import type { IdProvider, Query } from './gateway-parts.ts'

interface IdTokenRequest {
  provider?: string
  id_token?: string
  nonce?: string
  access_token?: string
}

const hexHash = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Returns the handler of `grant_type=id_token` (signInWithIdToken), which lite lacks. It checks the token like the hosted service,
 * finds or creates the user, and calls `mintSession` with a one-time token hash, which signs in through lite's verification.
 */
export function idTokenGrant(
  query: Query,
  providers: Record<string, IdProvider>,
  mintSession: (tokenHash: string) => Promise<Response>,
) {
  const keySets = new Map(
    Object.entries(providers).map(([name, { keys }]) => [name, createRemoteJWKSet(new URL(keys))]),
  )

  return async function signIn(body: IdTokenRequest): Promise<Response> {
    const provider = providers[body.provider ?? '']
    const keys = keySets.get(body.provider ?? '')
    if (!provider || !keys || !body.provider)
      return authError(400, 'validation_failed', 'Custom OIDC provider not allowed')
    let claims: JWTPayload
    try {
      const rules = {
        issuer: provider.issuers,
        audience: provider.audience,
        algorithms: ['RS256', 'ES256'],
        clockTolerance: 5,
      }
      claims = (await jwtVerify(body.id_token ?? '', keys, { ...rules, requiredClaims: ['sub', 'exp'] })).payload
    } catch {
      return oauthError('Bad ID token')
    }
    const problem = nonceProblem(claims, body) ?? accessTokenProblem(claims, body)
    if (problem) return oauthError(problem)
    const user = await findOrCreateUser(query, body.provider, claims)
    if (!user)
      return authError(
        422,
        'provider_email_needs_verification',
        'Unverified email. Verify the email in order to sign in',
      )
    const token = randomBytes(28).toString('hex')
    await query('update auth.users set recovery_token = $1, recovery_sent_at = now() where id = $2', [token, user])
    return mintSession(token)
  }
}

function nonceProblem(claims: JWTPayload, body: IdTokenRequest): string | undefined {
  if (Boolean(claims.nonce) !== Boolean(body.nonce)) {
    return 'Passed nonce and nonce in id_token should either both exist or not.'
  }
  if (body.nonce && claims.nonce !== hexHash(body.nonce)) return 'Nonces mismatch'
}

function accessTokenProblem(claims: JWTPayload, body: IdTokenRequest): string | undefined {
  if (!claims.at_hash) return
  if (!body.access_token) return 'id_token has at_hash: access_token required'
  const half = createHash('sha256').update(body.access_token).digest().subarray(0, 16).toString('base64url')
  if (half !== claims.at_hash) return 'access token does not match at_hash'
}

/** Finds the user by the provider's ID, then by a verified e-mail, or creates one. Null when the e-mail isn't verified. */
async function findOrCreateUser(query: Query, provider: string, claims: JWTPayload): Promise<string | null> {
  const [known] = await query<AuthUser>(
    'select u.* from auth.users u join auth.identities i on i.user_id = u.id where i.provider = $1 and i.provider_id = $2',
    [provider, claims.sub],
  )
  const email = String(claims.email ?? '').toLowerCase()
  if (!known && (!email || claims.email_verified !== true)) return null
  const identity = JSON.stringify({
    iss: claims.iss,
    sub: claims.sub,
    email,
    email_verified: true,
    full_name: claims.name,
    name: claims.name,
    avatar_url: claims.picture,
    provider_id: claims.sub,
  })
  if (known) {
    // What the provider says of the person is the account's at each sign-in.
    await query('update auth.users set raw_user_meta_data = raw_user_meta_data || $2::jsonb where id = $1', [
      known.id,
      identity,
    ])
    return known.id
  }
  const [sameEmail] = await query<AuthUser>('select * from auth.users where lower(email) = $1', [email])
  if (sameEmail && !sameEmail.email_confirmed_at) {
    // Somebody else may have signed up with this address; their unconfirmed password must not stay on the account.
    await query('delete from auth.users where id = $1', [sameEmail.id])
  }
  const id = sameEmail?.email_confirmed_at ? sameEmail.id : randomUUID()
  await query(
    `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, now(), jsonb_build_object('provider', $3::text, 'providers', jsonb_build_array($3::text)), $4)
     on conflict (id) do update set raw_user_meta_data = users.raw_user_meta_data || excluded.raw_user_meta_data,
       raw_app_meta_data = jsonb_set(users.raw_app_meta_data, '{providers}',
       coalesce(users.raw_app_meta_data -> 'providers', '[]') || to_jsonb($3::text))`,
    [id, email, provider, identity],
  )
  await query(
    'insert into auth.identities (id, provider, provider_id, user_id, identity_data) values ($1, $2, $3, $4, $5)',
    [randomUUID(), provider, claims.sub, id, identity],
  )
  return id
}
