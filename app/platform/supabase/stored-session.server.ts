import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { SECOND } from '../time'
import type { Claimed } from './session.server'

export const storedSessionSchema = z.object({
  access: z.string(),
  refresh: z.string(),
  /** Seconds since 1970. */
  expires: z.number(),
  keep: z.boolean(),
})
/** The content of a session cookie. */
export type StoredSession = z.infer<typeof storedSessionSchema>

const claimsSchema = z.object({
  sub: z.guid(),
  email: z.string().optional(),
  user_metadata: z.object({ full_name: z.string().optional() }).default({}),
})

/** Returns what a cookie stores of a session of Auth. */
export function storedSession(session: Session, keep: boolean): StoredSession {
  return {
    access: session.access_token,
    refresh: session.refresh_token,
    expires: session.expires_at ?? Math.floor(Date.now() / SECOND) + session.expires_in,
    keep,
  }
}

/** Returns the claims of a session's access token, or null if they are malformed. The session cookie's signature vouches for them. */
export function readClaims(stored: StoredSession, clientAddress: string): Claimed | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(stored.access.split('.')[1] ?? '', 'base64url').toString())
    const claims = claimsSchema.parse(payload)
    const email = claims.email ?? ''
    return {
      id: claims.sub,
      email,
      name: claims.user_metadata.full_name || email,
      accessToken: stored.access,
      isPersistent: stored.keep,
      clientAddress,
    }
  } catch {
    return null
  }
}
