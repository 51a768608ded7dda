import { AuthClient, createClient, type SupabaseClient } from '@supabase/supabase-js'
import { BackendFetch } from './backend-fetch.server'
import type { Database } from './database.types'
import type { Settings } from '../env.server'
import { SECOND } from '../time'

/** A Supabase client (database, storage, functions) with certain rights. */
export type Backend = SupabaseClient<Database>

/** The Auth client of one visitor. */
export type Auth = InstanceType<typeof AuthClient>

/** Realtime's reconnect backoff: 1 s, 2 s, 5 s, then 10 s (DB-125). */
function reconnectAfterMs(tries: number): number {
  return ([1, 2, 5][tries - 1] ?? 10) * SECOND
}

function connect(settings: Settings, calls: BackendFetch, key: string, token = key): Backend {
  return createClient<Database>(settings.SUPABASE_URL, key, {
    // BackendFetch retries; supabase-js would do so for up to 13 seconds.
    db: { retry: false },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { heartbeatIntervalMs: 30 * SECOND, timeout: 10 * SECOND, reconnectAfterMs },
    // Set explicitly: otherwise supabase-js sends the token of the user who last signed in through this client.
    global: { fetch: calls.fetch, headers: { Authorization: `Bearer ${token}` } },
  })
}

export interface Backends {
  /** With the publishable key. */
  anonymous: Backend
  /** With a shopper's token, for row-level security. */
  asShopper: (accessToken: string) => Backend
  /** With the secret key, which bypasses row-level security. Rooms get it by `serviceClient` only. */
  service: Backend
  /**
   * Returns a new Auth client for one visitor; it remembers the session. It uses the secret key, so that Auth applies its rate limits
   * to the visitor's address and not to the shop's.
   */
  auth: (clientAddress: string) => Auth
  /**
   * Asks Auth for new tokens, once. auth-js's own refresh retries for 30 seconds while Auth is down, longer than a page may wait.
   */
  requestTokens: (refreshToken: string, clientAddress: string) => Promise<Response>
  /** Whether Auth responds, whatever it thinks of an address. */
  isAuthUp: () => Promise<boolean>
  calls: BackendFetch
}

/** Creates the clients of the backend, without a call. */
export function openBackends(settings: Settings): Backends {
  const calls = new BackendFetch(settings.BACKEND_TIMEOUT_SECONDS)
  const authUrl = `${settings.SUPABASE_URL}/auth/v1`
  const authHeaders = (clientAddress: string) => ({
    apikey: settings.SUPABASE_SECRET_KEY,
    Authorization: `Bearer ${settings.SUPABASE_SECRET_KEY}`,
    'Sb-Forwarded-For': clientAddress,
  })
  return {
    anonymous: connect(settings, calls, settings.SUPABASE_PUBLISHABLE_KEY),
    asShopper: (token) => connect(settings, calls, settings.SUPABASE_PUBLISHABLE_KEY, token),
    service: connect(settings, calls, settings.SUPABASE_SECRET_KEY),
    auth: (clientAddress) =>
      new AuthClient({
        url: authUrl,
        headers: authHeaders(clientAddress),
        fetch: calls.fetch,
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
      }),
    requestTokens: (refreshToken, clientAddress) =>
      calls.fetch(`${authUrl}/token?grant_type=refresh_token`, {
        method: 'POST',
        headers: { ...authHeaders(clientAddress), 'Content-Type': 'application/json' },
        body: JSON.stringify({ refresh_token: refreshToken }),
      }),
    isAuthUp: () =>
      calls.fetch(`${authUrl}/settings`, { headers: { apikey: settings.SUPABASE_PUBLISHABLE_KEY } }).then(
        ({ ok }) => ok,
        () => false,
      ),
    calls,
  }
}
