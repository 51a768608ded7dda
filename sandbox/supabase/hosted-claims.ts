import { jwtVerify, SignJWT } from 'jose'
import { assuranceOf } from './auth-factors.ts'
import { json } from './auth-responses.ts'
import type { Query } from './gateway-parts.ts'

/** Adds the access token claims that lite leaves out. `method` is how the session was opened, if it is new. */
export async function withHostedClaims(
  response: Response,
  query: Query,
  secret: Uint8Array,
  siteUrl: string,
  method: string,
): Promise<Response> {
  if (response.status !== 200) return response
  const session = await response.json()
  if (!session.access_token) return json(200, session)
  const { payload } = await jwtVerify(session.access_token, secret)
  const { iat, exp, ...claims } = payload
  session.access_token = await new SignJWT({
    iss: `${siteUrl}/auth/v1`,
    ...claims,
    phone: session.user?.phone ?? '',
    app_metadata: session.user?.app_metadata ?? {},
    user_metadata: session.user?.user_metadata ?? {},
    ...(await assuranceOf(query, String(payload.session_id), method)),
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(iat)
    .setExpirationTime(exp ?? Math.floor(Date.now() / 1000) + 3600)
    .sign(secret)
  return json(200, session)
}
