import { decodeJwt, jwtVerify, type JWTPayload } from 'jose'
import type { SupabaseSettings } from './lite-app.ts'
import type { OpenSupabase } from './open.ts'
import type { Session } from './session.ts'

const ROLES = ['anon', 'authenticated', 'service_role']

/** The rights of the services themselves. */
export const SERVICE = { role: 'service_role' }

/** Returns a function that reads the claims of an API key or access token. It throws if it is neither, or expired. */
export function claimsReader(settings: SupabaseSettings): (token: string) => Promise<JWTPayload> {
  const secret = new TextEncoder().encode(settings.jwtSecret)
  return async (token) => {
    if (token === settings.publishableKey) return { role: 'anon' }
    if (token === settings.secretKey) return SERVICE
    return (await jwtVerify(token, secret)).payload
  }
}

/** Returns the claims of a request's access token, whose signature isn't checked; null without one. */
export function claimsIn({ headers }: Pick<Request, 'headers'>): JWTPayload | null {
  const [, token] = /^Bearer (.+\..+\..+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return token ? decodeJwt(token) : null
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
