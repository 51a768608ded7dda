import { z } from 'zod'
import { SECOND } from '../time'
import type { Backends } from './clients.server'

/** Auth's response to a refresh. `expires_in` in seconds, `expires_at` in seconds since 1970. */
const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  expires_at: z.number().optional(),
})
/** Auth's refusal; older versions send the error code as `error_code`. */
const refusalSchema = z.object({ error_code: z.string().optional(), code: z.unknown().optional() })
const ENDED_SESSION = new Set(['refresh_token_already_used', 'refresh_token_not_found', 'session_not_found'])

/** The tokens of a session; `expires` in seconds since 1970. */
export interface Tokens {
  access: string
  refresh: string
  expires: number
}

/** Refreshes a session at Auth. Returns null if it has ended. Throws if Auth can't be reached or fails. */
export async function refreshTokens(
  { requestTokens }: Pick<Backends, 'requestTokens'>,
  refreshToken: string,
  clientAddress: string,
): Promise<Tokens | null> {
  const response = await requestTokens(refreshToken, clientAddress)
  const body: unknown = await response.json()
  if (response.ok) {
    const tokens = tokensSchema.parse(body)
    return {
      access: tokens.access_token,
      refresh: tokens.refresh_token,
      expires: tokens.expires_at ?? Math.floor(Date.now() / SECOND) + tokens.expires_in,
    }
  }
  const { error_code, code } = refusalSchema.parse(body)
  if (response.status === 400 || ENDED_SESSION.has(error_code ?? String(code))) return null
  throw new Error(`Auth refused to refresh a session: ${response.status}`)
}
