import { jwtVerify, type JWTPayload } from 'jose'
import type { SupabaseSettings } from './lite-app.ts'
import type { OpenSupabase } from './open.ts'
import type { Session } from './session.ts'

const ROLES = ['anon', 'authenticated', 'service_role']

/** Returns a function that reads the claims of an API key or access token. It throws if it is neither, or expired. */
export function claimsReader(settings: SupabaseSettings): (token: string) => Promise<JWTPayload> {
  const secret = new TextEncoder().encode(settings.jwtSecret)
  return async (token) => {
    if (token === settings.publishableKey) return { role: 'anon' }
    if (token === settings.secretKey) return { role: 'service_role' }
    return (await jwtVerify(token, secret)).payload
  }
}

/** A transaction of the database. */
export type Transaction = Pick<Session, 'query' | 'exec'>

/** Runs work in a transaction with the rights of a caller, as row-level security knows them. */
export function withRightsOf<Made>(
  open: OpenSupabase,
  claims: JWTPayload,
  work: (transaction: Transaction) => Promise<Made>,
): Promise<Made> {
  const role = ROLES.find((name) => name === claims.role) ?? 'anon'
  return open.exclusively((database) =>
    database.transaction(async (transaction) => {
      await transaction.query(
        `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.jwt.claim.sub', $3, true)`,
        [role, JSON.stringify(claims), claims.sub ?? ''],
      )
      return work(transaction)
    }),
  )
}
