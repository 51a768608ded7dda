import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types'
import type { Settings } from './env.server'
import { SECOND } from './time'

/** The database and its neighbours (auth, storage, functions), as somebody. */
export type Backend = SupabaseClient<Database>

/** How long each kind of call may take (reliability: timeouts on every backend call). */
const TIMEOUTS: [RegExp, number][] = [
  [/\/rest\/v1\/rpc\/place_order$/, 8 * SECOND],
  [/\/auth\/v1\//, 4 * SECOND],
  [/\/storage\/v1\//, 10 * SECOND],
  [/\/functions\/v1\//, 10 * SECOND],
  [/\/rest\/v1\//, 2 * SECOND],
]

/** How long Realtime waits before it connects again: 1 s, 2 s, 5 s, then 10 s (document 1, section 9). */
function reconnectAfterMs(tries: number): number {
  return ([1, 2, 5][tries - 1] ?? 10) * SECOND
}

/** A call that got no answer worth the name: refused, timed out, or an answer from a machine in between. */
export class BackendUnreachable extends Error {
  override name = 'BackendUnreachable'
}

async function fetchWithTimeout(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const path = new URL(input instanceof Request ? input.url : input).pathname
  const limit = TIMEOUTS.find(([pattern]) => pattern.test(path))?.[1] ?? 2 * SECOND
  const timeout = AbortSignal.timeout(limit)
  try {
    return await fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
  } catch (error) {
    throw new BackendUnreachable(`${path} did not answer`, { cause: error })
  }
}

function connect(settings: Settings, key: string, token?: string): Backend {
  return createClient<Database>(settings.SUPABASE_URL, key, {
    // supabase-js would retry for up to 13 seconds by itself; reads are retried at one place, in the cache.
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { heartbeatIntervalMs: 30 * SECOND, timeout: 10 * SECOND, reconnectAfterMs },
    global: { fetch: fetchWithTimeout, headers: token ? { Authorization: `Bearer ${token}` } : {} },
  })
}

/** The three ways to speak to the backend. */
export interface Backends {
  /** As anybody, with the publishable key. */
  anonymous: Backend
  /** As one shopper: row security sees them. */
  asShopper: (accessToken: string) => Backend
  /** With the secret key, past row security: payments, guests' orders and mail alone. */
  operator: Backend
}

/** Opens the ways to the backend; no call is made yet. */
export function openBackends(settings: Settings): Backends {
  return {
    anonymous: connect(settings, settings.SUPABASE_PUBLISHABLE_KEY),
    asShopper: (token) => connect(settings, settings.SUPABASE_PUBLISHABLE_KEY, token),
    operator: connect(settings, settings.SUPABASE_SECRET_KEY),
  }
}
