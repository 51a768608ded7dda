import { isAuthSessionMissingError, type Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { declareCookie, type Cookies } from '../cookies.server'
import { describeError, type Log } from '../log.server'
import { BackendUnreachable } from './backend-fetch.server'
import type { Backends } from './clients.server'
import { DAY, MINUTE, SECOND } from '../time'

const sessionCookie = declareCookie({ name: 'website_session' })
const KEPT_SESSION_SECONDS = (30 * DAY) / SECOND

const Kept = z.object({
  access: z.string(),
  refresh: z.string(),
  /** Seconds since 1970. */
  expires: z.number(),
  keep: z.boolean(),
})
type Kept = z.infer<typeof Kept>

const Claims = z.object({
  sub: z.guid(),
  email: z.string().optional(),
  user_metadata: z.object({ full_name: z.string().optional() }).default({}),
})

/** Somebody who is signed in. */
export interface Shopper {
  id: string
  email: string
  name: string
  accessToken: string
  /** Whether the session outlives the browser's. */
  isKept: boolean
  /** Where this visit comes from. */
  clientAddress: string
}

/** Who a request comes from, and the cookies that have to go back because of it. */
export interface FoundSession {
  shopper: Shopper | null
  cookies: string[]
}

/** The session is refreshed when it ends within three ticks of 30 seconds (document 1, section 9). */
const REFRESH_WITHIN_SECONDS = 3 * 30
/** How long an answer of Auth about a session is taken for true. */
const CHECKED_FOR = 20 * SECOND

/**
 * Sessions in signed cookies. The tokens inside come from Auth alone, so their claims are as true as the signature;
 * `isLive` asks Auth whether the session still exists before anything personal is shown.
 */
export class Sessions {
  #cookies: Cookies
  #backends: Backends
  #log: Log
  #refreshing = new Map<string, Promise<Kept | null>>()
  #checked = new Map<string, { isLive: Promise<boolean>; until: number }>()

  constructor(cookies: Cookies, backends: Backends, log: Log) {
    this.#cookies = cookies
    this.#backends = backends
    this.#log = log
  }

  /** Reads the cookie and renews what is about to end. An outage of Auth signs nobody out. */
  async find(cookieHeader: string | null, clientAddress: string): Promise<FoundSession> {
    const parsed = Kept.safeParse(await this.#cookies.of(sessionCookie).parse(cookieHeader))
    if (!parsed.success) return { shopper: null, cookies: [] }
    const kept = parsed.data
    if (kept.expires - Date.now() / SECOND > REFRESH_WITHIN_SECONDS) {
      return { shopper: readShopper(kept, clientAddress), cookies: [] }
    }
    const renewed = await this.#refreshOnce(kept, clientAddress)
    if (!renewed) return { shopper: null, cookies: [await this.end()] }
    const cookies = renewed === kept ? [] : [await this.#serialize(renewed)]
    return { shopper: readShopper(renewed, clientAddress), cookies }
  }

  /** The cookie of a new session. `keep` decides between a persistent one and one of the browser session. */
  start(session: Session, keep: boolean): Promise<string> {
    return this.#serialize({
      access: session.access_token,
      refresh: session.refresh_token,
      expires: session.expires_at ?? Math.floor(Date.now() / SECOND) + session.expires_in,
      keep,
    })
  }

  /** The cookie that ends a session. */
  end(): Promise<string> {
    return this.#cookies.of(sessionCookie).serialize('', { maxAge: 0 })
  }

  /** Whether Auth still knows this session. True while Auth can't be asked. */
  isLive(shopper: Shopper): Promise<boolean> {
    const known = this.#checked.get(shopper.accessToken)
    if (known && known.until > Date.now()) return known.isLive
    // The loaders of one page share the question.
    const isLive = this.#askWhetherLive(shopper)
    if (this.#checked.size > 5_000) this.#checked.clear()
    this.#checked.set(shopper.accessToken, { isLive, until: Date.now() + CHECKED_FOR })
    return isLive
  }

  async #askWhetherLive(shopper: Shopper): Promise<boolean> {
    const { error } = await this.#backends.auth(shopper.clientAddress).getUser(shopper.accessToken)
    // supabase-js makes an error of its own, with status 400, of Auth's word that a session has ended elsewhere.
    const isRefused =
      error !== null && (isAuthSessionMissingError(error) || [401, 403, 404].includes(error.status ?? 0))
    if (error && !isRefused) this.#log.warn({ event: 'auth unreachable', ...describeError(error) })
    return !isRefused
  }

  /** Ends the session at Auth too and forgets what was known of it. */
  async signOut(shopper: Shopper, scope: 'local' | 'global' = 'local'): Promise<void> {
    this.#checked.set(shopper.accessToken, { isLive: Promise.resolve(false), until: Date.now() + 60 * MINUTE })
    const { error } = await this.#backends.auth(shopper.clientAddress).admin.signOut(shopper.accessToken, scope)
    if (error) this.#log.warn({ event: 'sign-out not confirmed', ...describeError(error) })
  }

  /** One refresh a token at a time: parallel requests of one page share it. */
  #refreshOnce(kept: Kept, clientAddress: string): Promise<Kept | null> {
    const running = this.#refreshing.get(kept.refresh)
    if (running) return running
    const refresh = this.#refresh(kept, clientAddress).finally(() => {
      // For a moment longer, for requests that left before the new cookie arrived.
      setTimeout(() => this.#refreshing.delete(kept.refresh), 10 * SECOND).unref()
    })
    this.#refreshing.set(kept.refresh, refresh)
    return refresh
  }

  async #refresh(kept: Kept, clientAddress: string): Promise<Kept | null> {
    const { data, error } = await this.#backends.auth(clientAddress).refreshSession({ refresh_token: kept.refresh })
    if (data.session) {
      const { access_token, refresh_token, expires_at } = data.session
      return { access: access_token, refresh: refresh_token, expires: expires_at ?? 0, keep: kept.keep }
    }
    const isOver =
      error?.code === 'refresh_token_already_used' ||
      error?.code === 'session_not_found' ||
      error?.code === 'refresh_token_not_found'
    if (isOver || (error?.status === 400 && !(error.cause instanceof BackendUnreachable))) return null
    this.#log.warn({ event: 'refresh failed', ...describeError(error) })
    return kept
  }

  #serialize(kept: Kept): Promise<string> {
    return this.#cookies.of(sessionCookie).serialize(kept, kept.keep ? { maxAge: KEPT_SESSION_SECONDS } : {})
  }
}

function readShopper(kept: Kept, clientAddress: string): Shopper | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(kept.access.split('.')[1] ?? '', 'base64url').toString())
    const claims = Claims.parse(payload)
    const email = claims.email ?? ''
    return {
      id: claims.sub,
      email,
      name: claims.user_metadata.full_name || email,
      accessToken: kept.access,
      isKept: kept.keep,
      clientAddress,
    }
  } catch {
    return null
  }
}
