import { AuthClient, createClient, type SupabaseClient } from '@supabase/supabase-js'
import { BackendFetch } from './backend-fetch.server'
import type { Database } from './database.types'
import type { Settings } from '../env.server'
import { SECOND } from '../time'

/** The database and its neighbours (auth, storage, functions), as somebody. */
export type Backend = SupabaseClient<Database>

/** Auth, as one visitor. */
export type Auth = InstanceType<typeof AuthClient>

/** How long Realtime waits before it connects again: 1 s, 2 s, 5 s, then 10 s (document 1, section 9). */
function reconnectAfterMs(tries: number): number {
  return ([1, 2, 5][tries - 1] ?? 10) * SECOND
}

function connect(settings: Settings, calls: BackendFetch, key: string, token = key): Backend {
  return createClient<Database>(settings.SUPABASE_URL, key, {
    // supabase-js would retry for up to 13 seconds by itself; reads are retried at one place, in BackendFetch.
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { heartbeatIntervalMs: 30 * SECOND, timeout: 10 * SECOND, reconnectAfterMs },
    // Said outright: else supabase-js sends the token of whoever signed in last through this client.
    global: { fetch: calls.fetch, headers: { Authorization: `Bearer ${token}` } },
  })
}

/** The ways to speak to the backend. */
export interface Backends {
  /** As anybody, with the publishable key. */
  anonymous: Backend
  /** As one shopper: row security sees them. */
  asShopper: (accessToken: string) => Backend
  /** With the secret key, past row security. Rooms reach it through service-client.server.ts alone. */
  service: Backend
  /**
   * Auth for one visitor, at this address. A client of its own each time, since it remembers who signs in. With the
   * secret key, Auth counts its limits by the forwarded address; else all shoppers would share the shop's.
   */
  auth: (clientAddress: string) => Auth
  calls: BackendFetch
}

/** Opens the ways to the backend; no call is made yet. */
export function openBackends(settings: Settings): Backends {
  const calls = new BackendFetch(settings.BACKEND_TIMEOUT_SECONDS)
  return {
    anonymous: connect(settings, calls, settings.SUPABASE_PUBLISHABLE_KEY),
    asShopper: (token) => connect(settings, calls, settings.SUPABASE_PUBLISHABLE_KEY, token),
    service: connect(settings, calls, settings.SUPABASE_SECRET_KEY),
    auth: (clientAddress) =>
      new AuthClient({
        url: `${settings.SUPABASE_URL}/auth/v1`,
        headers: {
          apikey: settings.SUPABASE_SECRET_KEY,
          Authorization: `Bearer ${settings.SUPABASE_SECRET_KEY}`,
          'Sb-Forwarded-For': clientAddress,
        },
        fetch: calls.fetch,
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
      }),
    calls,
  }
}
