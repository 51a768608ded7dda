import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { BackendFetch } from './backend-fetch.server'
import type { Database } from './database.types'
import type { Settings } from './env.server'
import { SECOND } from './time'

/** The database and its neighbours (auth, storage, functions), as somebody. */
export type Backend = SupabaseClient<Database>

/** How long Realtime waits before it connects again: 1 s, 2 s, 5 s, then 10 s (document 1, section 9). */
function reconnectAfterMs(tries: number): number {
  return ([1, 2, 5][tries - 1] ?? 10) * SECOND
}

function connect(settings: Settings, calls: BackendFetch, key: string, token?: string): Backend {
  return createClient<Database>(settings.SUPABASE_URL, key, {
    // supabase-js would retry for up to 13 seconds by itself; reads are retried at one place, in BackendFetch.
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { heartbeatIntervalMs: 30 * SECOND, timeout: 10 * SECOND, reconnectAfterMs },
    global: { fetch: calls.fetch, headers: token ? { Authorization: `Bearer ${token}` } : {} },
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
  calls: BackendFetch
}

/** Opens the ways to the backend; no call is made yet. */
export function openBackends(settings: Settings): Backends {
  const calls = new BackendFetch()
  return {
    anonymous: connect(settings, calls, settings.SUPABASE_PUBLISHABLE_KEY),
    asShopper: (token) => connect(settings, calls, settings.SUPABASE_PUBLISHABLE_KEY, token),
    operator: connect(settings, calls, settings.SUPABASE_SECRET_KEY),
    calls,
  }
}
