import { errors, type JWTPayload } from 'jose'
import { z } from 'zod'
import { rowFilter } from './realtime-filter.ts'

/** The rows of a table that a client wants to hear of. */
interface Subscription {
  id: number
  event: string
  schema: string
  table?: string
  filter?: string
  matches: (row: Record<string, unknown>) => boolean
}

/** A topic that a client has joined, with the rows that it wants and the rights that it has. */
export interface Channel {
  topic: string
  token: string
  claims: JWTPayload
  subscriptions: Subscription[]
  push: (event: string, payload: unknown) => void
  expiry?: NodeJS.Timeout
}

const wantedSchema = z.object({
  event: z.string(),
  schema: z.string(),
  table: z.string().optional(),
  filter: z.string().optional(),
})

/** The payload with which a client joins a topic. */
export const joinSchema = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({ private: z.boolean().default(false), postgres_changes: z.array(wantedSchema).default([]) })
    .default({ private: false, postgres_changes: [] }),
})

/** The payload that renews a channel's access token. */
export const renewalSchema = z.object({ access_token: z.string().nullish() })

/** Returns why a token isn't accepted, in Realtime's words. */
export function tokenProblem(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'InvalidJWTToken: Token has expired'
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return 'JwtSignatureError: Failed to validate JWT signature'
  return 'MalformedJWT: The token provided is not a valid JWT'
}

type Wanted = z.infer<typeof wantedSchema>

/** Returns the subscriptions for what a client wants, with random IDs as Realtime gives them. */
export function subscriptionsFor(wanted: readonly Wanted[]): Subscription[] {
  return wanted.map((one, place) => ({
    ...one,
    id: place + 1 + Math.floor(Math.random() * 1e8),
    matches: rowFilter(one.filter),
  }))
}

/** The part of a topic after `realtime:`. */
export const nameOf = (topic: string) => topic.slice(9)
